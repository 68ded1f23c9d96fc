// A setup the size of a stamp: ranks as figures, bombs and the flag as signs.

import { figure, isSign, rankName } from '../model/ranks.ts';
import { parseSetup } from '../model/setup.ts';
import { settings } from '../settings.ts';

const CELL = 20;

export function SetupStamp({ setup, label }: { setup: string; label: string }) {
  return (
    <svg class="setup-stamp" viewBox={`0 0 ${10 * CELL} ${4 * CELL}`} width="200" height="80" role="img" aria-label={label}>
      {parseSetup(setup).map((rank, i) => {
        const x = (i % 10) * CELL;
        const y = (3 - Math.floor(i / 10)) * CELL;
        return (
          <g key={i} class={rank ? (isSign(rank) ? `sign-${rank}` : '') : 'none'}>
            <rect x={x + 1} y={y + 1} width={CELL - 2} height={CELL - 2} rx="4">
              {rank && <title>{rankName(rank)}</title>}
            </rect>
            <text x={x + CELL / 2} y={y + 14}>
              {figure(rank, settings.value.numbering)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
