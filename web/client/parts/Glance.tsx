// What a piece beats and falls to when it attacks, in one line beneath the board.

import { boot } from '../boot.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { figure, isSign, LETTERS, numbered, rankName } from '../model/ranks.ts';
import type { Color } from '../model/wire.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

const words = strings.aids;

export function Glance({ rank, color }: { rank: string; color: Color }) {
  const fights = boot.value?.battles[rank];
  const { numbering, shapes } = settings.value;
  const shown = (ranks: string) =>
    [...LETTERS]
      .reverse()
      .filter((r) => ranks.includes(r))
      .map((r) => (
        <b key={r} title={rankName(r)}>
          {isSign(r) ? <PieceIcon color={color} rank={r} numbering={numbering} shapes={false} size={18} title={rankName(r)} /> : figure(r, numbering)}
        </b>
      ));
  return (
    <p class="glance" role="note" aria-label={words.name}>
      {fights ? (
        <>
          <PieceIcon color={color} rank={rank} numbering={numbering} shapes={shapes} size={24} title={rankName(rank)} />
          <span>
            {words.beats} {shown(fights.wins)}
          </span>
          <span>
            {words.ties} {shown(fights.ties)}
          </span>
          <span>
            {words.falls} {shown(fights.loses)}
          </span>
        </>
      ) : (
        numbered(words.ladder, numbering)
      )}
    </p>
  );
}
