// Which ranks stay in sight. A person at a real board sees a battle's winner
// for one move and must then remember it; the "remember for me" aid keeps
// every revealed rank in sight.

import type { Color, GameEvent, Piece } from './wire.ts';

/**
 * The squares whose revealed piece stays in sight: the survivors of the last
 * two plies' battles, which is the opponent's move and the answer to it.
 */
export function freshlyRevealed(events: readonly GameEvent[]): Set<number> {
  const squares = new Set<number>();
  const recent = events.slice(-2);
  recent.forEach((event, i) => {
    if (event.battle === 'win' || event.battle === 'lose') {
      const later = recent[i + 1];
      squares.add(later && later.from === event.to ? later.to : event.to);
    }
  });
  return squares;
}

/** The pieces as the person sees them on the board. */
export function remembered(pieces: Piece[], you: Color, events: readonly GameEvent[], remember: boolean): Piece[] {
  // The gold bar says what the enemy knows, so only one's own pieces bear it.
  if (remember) return pieces.map((p) => (p.color !== you && p.shown ? { ...p, shown: false } : p));
  const fresh = freshlyRevealed(events);
  return pieces.map((p) =>
    p.color === you
      ? { ...p, shown: false, moved: false }
      : { ...p, rank: fresh.has(p.at) ? p.rank : '', moved: false, shown: false, may: undefined },
  );
}
