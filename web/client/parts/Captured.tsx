// The captured pieces of one side, highest first, with counts.

import { figure, isSign, rankName, TRAY_ORDER } from '../model/ranks.ts';
import type { Color, Dead } from '../model/wire.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

export function Captured({ dead, color }: { dead: Dead[]; color: Color }) {
  const numbers = new Map<string, number>();
  for (const d of dead) if (d.color === color) numbers.set(d.rank, (numbers.get(d.rank) ?? 0) + 1);
  const ranks = [...TRAY_ORDER].filter((r) => numbers.has(r));
  return (
    <ul class="captured" aria-label={strings.play.captured(strings.colors[color])}>
      {ranks.map((rank) => {
        const n = numbers.get(rank)!;
        return (
          <li key={rank} class={`chip ${color}`} aria-label={`${n} ${rankName(rank)}`} title={`${n} × ${rankName(rank)}`}>
            {isSign(rank) ? (
              <PieceIcon color={color} rank={rank} numbering="european" shapes={false} size={18} />
            ) : (
              figure(rank, settings.value.numbering)
            )}
            {n > 1 && <sub>{n}</sub>}
          </li>
        );
      })}
    </ul>
  );
}
