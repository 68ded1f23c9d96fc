// A battle, side by side: both pieces lifted from the board, the loser fading.

import type { Color } from '../model/wire.ts';
import type { Numbering } from '../model/ranks.ts';
import { centre, SIZE } from './geometry.ts';
import { PieceArt } from './Piece.tsx';
import type { BattleScene } from './types.ts';

const WIDTH = 300;
const HEIGHT = 170;

export function BattleView({ battle, side, numbering, shapes }: { battle: BattleScene; side: Color; numbering: Numbering; shapes: boolean }) {
  const at = centre(battle.at, side);
  const x = clamp(at.x - WIDTH / 2, 6, SIZE - WIDTH - 6);
  const y = clamp(at.y - HEIGHT / 2, 6, SIZE - HEIGHT - 6);
  const lost = { attacker: battle.outcome !== 'win', defender: battle.outcome !== 'lose' };
  return (
    <g class="battle" transform={`translate(${x} ${y})`} aria-hidden="true">
      <rect class="plate" width={WIDTH} height={HEIGHT} rx="20" />
      {(['attacker', 'defender'] as const).map((who, i) => (
        <g key={who} transform={`translate(${10 + i * 140} 14) scale(1.4)`}>
          <g class={lost[who] ? 'fighter lost' : 'fighter won'}>
            <PieceArt piece={{ ...battle[who] }} numbering={numbering} shapes={shapes} />
          </g>
          {lost[who] ? <path class="fallen" d="M32 30l36 44m0-44l-36 44" /> : <path class="won-bar" d="M24 100h52" />}
        </g>
      ))}
      <path class="against" d="M141 76l18 18m0-18l-18 18" />
    </g>
  );
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(x, low), high);
}
