// Private marks on enemy pieces: where they stand on the board, and how right they were.

import type { Note } from '../board/types.ts';
import type { GameRecord, Mark, Piece } from './wire.ts';

export const TONES = ['a', 'b', 'c'] as const;

/** The marks by square, of pieces that the board shows without a rank. */
export function notesOn(marks: readonly Mark[], pieces: readonly Piece[]): Map<number, Note> {
  const at = new Map(pieces.filter((p) => p.rank === '').map((p) => [p.id, p.at]));
  return new Map(marks.flatMap(({ piece, rank, tone }) => (at.has(piece) ? [[at.get(piece)!, { rank, tone }] as const] : [])));
}

/** The mark of a piece; an empty one where there is none. */
export function markOf(marks: readonly Mark[], piece: number): Mark {
  return marks.find((m) => m.piece === piece) ?? { piece, rank: '', tone: '' };
}

export interface Guess {
  square: number;
  guessed: string;
  was: string;
}

/** The marks that named a rank, with what each piece was and where it began. */
export function guesses(record: Pick<GameRecord, 'marks' | 'start'>): Guess[] {
  const pieces = new Map(record.start.map((p) => [p.id, p]));
  return (record.marks ?? []).flatMap(({ piece, rank }) => {
    const p = pieces.get(piece);
    return rank && p ? [{ square: p.at, guessed: rank, was: p.rank }] : [];
  });
}
