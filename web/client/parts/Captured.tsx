// An army in a row, as De Boer's client had it: the living grey, the captured coloured.

import { armyOf, fallenOf } from '../model/army.ts';
import { figure, isSign, rankName, TRAY_ORDER } from '../model/ranks.ts';
import type { Color, Dead, Piece } from '../model/wire.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

export function Captured({ pieces, dead, color, variant }: { pieces: readonly Piece[]; dead: readonly Dead[]; color: Color; variant: string }) {
  const fallen = fallenOf(color, dead);
  const words = [...TRAY_ORDER].filter((r) => fallen.has(r)).map((r) => strings.setups.nOf(fallen.get(r)!, rankName(r)));
  return (
    <div class="army" role="img" aria-label={strings.play.captured(strings.colors[color], words)}>
      {armyOf(color, pieces, dead, variant).map(({ rank, fallen }, i) => (
        <span key={i} class={fallen ? `token fallen ${color}` : 'token'}>
          {isSign(rank) ? <PieceIcon color={color} rank={rank} numbering="european" shapes={false} size={14} /> : figure(rank, settings.value.numbering)}
        </span>
      ))}
    </div>
  );
}
