// What is said in games between people, in the lobby and in counted matches.

import type { ClockSettings, Contest, LobbyGame, PeopleTable } from '../model/people.ts';
import type { Color } from '../model/wire.ts';

const colorNames: Record<Color, string> = { red: 'Red', blue: 'Blue' };

function clock(c: ClockSettings | undefined): string {
  if (!c) return 'no clock';
  if (c.days) return c.days === 1 ? 'one day a move' : `${c.days} days a move`;
  return c.increment ? `${c.minutes} minutes and ${c.increment} seconds a move` : `${c.minutes} minutes`;
}

function variant(name: string): string {
  return name === 'barrage' ? 'Barrage' : 'Classic';
}

function about(t: PeopleTable): string {
  return [`${variant(t.variant)}, rules “${t.rules}”`, clock(t.clock), t.rated ? 'rated' : 'not rated', t.unaided ? 'no aids' : ''].filter(Boolean).join(', ');
}

export const people = {
  clock,
  about,
  variant,
  friend: 'Play a friend',
  friendIntro: 'Choose how you play; then send the link to your friend, or let a phone read the code. Both set up at the same time, unseen.',
  friendOption: 'A friend, at another screen …',
  make: 'Make the link',
  makeOpen: 'Open it in the lobby',
  whom: 'Whom you play',
  whoms: { link: 'Whoever has the link', open: 'Whoever comes first in the lobby' },
  clocks: [
    { id: '10+5', text: '10 minutes, 5 seconds a move' },
    { id: '5+3', text: '5 minutes, 3 seconds a move' },
    { id: '30+10', text: '30 minutes, 10 seconds a move' },
    { id: 'd1', text: 'One day a move' },
    { id: 'd3', text: 'Three days a move' },
    { id: '', text: 'No clock' },
  ],
  rated: 'Rated: it changes both ratings, and nothing is taken back',
  ratedNeedsName: 'A rated game needs a name; choose one in the lobby.',
  aided: 'Aids for both: revealed ranks stay shown and moved pieces are marked; without them ranks fade, as at the table',
  agreed: (unaided: boolean) => (unaided ? 'No aids: ranks fade for both of you, as at the table.' : 'Revealed ranks stay shown, for both of you.'),
  looking: 'Others may look on',
  delay: 'They see the board',
  delays: [
    { id: 0, text: 'at once' },
    { id: 2, text: 'two plies later' },
    { id: 6, text: 'six plies later' },
    { id: 20, text: 'twenty plies later' },
  ],
  honest: 'Whether somebody asks a machine elsewhere cannot be detected; this server gives neither of you advice while you play.',

  link: 'Send this link to your friend',
  linkWords: 'It is good for one seat, once.',
  copy: 'Copy the link',
  copied: 'The link is copied.',
  qr: 'The link as a QR code',
  another: 'Make a new link',
  anotherWords: 'The link is shown only once. A new one makes the old one void.',
  watchLink: 'For looking on',
  waitingOpen: 'The game stands in the lobby; whoever comes first plays.',

  joinTitle: 'An invitation',
  joinWords(t: PeopleTable): string {
    const host = t.red || t.blue;
    const named = !Object.values(colorNames).includes(host);
    return `${named ? `${host} invites you` : 'You are invited'}: ${about(t)}. You play ${t.free}.`;
  },
  callMe: 'Your name, for the other to see',
  take: 'Take the seat',
  noLink: 'There is no invitation in this address. Ask your friend for a new link.',

  ready: 'I am ready',
  isReady: (name: string) => `${name} is ready.`,
  placing: (name: string) => `${name} is placing the pieces.`,
  freeSeat: (color: Color) => `${colorNames[color]}’s seat is free.`,
  notReady: 'Not ready',
  youWait: 'You are ready. The game begins when both are.',
  bothReady: 'Both are ready: the game begins.',
  leave: 'Leave this game',
  notBegun: 'The game has not begun yet.',

  here: (name: string) => `${name} is connected.`,
  away: (name: string) => `${name} is not connected.`,
  claimIn: (name: string, seconds: number) => `If ${name} stays away, you can claim the victory in ${seconds} s.`,
  claim: 'Claim the victory',
  claimWords: (name: string) => `${name} has been gone for two minutes.`,
  askBack: 'Ask to take back',
  backAsked: (name: string) => `${name} asks to take the last move back.`,
  backWaiting: 'You have asked to take back.',
  phrases: ['Hello!', 'Good luck!', 'Thank you.', 'Well played!', 'One moment, please.', 'I am back.', 'That was close.', 'Good bye!'],
  say: 'Say',
  said: (name: string, text: string) => `${name}: ${text}`,
  mute: 'Hear no phrases',
  rematch: 'Rematch, seats changed',
  rematchOffered: (name: string) => `${name} wants a rematch, with the seats changed.`,
  rematchWaiting: 'You have offered a rematch.',
  lookers: (n: number) => (n === 1 ? 'One looks on.' : `${n} look on.`),
  table: 'At the table',
  lookOn: 'You look on',
  lookWords: (delay: number) => `You see what both players see${delay > 0 ? `, ${delay} plies later` : ''}; hidden ranks stay hidden until the end.`,

  lobby: 'People',
  lobbyIntro: 'Play other people on this server. A name is enough; there is nothing to sign up for.',
  yourName: 'Your name',
  noName: 'You have no name yet. Without one you play as Red or Blue, and no game is rated.',
  nameIs: (name: string) => `You are ${name}.`,
  keep: 'Keep this name',
  key: 'Personal key',
  keyWords: 'It carries your name, seats and rating to another device. Whoever has it is you: keep it to yourself.',
  makeKey: 'Make a key',
  keyShown: (key: string) => `Your key, shown this once: ${key}`,
  useKey: 'I have a key',
  use: 'Use it',
  used: (name: string) => `You are ${name} here, too.`,
  revoke: 'Revoke the key and leave other devices behind',
  revoked: 'The key is revoked; only this browser is you. Your games stay.',
  open: 'Open games',
  noneOpen: 'Nobody waits for an opponent.',
  join: 'Join',
  playing: 'Being played',
  nonePlaying: 'No game is going on.',
  watch: 'Look on',
  goOn: 'Go on',
  results: 'Results',
  noResults: 'No game is over yet.',
  ratings: 'Ratings',
  ratingsWords: 'Glicko-2, each game rated by itself: a number and how unsure it is. Everybody starts at 1500 ± 700; a day without a game makes a rating a little less sure.',
  noneRated: 'Nobody is rated yet.',
  ratingOf: (rating: number, deviation: number) => `${Math.round(rating)} ± ${Math.round(2 * deviation)}`,
  versus: (g: LobbyGame) => `${g.red || '…'} – ${g.blue || '…'}`,
  result: (g: LobbyGame) => (g.winner === '' ? 'drawn' : `${g.winner === 'red' ? g.red : g.blue} won`),
  player: 'Player',
  rating: 'Rating',
  games: 'Games',

  matches: 'Counted matches against machines',
  matchIntro: 'Games with changed colours against one player, none of which can be dropped or made practice. The report is kept.',
  newMatch: 'Begin a counted match',
  matchGames: 'Games',
  beginMatch: 'Begin the match',
  nextGame: (n: number, of: number, color: Color) => `Play game ${n} of ${of}, as ${color}`,
  goOnGame: 'Go on with the game',
  matchTitle: (m: Contest) => `${m.person || 'A person'} against ${m.agent}${m.level ? `, level ${m.level}` : ''}`,
  matchStands: (m: Contest) => `${m.played} of ${m.games} games: ${m.wins} won, ${m.draws} drawn, ${m.losses} lost`,
  matchScore: (m: Contest) => `Score ${Math.round(m.score * 100)}%, 95% interval ${Math.round(m.low * 100)}% to ${Math.round(m.high * 100)}%`,
  matchAbout: (m: Contest) => [variant(m.variant), `rules “${m.rules}”`, clock(m.clock), m.revision ? `revision ${m.revision}` : ''].filter(Boolean).join(', '),
  matchOver: 'The match is over; this is its report.',
};
