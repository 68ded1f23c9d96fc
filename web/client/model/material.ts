// What the pieces on the board are worth, for a rough look at how a game went. It is a
// plain scale, not an evaluation: a marshal counts for ten scouts.

import type { Color, GameEvent } from './wire.ts';
import { other } from './squares.ts';

const WORTH: Record<string, number> = { F: 0, S: 4, '2': 1, '3': 3, '4': 1.5, '5': 2, '6': 3, '7': 4, '8': 6, '9': 8, M: 10, B: 2 };

export function worth(rank: string): number {
  return WORTH[rank] ?? 0;
}

/** What red gains on blue by a ply: what blue loses in it less what red loses. */
export function swing(event: GameEvent, mover: Color): number {
  const attacker = event.battle === 'lose' || event.battle === 'tie' ? worth(event.attacker ?? '') : 0;
  const defender = event.battle === 'win' || event.battle === 'tie' ? worth(event.defender ?? '') : 0;
  const gain = defender - attacker;
  return mover === 'red' ? gain : -gain;
}

/** Red's lead after each ply, from 0 before the first. */
export function lead(events: readonly GameEvent[], first: Color): number[] {
  const all = [0];
  let mover = first;
  for (const event of events) {
    all.push(all[all.length - 1]! + swing(event, mover));
    mover = other(mover);
  }
  return all;
}

/**
 * The key moment: the ply of the battle that gained the winner most, or that moved a
 * drawn game most; 0 for a game in which nothing was gained.
 */
export function keyMoment(events: readonly GameEvent[], first: Color, winner: Color | ''): number {
  let best = 0;
  let most = 0;
  let mover = first;
  events.forEach((event, i) => {
    const gain = swing(event, mover);
    const counts = winner === 'red' ? gain : winner === 'blue' ? -gain : Math.abs(gain);
    if (counts > most) [best, most] = [i + 1, counts];
    mover = other(mover);
  });
  return best;
}
