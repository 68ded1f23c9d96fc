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
