// A finished game stepped forwards: where the pieces stand after each ply. The
// events carry their battles' outcomes, so no rule is needed beyond what a
// battle and a long move reveal.

import type { Color, Dead, GameEvent, Piece } from './wire.ts';
import { other } from './squares.ts';

export interface Frame {
  ply: number;
  toMove: Color;
  pieces: Piece[];
  dead: Dead[];
  last?: GameEvent;
}

export function firstFrame(start: Piece[], first: Color): Frame {
  return { ply: 0, toMove: first, pieces: start, dead: [] };
}

/** The frame after one more event. */
export function step(frame: Frame, event: GameEvent): Frame {
  const dead = [...frame.dead];
  const pieces: Piece[] = [];
  const bury = (p: Piece) => dead.push({ id: p.id, color: p.color, rank: p.rank });
  for (const piece of frame.pieces) {
    if (piece.at === event.from) {
      if (event.battle === 'lose' || event.battle === 'tie') {
        bury(piece);
        continue;
      }
      const far = distance(event.from, event.to) > 1;
      pieces.push({ ...piece, at: event.to, moved: true, shown: piece.shown || far || Boolean(event.battle) });
    } else if (piece.at === event.to && event.battle) {
      if (event.battle === 'lose') pieces.push({ ...piece, shown: true });
      else bury(piece);
    } else {
      pieces.push(piece);
    }
  }
  return { ply: frame.ply + 1, toMove: other(frame.toMove), pieces, dead, last: event };
}

export function frames(start: Piece[], first: Color, events: readonly GameEvent[]): Frame[] {
  const all = [firstFrame(start, first)];
  for (const event of events) all.push(step(all[all.length - 1]!, event));
  return all;
}

/** How a finished game stood at its end. */
export function lastFrame({ start, first, events }: { start: Piece[]; first: Color; events: readonly GameEvent[] }): Frame {
  return events.reduce(step, firstFrame(start, first));
}

function distance(a: number, b: number): number {
  return Math.abs((a % 10) - (b % 10)) + Math.abs(Math.floor(a / 10) - Math.floor(b / 10));
}

/** The pieces as one side sees them; open shows every rank. */
export function seenBy(pieces: Piece[], side: Color, open: boolean): Piece[] {
  return open ? pieces : pieces.map((p) => (p.color === side || p.shown ? p : { ...p, rank: '' }));
}
