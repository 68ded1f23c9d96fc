// Every sentence of the client, ready for translation: another language is
// another object of this shape.

import type { BattleScene } from './board/types.ts';
import { aids } from './words/aids.ts';
import { ladder } from './words/ladder.ts';
import { learn, welcome } from './words/learn.ts';
import { marks } from './words/marks.ts';
import { people } from './people/words.ts';
import { puzzles } from './words/puzzles.ts';
import { statistics } from './words/statistics.ts';
import { workshop } from './words/workshop.ts';
import { dashed } from './model/notation.ts';
import { parseRules } from './model/rules.ts';
import type { Ago } from './model/time.ts';
import type { AgentInfo, Color, GameRow, GameState, MatchRow, Player, Result, Score, Thoughts } from './model/wire.ts';

const colors: Record<Color, string> = { red: 'red', blue: 'blue' };
const colorNames: Record<Color | 'either', string> = { red: 'Red', blue: 'Blue', either: 'Either' };

const reasons: Record<string, string> = {
  flag: 'The flag was captured.',
  no_moves: 'No piece could move any more.',
  both_immobile: 'Neither side could move any more.',
  quiet_limit: 'Too many plies passed without a battle.',
  ply_limit: 'The game reached its limit of plies.',
  resigned: 'By resignation.',
  agreed_draw: 'By agreement.',
  forfeit: 'By forfeit.',
  timeout: 'The time ran out.',
  gone: 'The other side was gone.',
  illegal_move: 'By an illegal move.',
  bad_setup: 'By an illegal setup.',
  error: 'A player broke down.',
  panic: 'A player broke down.',
  unfinished: 'The game was broken off.',
};

/** A rating with its sign: zero is the mean of those who were measured. */
function elo(x: number): string {
  return (x >= 0 ? '+' : '−') + Math.abs(Math.round(x));
}

function capital(s: string): string {
  return s.charAt(0).toUpperCase() + s.slice(1);
}

/** An agent's string as people say it: "lewis:level=3" is lewis at level 3. */
function agentName(text: string): string {
  return text.replace(/:level=(\d)$/, ' (level $1)');
}

/** A description as a sentence. */
function sentence(s: string): string {
  return capital(s).replace(/\.?$/, '.');
}

/** A score as players write it: a draw is half a point. */
function points(won: number, drawn: number): string {
  return `${won + Math.floor(drawn / 2) || (drawn % 2 ? '' : 0)}${drawn % 2 ? '½' : ''}`;
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

export const strings = {
  people,
  name: 'Marengo',
  title: (page: string) => (page ? `${page} · Marengo` : 'Marengo'),
  skip: 'Skip to the board',
  navigation: 'Pages',
  menu: 'Menu',
  close: 'Close',
  loading: 'One moment …',
  nav: {
    play: 'Play',
    lobby: 'People',
    friend: 'Play a friend',
    join: 'Invitation',
    match: 'Counted match',
    welcome: 'Welcome',
    learn: 'Learn',
    ladder: 'Ladder',
    puzzles: 'Puzzles',
    setups: 'Setups',
    replay: 'Replay',
    board: 'Analysis board',
    position: 'Position',
    watch: 'Watch',
    ratings: 'Ratings',
    statistics: 'Statistics',
    cluster: 'Cluster',
    help: 'Help',
    settings: 'Settings',
  } as Record<string, string>,
  colors,
  elo,
  sentence,
  colorNames,
  variants: { classic: 'Classic', barrage: 'Barrage' },
  ranks: {
    F: 'flag', S: 'spy', '2': 'scout', '3': 'miner', '4': 'sergeant', '5': 'lieutenant', '6': 'captain',
    '7': 'major', '8': 'colonel', '9': 'general', M: 'marshal', B: 'bomb', '': 'hidden piece',
  } as Record<string, string>,
  reasons,

  /** Rules in words: a preset's name, or what the rules allow. */
  rules(text: string): string {
    const { preset, variant, two, more, quiet, plies } = parseRules(text);
    const repetition =
      two === 0 && !more ? 'no repetition rules' : [two === 0 ? 'no two-squares rule' : count(two, 'crossing', 'crossings'), more ? 'no chasing' : 'chasing allowed'].join(', ');
    const limits = [quiet ? `${quiet} quiet plies draw` : '', plies ? `${plies} plies at most` : ''].filter(Boolean).join(', ') || 'no limits';
    return capital([preset || `${repetition}, ${limits}`, variant === 'classic' ? '' : variant].filter(Boolean).join(', '));
  },

  result(result: Result, seat: Color | 'watch'): string {
    if (result.winner === '') return 'The game is drawn.';
    if (seat === 'watch') return `${colorNames[result.winner]} wins.`;
    return result.winner === seat ? 'You win!' : 'You lose.';
  },

  /** Why a game ended, told from a seat. */
  why({ winner, reason }: Result, seat: Color, opponent: string): string {
    if (reason === 'no_moves') return winner === seat ? `${capital(opponent)} had no piece left that could move.` : 'You had no piece left that could move.';
    return reasons[reason] ?? reason;
  },

  board: {
    your: 'your',
    enemy: 'enemy',
    hidden: 'hidden piece',
    moved: 'has moved',
    known: 'the enemy knows it',
    mayBe: (letters: string) => `may be ${letters}`,
    lake: 'lake',
    empty: 'empty',
    target: 'it may go here',
    mayGo: (piece: string, squares: string[]) => `${capital(piece)}: may go to ${squares.join(', ')}.`,
    cannotGo: (from: string, to: string) => `${from} cannot go to ${to}.`,
  },

  announce: {
    you: 'You',
    move: (who: string, from: string, to: string) => `${who}: ${from} to ${to}.`,
    battle(who: string, from: string, to: string, attacker: string, defender: string, outcome: string): string {
      const end = outcome === 'win' ? `The ${attacker} wins.` : outcome === 'lose' ? `The ${defender} holds.` : 'Both fall.';
      return `${who}: ${from} attacks ${to}, ${attacker} against ${defender}. ${end}`;
    },
    takeback: (ply: number) => `Taken back to ply ${ply}.`,
  },

  ago: ({ n, unit }: Ago) => (unit === 'now' ? 'just now' : `${count(n, unit, unit + 's')} ago`),

  unfinished: {
    title: (n: number) => (n === 1 ? 'An unfinished game' : `${n} unfinished games`),
    name(g: GameRow): string {
      if (g.you !== '') return `Against ${agentName(g.you === 'red' ? g.blue : g.red)}`;
      return g.people === 2 ? 'Two people' : `${agentName(g.red)} – ${agentName(g.blue)}`;
    },
    where: (g: GameRow) => (g.board ? [count(g.plies, 'ply', 'plies'), g.you && `you are ${g.you}`].filter(Boolean).join(', ') : 'Blue has not set up yet'),
    drop: 'Drop',
    dropNamed: (name: string) => `Drop: ${name}`,
    reallyDrop: 'Really drop',
    keep: 'Keep',
    dropped: (name: string) => `Dropped: ${name}.`,
  },

  missing: {
    title: 'Nothing here',
    page: 'There is no such page.',
    back: 'To a new game',
    games: 'All kept games',
    watch: 'Watch a game',
  },

  newGame: {
    title: 'New game',
    opponent: 'Opponent',
    person: 'Another person, at this screen',
    twoHint: 'You take turns; a curtain falls between them.',
    agentOption: (name: string, rating?: number) => (rating === undefined ? name : `${name} · ${elo(rating)}`),
    rating: (a: AgentInfo) =>
      a.rating === undefined
        ? 'Not rated yet.'
        : `Rated ${elo(a.rating)} ± ${Math.round(a.ratingError ?? 0)} over ${a.ratingGames ?? 0} games${a.ratingOld ? ', before its play last changed' : ''}.`,
    strength: 'Strength',
    byLevel: 'Level',
    byTime: 'Time a move',
    level: 'Level',
    levels: [
      'Level 1: for beginners.',
      'Level 2: easy.',
      'Level 3: makes mistakes.',
      'Level 4: nearly its best.',
      'Level 5: full strength, two seconds a move at most.',
    ],
    seconds: (s: number) => `${s} s`,
    color: 'Your colour',
    colors: { red: 'red', blue: 'blue', either: 'red or blue, by lot' },
    variant: 'Variant',
    classicOnly: (names: string[]) => `${capital(names.join(', '))} ${names.length === 1 ? 'plays' : 'play'} Classic only.`,
    rules: 'Rules',
    clock: 'Clock',
    clocks: [
      { id: '', text: 'No clock' },
      { id: '5+0', text: '5 minutes' },
      { id: '10+5', text: '10 minutes, 5 seconds a move' },
      { id: '30+10', text: '30 minutes, 10 seconds a move' },
    ],
    kind: 'What the game is for',
    kinds: {
      counts: { text: 'Counts', words: 'It counts in your statistics: no hints, no takebacks, no look into a mind.' },
      practice: { text: 'Practice', words: 'Hints, takebacks and the mind window at any time; it does not count.' },
    },
    more: 'Rules, clock, advanced',
    seed: 'Seed',
    seedHint: 'The same seed gives the same opponent the same choices, so such a game is practice.',
    start: 'Start the game',
    summary: (opponent: string, strength: string, color: string) => `Against ${opponent}${strength ? `, ${strength}` : ''}; you are ${color}.`,
    atLevel: (level: number) => `level ${level}`,
    next: 'Done: hand over to Blue',
    yourSetup: (color: string) => (color ? `${color}’s setup` : 'Your setup'),
  },

  setups: {
    title: 'Setups',
    intro: 'Place your army: choose a piece below the board and click a square, or drag. The next highest piece is picked up for you.',
    boardName: 'Setup board',
    tray: 'Pieces to place',
    trayPiece: (name: string, n: number) => `${name}, ${n} left`,
    placed: (name: string, square: string) => `${name} on ${square}`,
    notHome: 'not your ground',
    humanLike: 'Human-like',
    fill: 'Fill the rest',
    random: 'Random',
    mirror: 'Mirror',
    clear: 'Clear',
    library: 'Saved setups',
    named: 'Known setups',
    choose: (n: number) => `Choose one of ${n} …`,
    nameLabel: 'Name of this setup',
    save: 'Save',
    saved: (name: string) => `Saved as “${name}”.`,
    unnamed: (n: number) => `Setup ${n}`,
    rename: 'Rename',
    renameNamed: (name: string) => `Rename ${name}`,
    delete: 'Delete',
    deleteNamed: (name: string) => `Delete ${name}`,
    deleted: (name: string) => `Deleted “${name}”.`,
    noneSaved: 'Nothing saved yet. A complete setup can be saved under a name.',
    scoreTitle: 'How it looks',
    points: 'points by De Boer’s heuristics',
    ready: 'Complete and ready to play.',
    nOf: (n: number, name: string) => count(n, name, name.endsWith('y') ? name.slice(0, -1) + 'ies' : name + 's'),
    missing: (parts: string[]) => `Still in the tray: ${parts.join(', ')}.`,
  },

  play: {
    you: 'You',
    notYours: 'This game belongs to another browser. Once it is over it can be replayed.',
    boardName: (color: string) => `Board, seen from ${color}’s side`,
    readBoard: 'Read out the board',
    captured: (color: string, parts: string[]) => (parts.length === 0 ? `No ${color} piece is captured` : `Captured ${color} pieces: ${parts.join(', ')}`),
    moves: 'Moves',
    noMoves: 'No move yet.',
    status(state: GameState, battle?: BattleScene): string {
      if (battle) return `${capital(strings.ranks[battle.attacker.rank]!)} against ${strings.ranks[battle.defender.rank]!}.`;
      const toMove = state.position.toMove;
      if (toMove === state.seat) return 'Your move.';
      const name = toMove ? state[toMove].name : '';
      return state.thinking ? `${name} is thinking …` : `${name} to move.`;
    },
    playerNote(player: Player, color: string, toMove: boolean, thinking: boolean): string {
      const parts = [color];
      if (player.level) parts.push(`level ${player.level}`);
      if (player.rating !== undefined) parts.push(elo(player.rating));
      if (toMove) parts.push(thinking && player.kind === 'agent' ? 'thinking …' : 'to move');
      return parts.join(' · ');
    },
    forbidden(rule: string, since: number): string {
      return rule === 'more'
        ? `The more-squares rule forbids this: the chase would bring back the position after ply ${since}.`
        : `The two-squares rule forbids this: the piece has gone to and fro over that border since ply ${since}.`;
    },
    premoveSet: (move: string) => `${move} will be played in your turn.`,
    confirm: (move: string) => `Play ${move}?`,
    playIt: (move: string) => `Play ${move}`,
    notThat: 'Another move',
    premoveGone: 'The move you sent ahead could not be played.',
    hint: 'Hint',
    /** Reasons that begin with the move go on from it. */
    hintIs(agent: string, move: string, why: string): string {
      const plays = `${capital(agent)} would play ${dashed(move)}`;
      return why.startsWith(`${move} `) ? `${plays}, which ${why.slice(move.length + 1)}` : `${plays}. ${why}`.trim();
    },
    hintNone: 'No hint came to mind.',
    offerDraw: 'Offer draw',
    drawOffered: (name: string) => `${name} offers a draw.`,
    drawWithMove: 'You offer a draw with your next move.',
    drawWaiting: 'Your offer of a draw stands.',
    drawDeclined: 'The draw was declined.',
    accept: 'Accept',
    decline: 'Decline',
    resign: 'Resign',
    reallyResign: 'Really resign',
    playOn: 'Play on',
    takeback: 'Take back',
    mayBe: 'What they can still be',
    uncounted: 'Practice: this game does not count.',
    help: 'Help …',
    helpWords: 'This game counts, so there is no help in it. As practice it gives hints, takebacks and the mind window, and counts no more.',
    makePractice: 'Make it practice',
    replay: 'Replay and analyse',
    again: 'New game',
    reconnecting: 'Reconnecting …',
    handOver: (color: string) => `Hand the screen to ${color}.`,
    iAm: (color: string) => `I am ${color}`,
  },

  aids,
  ladder,
  marks,
  workshop,
  puzzles,
  learn,
  welcome,

  ending: {
    left: (own: number, theirs: number, name: string) => `You kept ${count(own, 'piece', 'pieces')}, ${name} ${theirs}.`,
    tally: ({ won, drawn, lost }: Score) => `${points(won, drawn)} – ${points(lost, drawn)}`,
    score: (score: Score, name: string): string => `You ${strings.ending.tally(score)} ${name}`,
    rematch: (color: string) => `Rematch as ${color}`,
    tryLevel: (level: number) => `Try level ${level}`,
    lead: 'your lead',
    course: (last: number) => `Your lead in pieces over the game, ${last} at the end`,
    courseWords: (key: number) => `What your pieces were worth more than theirs, ply by ply.${key > 0 ? ` The line marks the key moment, ply ${key}.` : ''}`,
  },

  mind: {
    title: 'Mind window',
    of: (agent: string) => `The mind of ${agentName(agent)}`,
    whoThinks: 'Who thinks',
    waiting: 'No thoughts yet.',
    nothing: (agent: string) => `${agent} shows nothing here.`,
    tabs: { belief: 'Ranks', moves: 'Moves', tables: 'Reasons', graph: 'Course', log: 'Log' },
    whose: 'Whose pieces',
    enemy: 'Theirs',
    own: 'Own, in their eyes',
    theEnemy: 'their',
    yours: 'the thinker’s own',
    chooseRank: 'Rank shown on the board',
    heat: (whose: string, rank: string, rows: number) =>
      rows === 0 ? 'Nothing is hidden.' : `The gold on the board shows where ${whose} ${rank} is likely.`,
    onSquare: (color: string, square: string) => `The ${color} piece on ${square} may be`,
    pieceWords: (moved: boolean, counted: boolean) =>
      (moved ? 'It has moved, so it is neither bomb nor flag. ' : 'It has not moved. ') + (counted ? 'These are plain counts of what is left.' : ''),
    pointAt: 'Point at a hidden piece to see what it may be.',
    bars: 'Probability of each rank, in percent',
    arrows: 'Draw the moves on the board',
    move: 'move',
    win: 'expects, of 100',
    score: 'own points',
    share: 'how readily',
    readily: (p: number) => `played ${Math.round(10 * p)} times in ten`,
    total: 'total',
    plansTitle: 'What the plans say of each move',
    weighed: 'Moves weighed',
    plansSay: 'plans',
    silent: 'nothing in particular',
    noReasons: (agent: string) => `${agentName(agent)} gives no reasons.`,
    goesOn: (line: string) => ` It may go on ${line}.`,
    visits: 'visits',
    line: 'line',
    why: 'why',
    plans: {
      ICap: 'take at once', TDef: 'tactical defence', TAtt: 'tactical attack', Intel: 'find out ranks', Trap: 'trap a piece',
      SAtt: 'strategic attack', SDef: 'strategic defence', Lanes: 'hold the lanes', Hide: 'hide high pieces', HDef: 'a high piece before the flag',
      FDef: 'guard the flag', MFlag: 'bring miners to the flag', dMfS: 'keep the marshal from the spy', Betw: 'threaten two at once', Lotto: 'guard against gamblers',
      Bluff: 'bluff', Retr: 'retreat when ahead', Impat: 'impatience', MPen: 'what a quiet move gives away', Rand: 'chance',
    } as Record<string, string>,
    chance: (color: string, percent: number) => `It expects ${percent} of 100 for ${color}.`,
    work(t: Thoughts): string {
      return [
        t.depth ? `depth ${t.depth}` : '',
        t.nodes ? `${t.nodes.toLocaleString('en')} nodes` : '',
        t.evaluations ? `${t.evaluations.toLocaleString('en')} ${t.evaluations === 1 ? 'evaluation' : 'evaluations'}` : '',
        t.seconds ? `${t.seconds.toFixed(2)} s` : '',
      ]
        .filter(Boolean)
        .join(' · ');
    },
    graphWords: 'Red’s expected score over the game, of 100, as red and as blue see it: each from what it knows.',
    seenBy: (color: string) => `as ${color} sees it`,
    graphLabel: (percent: number) => `Red’s expected score over the game, ${percent} of 100 at last`,
    noGraph: 'The course of the game appears after two valued positions.',
  },

  games: {
    title: 'Replay',
    whose: 'Whose games',
    mine: 'Yours',
    all: 'All',
    opponent: 'Agent',
    any: 'any',
    result: 'Result',
    results: [
      { id: '', text: 'any' },
      { id: 'red', text: 'red won' },
      { id: 'blue', text: 'blue won' },
      { id: 'nobody', text: 'drawn' },
    ],
    players: 'Red – Blue',
    plies: 'Plies',
    rules: 'Rules',
    date: 'When',
    none: 'No game here yet. Finished games are kept by themselves.',
    open: 'Open a file …',
    drop: 'Drop a .gsn, .xml or Marengo game file anywhere on any page to look at it.',
    newer: 'Newer',
    older: 'Older',
    range: (a: number, b: number, total: number) => `${a}–${b} of ${total}`,
    player: (name: string, you: boolean) => (name !== 'person' ? agentName(name) : you ? 'You' : 'A person'),
    outcome(g: Pick<GameRow, 'winner' | 'you' | 'reason'>): string {
      const why = (reasons[g.reason] ?? g.reason).replace(/\.$/, '').replace(/^./, (c) => c.toLowerCase());
      if (g.winner === '') return `Drawn: ${why}`;
      const who = g.you === '' ? `${colorNames[g.winner]} won` : g.winner === g.you ? 'You won' : 'You lost';
      return `${who}: ${why}`;
    },
  },

  replay: {
    boardName: (ply: number) => `Board after ply ${ply}`,
    about: (r: { rules: string; date: string }) => `${strings.rules(r.rules)}, ${r.date.slice(0, 10)}`,
    open: 'Open pieces',
    turn: 'Turn the board',
    asPlayed: 'the players themselves',
    log: 'The player’s log',
    steps: 'Steps',
    first: 'To the start',
    back: 'Back',
    play: 'Play',
    pause: 'Pause',
    forward: 'Forward',
    last: 'To the end',
    slider: 'Ply',
    keyMoment: (ply: number, event: string) => `The key moment, ply ${ply}: ${event}`,
    perMove: 'Seconds a move',
    progress: 'Progress',
    stop: 'Stop',
    download: 'Keep or share',
    formats: { marengo: 'Marengo', gsn: 'Gravon .gsn', xml: 'Gravon .xml' },
    link: 'Copy link',
    linkCopied: 'The link is copied.',
  },

  position: {
    title: 'Free position',
    intro: 'Put any pieces anywhere, then play or analyse from there. Choose a piece below the board and click squares; drag pieces around, or off the board.',
    boardName: 'Position board',
    palette: (color: string) => `${color} pieces`,
    toMove: 'Side to move',
    moves: (color: string) => `${color} moves`,
    flags: { moved: 'has moved', shown: 'is known' },
    remove: 'Remove',
    empty: 'The board is empty.',
    fine: 'A legal position.',
    playTitle: 'From here',
    play: 'Play',
    analyse: 'Analyse',
    share: 'Share',
    shareLabel: 'The position as text',
    read: 'Set up from this text',
  },

  watch: {
    title: 'Watch',
    intro: 'Two agents play; you see every piece and look into both minds.',
    start: 'A game to watch',
    go: 'Watch them play',
    another: 'Another game',
    speed: 'Speed',
    delay: (ms: number) => (ms === 0 ? 'as fast as they play' : `${ms / 1000} seconds between moves`),
    mindOf: (color: string, agent: string) => `${color}: the mind of ${agent}`,
  },

  ratings: {
    title: 'Ratings',
    intro: 'What the arena has measured, in pairs of games on the same board with the seats changed. Zero is the mean of those measured.',
    table: 'Ratings',
    none: 'No rating yet: play a tournament in the arena.',
    old: '* before its play last changed',
    agent: 'Agent',
    elo: 'Elo',
    games: 'Games',
    plot: 'With 95% intervals',
    plotLabel: 'Ratings with their 95% intervals, from the weakest to the strongest agent',
    matches: 'Matches',
    noMatches: 'No match yet.',
    startTitle: 'Start a match',
    first: 'First',
    second: 'Second',
    start: 'Start the match',
    started: 'The match has started. The ratings page shows how it goes.',
    score: (m: MatchRow) =>
      `${m.wins} won, ${m.draws} drawn, ${m.losses} lost: ${(m.score * 100).toFixed(1)}% (${(m.low * 100).toFixed(1)}–${(m.high * 100).toFixed(1)}), Elo ${elo(m.elo)} ± ${Math.round(m.eloError)}`,
  },

  cluster: {
    title: 'Cluster',
    intro: 'Machines that play together: matches, how they stand, and who plays them. The figures renew themselves.',
    noMatches: 'No match has been asked for.',
    noWorkers: 'No worker is there: marengo worker starts one.',
    leaving: 'It finishes its games and leaves.',
    queue: (server: string, queued: number, results: number) => `${server}: ${queued} pairs queued or being played, ${results} results not stored yet.`,
    pairs: (state: string, host: string, p: { done: number; queued: number; again: number; per_hour: number }) =>
      `${state}, from ${host}: ${p.done} pairs done, ${p.queued} queued or being played, ${p.again} queued again, ${Math.round(p.per_hour)} an hour`,
    score: (g: { wins: number; draws: number; losses: number; score: number; score_low: number; score_high: number; elo: number; elo_error: number }) =>
      `${g.wins}-${g.draws}-${g.losses}, ${(100 * g.score).toFixed(1)}% (${(100 * g.score_low).toFixed(1)} to ${(100 * g.score_high).toFixed(1)}), Elo ${elo(g.elo)} ± ${Math.round(g.elo_error)}`,
    sprt: (t: { llr: number; lower: number; upper: number; verdict: string }) =>
      `LLR ${t.llr.toFixed(2)} (${t.lower.toFixed(2)} to ${t.upper.toFixed(2)}), ${t.verdict}`,
    failure: (f: { number: number; worker: string; reason: string }) => `Pair ${f.number / 2 + 1} failed on ${f.worker}: ${f.reason}`,
    worker: (w: { version: string; platform: string; kernel: string; slots: number; bench: number; done: number; failed: number; per_hour: number }) =>
      `${w.version}, ${w.platform}, networks by ${w.kernel}, ${w.slots} slots, ${(w.bench / 1e6).toFixed(2)} million nodes a second; ${w.done} pairs played, ${w.failed} failed, ${Math.round(w.per_hour)} an hour`,
    aside: (why: string) => `No games by the clock: ${why}`,
    playing: (p: { number: number; match: string; what: string }) => `Plays pair ${p.number / 2 + 1} of ${p.match.slice(0, 6)}: ${p.what}`,
    refused: (r: { match: string; why: string }) => `Leaves ${r.match.slice(0, 6)} to others: ${r.why}`,
    dropped: (list: [string, number][]) => `Dropped messages: ${list.map(([why, n]) => `${why} ${n}`).join(', ')}`,
  },

  statistics,

  settings: {
    title: 'Settings',
    look: 'Look',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    numbering: 'Rank numbers',
    numberings: { european: 'European: 10 is the marshal', american: 'American: 1 is the marshal' },
    aids: 'Aids',
    remember: 'Revealed ranks stay shown, moved pieces are marked, and so is what the enemy knows of mine; without it they fade, as at the table',
    confirm: 'Moves are asked about before they are played',
    confirmHint: 'Tap the square again, or the button in the card that asks.',
    confirms: { never: 'Never', days: 'In games of days a move', always: 'In every game' },
    shapes: 'Shapes: blue towers have round tops, for those who cannot tell the colours apart',
    motion: 'Motion: pieces slide and battles play out',
    sound: 'Sound: moves and battles are heard (the key m switches it)',
    soundOn: 'Sound is on.',
    soundOff: 'Sound is off.',
  },

  help: {
    title: 'Help',
    goalTitle: 'The game',
    goal: [
      'Two armies of forty face each other, and neither sees the other’s ranks. Capture the enemy’s flag, or leave the enemy without a piece that can move.',
      'Red moves first. Each turn one piece moves one square forwards, backwards or sideways, never into a lake or onto a piece of its own.',
      'Moving onto an enemy piece attacks it: both ranks are shown, the lower leaves the board, equals both leave. Barrage is the same game with eight pieces a side.',
    ],
    piecesTitle: 'The pieces',
    pieces: {
      M: 'Beats everything that moves; falls to a spy’s attack.', '9': '', '8': '', '7': '', '6': '', '5': '', '4': '',
      '3': 'Defuses bombs.', '2': 'Runs any number of free squares in a line, and may attack at the end; running gives it away.',
      S: 'Beats the marshal when it attacks it; loses to all others.', B: 'Never moves; beats every attacker but a miner.', F: 'Never moves; losing it loses the game.',
    } as Record<string, string>,
    rulesTitle: 'To and fro',
    rules: [
      'Two squares: a piece may not cross the same border more than three times in a row (five under the older rules).',
      'More squares: a chaser may not bring back a position of its chase. A small cross marks a square that is forbidden so; clicking it says which rule, and since when.',
      'Under the match rules two hundred plies without a battle, or four thousand in all, draw the game.',
    ],
    moveTitle: 'How to move',
    move: ['Click a piece, then a marked square; or drag it there. Bombs and flags stay.', 'A scout runs as far as the way is free.'],
    battleTitle: 'Battles',
    battles: [
      ['8', '6', 'The higher rank wins.'],
      ['5', '5', 'Equals both fall.'],
      ['3', 'B', 'A miner defuses a bomb; others perish.'],
      ['S', 'M', 'An attacking spy beats the marshal.'],
    ] as [string, string, string][],
    shortcutsTitle: 'Shortcuts',
    shortcuts: [
      ['?', 'show or hide these shortcuts'],
      ['↑ ↓ ← →', 'walk over the board; in a replay outside the board ← → step'],
      ['Enter or Space', 'choose a piece, then its square'],
      ['Esc', 'let go of a piece or a move sent ahead, or skip a battle'],
      ['Right button', 'draw an arrow, or a circle on one square; a left click takes them off'],
      ['Delete', 'take a piece off the board in an editor'],
      ['Home, End', 'first and last ply of a replay'],
      ['p', 'play or pause a replay'],
      ['m', 'sound on or off'],
    ] as [string, string][],
    agentsTitle: 'The agents',
    paper: (paper: string) => `After ${paper}.`,
    trademark: 'Stratego is a trademark of its owner. Marengo is not affiliated with it.',
  },

  errors: {
    unreachable: 'The server does not answer. Is it running?',
    failed: (status: number) => `The server answered with status ${status}.`,
    byCode: {
      stale: 'The game has moved on; look at the board again.',
    } as Record<string, string>,
  },
};
