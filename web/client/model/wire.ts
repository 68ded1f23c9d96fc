// The shapes that travel between server and client. web/wire has the
// same shapes in Go; a test compares the two.

import type { NextMessage, PeopleCommand, PeopleState, PeopleTable, PhraseMessage } from './people.ts';

export type Color = 'red' | 'blue';

/** A piece as the receiver may know it: rank is '' while it is hidden. */
export interface Piece {
  id: number;
  color: Color;
  at: number;
  rank: string;
  moved: boolean;
  /** The other side has seen its rank. */
  shown: boolean;
  /** The ranks that a hidden piece can still have. */
  may?: string;
}

export type Battle = '' | 'win' | 'lose' | 'tie';

/** A ply as both players saw it. */
export interface GameEvent {
  from: number;
  to: number;
  battle?: Battle;
  attacker?: string;
  defender?: string;
}

export interface Dead {
  id: number;
  color: Color;
  rank: string;
}

/** A move that a repetition rule forbids, and why. */
export interface Forbidden {
  from: number;
  to: number;
  rule: string;
  since: number;
}

export interface Position {
  ply: number;
  toMove: Color | '';
  pieces: Piece[];
  dead: Dead[];
  legal: number[][];
  forbidden: Forbidden[];
  /** Attacks, from and to, that lose the attacker whatever stands there. */
  losing: number[][];
  quiet: number;
}

export interface Player {
  kind: 'person' | 'agent';
  name: string;
  agent?: string;
  level?: number;
  rating?: number;
}

export interface Result {
  winner: Color | '';
  reason: string;
}

export interface Clock {
  red: number;
  blue: number;
  /** Whose clock runs, '' while none does. */
  running: Color | '';
}

/** The whole of what a seat may see, sent after every change. */
export interface GameState {
  type: 'state';
  game: string;
  seat: Color | 'watch';
  ply: number;
  rules: string;
  variant: string;
  red: Player;
  blue: Player;
  position: Position;
  begins: Color;
  /** The plies from first on; earlier ones the client has seen. */
  first: number;
  events: GameEvent[];
  result?: Result;
  clock?: Clock;
  drawOffer: Color | '';
  declined?: boolean;
  thinking: boolean;
  counts: boolean;
  open: boolean;
  takebacks: boolean;
  score?: Score;
  /** What this seat has noted on enemy pieces, for itself alone. */
  marks?: Mark[];
  /** Of two people, each at a screen of their own. */
  people?: PeopleState;
}

/** What a person notes on an enemy piece: a rank that it may be, a colour. */
export interface Mark {
  piece: number;
  rank: string;
  tone: '' | 'a' | 'b' | 'c';
}

/** How one person stands against one opponent. */
export interface Score {
  won: number;
  drawn: number;
  lost: number;
}

export interface Candidate {
  move: string;
  win?: number;
  score?: number;
  p?: number;
  visits?: number;
  line?: string[];
  note?: string;
}

export interface Belief {
  square: string;
  p: number[];
  note?: string;
}

export interface Table {
  name: string;
  columns: string[] | null;
  rows: { name: string; cells: number[] }[] | null;
}

/** What an agent shows of its mind (package agent); every part is optional. */
export interface Thoughts {
  summary?: string;
  /** The result it expects for itself, 0 to 1; it counts only where valued is set. */
  win: number;
  valued: boolean;
  score?: number;
  depth?: number;
  nodes?: number;
  evaluations?: number;
  seconds?: number;
  candidates?: Candidate[];
  belief?: Belief[];
  exposed?: Belief[];
  tables?: Table[];
  log?: string[];
}

/** One agent's thoughts on one position. */
export interface Mind {
  agent: string;
  color: Color;
  ply: number;
  done: boolean;
  /** The belief rows come from counting: the agent keeps none. */
  counted: boolean;
  thoughts: Thoughts;
}

export interface MindMessage {
  type: 'mind';
  game: string;
  hint: boolean;
  mind: Mind;
}

export interface ErrorMessage {
  type: 'error';
  code: string;
  text: string;
}

export type ServerMessage = GameState | MindMessage | ErrorMessage | PhraseMessage | NextMessage;

export type Command =
  | { type: 'move'; move: string; draw: boolean }
  | { type: 'resign' }
  | { type: 'answer'; accept: boolean }
  | { type: 'takeback' }
  | { type: 'practice' }
  | { type: 'hint'; agent: string }
  | { type: 'mind'; agent: string }
  | { type: 'mark'; mark: Mark }
  | { type: 'speed'; delay: number }
  | PeopleCommand;

export interface AgentInfo {
  name: string;
  description: string;
  paper: string;
  variants: string[];
  /** It plays whole games only, and thinks about no position. */
  whole?: boolean;
  rating?: number;
  ratingError?: number;
  ratingGames?: number;
  ratingOld?: boolean;
}

export interface RulesInfo {
  name: string;
  description: string;
}

export interface NamedSetup {
  name: string;
  variant: string;
  setup: string;
}

export interface OwnSetup extends NamedSetup {
  id: number;
}

export interface Boot {
  agents: AgentInfo[];
  rules: RulesInfo[];
  setups: NamedSetup[];
  /** How attacks end, by the attacker's rank. */
  battles: Record<string, Fights>;
}

/** The ranks that an attacker beats, equals and falls to, as letters. */
export interface Fights {
  wins: string;
  ties: string;
  loses: string;
}

export interface SetupReason {
  name: string;
  points: number;
  text: string;
}

export interface SetupScore {
  total: number;
  reasons: SetupReason[];
}

export interface Seat {
  color: Color | 'watch';
}

export interface GameMeta {
  id: string;
  phase: 'setup' | 'live' | 'over';
  /** Who is to set up or to move. */
  turn: Color | '';
  seats: Seat[];
  variant: string;
  /** Of two people, each at a screen of their own. */
  table?: PeopleTable;
}

export interface GameRow {
  id: string;
  date: string;
  red: string;
  blue: string;
  rules: string;
  plies: number;
  winner: Color | '';
  reason: string;
  you: Color | '';
  counts: boolean;
  live: boolean;
  /** Of an unfinished game: r, b or . for each square. */
  board?: string;
  /** How many of the two are people. */
  people: number;
}

export interface PlyLog {
  ply: number;
  lines: string[];
}

/** A finished game with everything open. */
export interface GameRecord extends Omit<GameRow, 'live'> {
  variant: string;
  start: Piece[];
  first: Color;
  events: GameEvent[];
  log: PlyLog[];
  minds: Mind[];
  /** What the asker noted on enemy pieces while playing. */
  marks?: Mark[];
}

/** Where moves lead on the analysis board; text is the line as people share it. */
export interface BoardState {
  text: string;
  variant: string;
  first: Color;
  position: Position;
  events: GameEvent[];
  result?: Result;
}

/** How far the analysis of a finished game is, and what it has found. */
export interface Analysis {
  done: number;
  all: number;
  running: boolean;
  /** The asker began it, and may stop it. */
  mine: boolean;
  error?: string;
  report?: Report;
}

/** All figures are expected scores: 0 lost, ½ drawn, 1 won. */
export interface Report {
  by: string;
  /** Else moves were not valued, and only secrets are told. */
  valued: boolean;
  plies: Told[];
  red: Account;
  blue: Account;
  moments: Moment[];
  secrets: Secret[];
}

export type Grade = '' | 'inaccuracy' | 'mistake' | 'blunder';

/** What is said of one move, in its player's view. */
export interface Told {
  mover: Color;
  move: string;
  best: string;
  value: number;
  lost: number;
  luck: number;
  grade: Grade;
}

/** A game as one side lived it: start + given − lost + struck + suffered + unseen = result. */
export interface Account {
  start: number;
  lost: number;
  given: number;
  struck: number;
  suffered: number;
  unseen: number;
  result: number;
}

export interface Moment {
  ply: number;
  points: number;
  text: string;
}

/** What the enemy could believe of one piece, at each of its turns. */
export interface Secret {
  color: Color;
  rank: string;
  start: number;
  plies: number[];
  known: number[];
  held: string;
  text: string;
}

export interface MatchRow {
  id: number;
  a: string;
  b: string;
  rules: string;
  games: number;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  low: number;
  high: number;
  elo: number;
  eloError: number;
  running: boolean;
  /** This browser started it, and may stop it. */
  mine: boolean;
  date: string;
}

export interface RatingRow {
  agent: string;
  elo: number;
  error: number;
  games: number;
  old?: boolean;
}

export interface Arena {
  matches: MatchRow[];
  ratings: RatingRow[];
}

/** A person's record in games of one sort. */
export interface StatRow {
  name: string;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** How often a person took an enemy piece for a rank, and was right. */
export interface GuessRow {
  rank: string;
  guesses: number;
  right: number;
}

export interface Statistics {
  /** By opponent. */
  rows: StatRow[];
  /** By how games ended. */
  endings: StatRow[];
  games: { date: string; opponent: string; score: number }[];
  /** At enemy pieces, by the rank guessed. */
  guesses: GuessRow[];
}

/** A position as people share it, with the pieces it describes. */
export interface FreePosition {
  text: string;
  toMove: Color;
  variant: string;
  pieces: Piece[];
  error?: string;
}

/** A row of steps to be played. */
export interface Lesson {
  id: string;
  steps: string[];
}

/** A step of a lesson as its learner, who is red, may know it. */
export interface LessonState {
  position: Position;
  events: GameEvent[];
  /** A square to go to, -1 for none. */
  target: number;
  reached: boolean;
  failed: boolean;
}

/** The players that have played each other, the weakest first, and where the asker stands. */
export interface Ladder {
  rungs: Rung[];
  /** The asker's, estimated from so many games. */
  rating: number;
  games: number;
  /** The rung that suits the asker; -1 where there are none. */
  next: number;
}

export interface Rung {
  agent: string;
  level: number;
  rating: number;
  error: number;
  games: number;
  /** What the asker scored against it in so many games. */
  played: number;
  score: number;
}

/** The puzzles there are; today is the index of the day's, -1 for none. */
export interface PuzzleList {
  ids: string[];
  today: number;
}

/** A position as its solver, who is to move, may know it. */
export interface Puzzle {
  id: string;
  color: Color;
  position: Position;
}

/** Whether a move is the best one; only then, and to who gives up, which that is and why. */
export interface PuzzleAnswer {
  right: boolean;
  best: string;
  second: string;
  why: string;
  win: number;
  gap: number;
  game: string;
}

/** What fast games say of a setup so far. */
export interface SetupJudgement {
  games: number;
  /** That will be played. */
  all: number;
  score: number;
  low: number;
  high: number;
  /** The probability that a guesser gives to what its hidden pieces are, and to where its flag is. */
  read: number;
  usual: number;
  flag: number;
  usualFlag: number;
  /** Of the flag, by the setup's squares. */
  heat: number[];
}

/** What a person scored with a setup. */
export interface SetupResult {
  setup: string;
  variant: string;
  wins: number;
  draws: number;
  losses: number;
}
