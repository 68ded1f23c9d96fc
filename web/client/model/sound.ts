// What is to be heard of a game, apart from how it sounds.

import type { GameState } from './wire.ts';

export type Sound = 'move' | 'answer' | 'win' | 'lose' | 'tie' | 'bomb' | 'offer' | 'won' | 'lost' | 'drawn';

/**
 * The sound of a state that follows another: whose piece fell is heard from the
 * listener's side. A state that came without a move may still bring an offer or the end.
 */
export function soundOf(before: GameState | undefined, state: GameState): Sound | undefined {
  if (!before) return undefined;
  const event = state.ply === before.ply + 1 ? state.events[state.events.length - 1] : undefined;
  if (event?.battle) return battleSound(event.battle, event.defender, before.position.toMove === state.seat || state.seat === 'watch');
  if (state.result && !before.result) return endSound(state);
  if (state.drawOffer && state.drawOffer !== before.drawOffer && state.drawOffer !== state.seat) return 'offer';
  return event && (before.position.toMove === state.seat ? 'move' : 'answer');
}

function battleSound(battle: string, defender: string | undefined, own: boolean): Sound {
  if (battle === 'tie') return 'tie';
  if (battle === 'lose' && defender === 'B') return 'bomb';
  return (battle === 'win') === own ? 'win' : 'lose';
}

/** How the end sounds to whoever sits at the seat. */
export function endSound({ result, seat }: Pick<GameState, 'result' | 'seat'>): Sound {
  if (!result || result.winner === '') return 'drawn';
  return seat === 'watch' || result.winner === seat ? 'won' : 'lost';
}
