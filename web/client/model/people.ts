// The shapes of games between people, of the lobby and of counted matches. web/wire has
// the same shapes in Go; a test compares the two.

import type { Color } from './wire.ts';

export interface ClockSettings {
  minutes: number;
  /** Seconds a move. */
  increment: number;
  /** Days a move, instead of the others. */
  days?: number;
}

export interface NewTable {
  rules: string;
  variant: string;
  color: Color | 'either';
  clock: ClockSettings | null;
  rated: boolean;
  looking: boolean;
  delay: number;
  open: boolean;
  /** Ranks fade for both, and nothing tells what beats what. */
  unaided: boolean;
}

/** How a game of two people begins, and how far they are. */
export interface PeopleTable {
  game: string;
  rules: string;
  variant: string;
  red: string;
  blue: string;
  /** The colour of the seat that nobody has. */
  free: Color | '';
  ready: Color[];
  clock?: ClockSettings;
  rated: boolean;
  looking: boolean;
  delay: number;
  unaided: boolean;
}

/** A link that is good for one seat, once, with its QR code: rows of 0 and 1. */
export interface Invitation {
  game: string;
  link: string;
  qr: string[];
  watch?: string;
}

export interface PeopleState {
  rated: boolean;
  here: Color[];
  /** Milliseconds until the other's absence wins the game; -1: it does not. */
  claim: number;
  takeback: Color | '';
  rematch: Color | '';
  muted: boolean;
  lookers: number;
  delay: number;
  unaided: boolean;
}

export interface PhraseMessage {
  type: 'phrase';
  game: string;
  from: Color;
  phrase: number;
}

export interface NextMessage {
  type: 'next';
  game: string;
  next: string;
}

export type PeopleCommand =
  | { type: 'back'; accept: boolean }
  | { type: 'claim' }
  | { type: 'say'; phrase: number }
  | { type: 'mute'; accept: boolean }
  | { type: 'rematch'; accept: boolean };

/** Who a browser is to others. */
export interface Me {
  name: string;
  /** A personal key is valid. */
  key: boolean;
}

export interface PersonRow {
  name: string;
  rating: number;
  deviation: number;
  games: number;
}

export interface LobbyGame extends PeopleTable {
  date: string;
  plies: number;
  winner: Color | '';
  reason: string;
  mine: boolean;
}

export interface Lobby {
  me: Me;
  open: LobbyGame[];
  playing: LobbyGame[];
  results: LobbyGame[];
  /** By variant. */
  ratings: Record<string, PersonRow[]>;
  matches: Contest[];
}

export interface NewContest {
  agent: string;
  level: number;
  rules: string;
  variant: string;
  games: number;
  clock: ClockSettings | null;
}

/** A counted match of a person against an agent, and its report. */
export interface Contest {
  id: number;
  person: string;
  agent: string;
  level: number;
  revision: string;
  rules: string;
  variant: string;
  clock?: ClockSettings;
  games: number;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  low: number;
  high: number;
  date: string;
  over: boolean;
  mine: boolean;
  /** The game under way. */
  current: string;
  list: ContestGame[];
}

export interface ContestGame {
  game: string;
  you: Color;
  winner: Color | '';
  reason: string;
  plies: number;
}
