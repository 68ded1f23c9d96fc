import { figure, isSign, LETTERS, rankName } from '../model/ranks.ts';
import { PieceIcon } from '../board/Piece.tsx';
import type { Color } from '../model/wire.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

/** A piece's twelve probabilities as bars. */
export function Bars({ p, color }: { p: readonly number[]; color: Color }) {
  const top = Math.max(...p, 0.0001);
  return (
    <table class={`bars ${color}`} aria-label={strings.mind.bars}>
      <tbody>
        <tr>
          {[...LETTERS].map((letter, i) => (
            <td key={letter} title={`${rankName(letter)} ${percent(p[i] ?? 0)}`}>
              <span class="bar" style={{ height: `${Math.max(2, ((p[i] ?? 0) / top) * 60)}px` }} aria-hidden="true" />
              <span class="share">{percent(p[i] ?? 0)}</span>
            </td>
          ))}
        </tr>
        <tr>
          {[...LETTERS].map((letter) => (
            <th key={letter} scope="col" aria-label={rankName(letter)}>
              {isSign(letter) ? <PieceIcon color={color} rank={letter} numbering="european" shapes={false} size={20} /> : figure(letter, settings.value.numbering)}
            </th>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

export function percent(p: number): string {
  return p > 0 && p < 0.005 ? '<1' : String(Math.round(p * 100));
}
