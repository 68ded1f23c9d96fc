// Marking enemy pieces while playing, and what the marks were worth afterwards.

import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../announce.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { guesses, markOf, TONES } from '../model/marks.ts';
import { figure, isSign, rankName } from '../model/ranks.ts';
import { other, squareName } from '../model/squares.ts';
import type { Color, GameRecord, GameState, Mark } from '../model/wire.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

const words = strings.marks;

export interface MarkPaletteProps {
  state: GameState;
  /** The square of the enemy piece that is being marked. */
  square: number;
  onMark: (mark: Mark) => void;
  onClose: () => void;
}

/** What may be noted on one enemy piece: ranks it can still have, colours, nothing. */
export function MarkPalette({ state, square, onMark, onClose }: MarkPaletteProps) {
  const box = useRef<HTMLDivElement>(null);
  const piece = state.position.pieces.find((p) => p.at === square);
  useEffect(() => box.current?.querySelector('button')?.focus({ preventScroll: true }), [square]);
  if (!piece) return null;
  const mark = markOf(state.marks ?? [], piece.id);
  const enemy: Color = other(state.seat as Color);
  const set = (part: Partial<Mark>) => {
    const next = { ...mark, ...part };
    onMark(next);
    announce(words.said(squareName(square), next.rank && rankName(next.rank), next.tone && words.tones[next.tone]));
  };
  return (
    <div
      class="mark-palette"
      role="group"
      aria-label={words.title(squareName(square))}
      ref={box}
      onKeyDown={(e) => {
        if (e.key !== 'Escape') return;
        e.stopPropagation();
        onClose();
      }}
    >
      {[...(piece.may ?? 'MB98765432SF')].reverse().map((rank) => (
        <button key={rank} class={rank === mark.rank ? 'on' : ''} aria-pressed={rank === mark.rank} aria-label={words.maybe(rankName(rank))} data-mark={rank} onClick={() => set({ rank: rank === mark.rank ? '' : rank })}>
          {isSign(rank) ? <PieceIcon color={enemy} rank={rank} numbering="european" shapes={false} size={26} /> : figure(rank, settings.value.numbering)}
        </button>
      ))}
      {TONES.map((tone) => (
        <button key={tone} class={`tone tone-${tone} ${tone === mark.tone ? 'on' : ''}`} aria-pressed={tone === mark.tone} aria-label={words.tones[tone]} data-tone={tone} onClick={() => set({ tone: tone === mark.tone ? '' : tone })}>
          <i aria-hidden="true" />
        </button>
      ))}
      <button class="done" onClick={onClose}>
        {words.done}
      </button>
    </div>
  );
}

/** How many marks were right, and which were not. */
export function MarksTruth({ record }: { record: GameRecord }) {
  const all = guesses(record);
  if (all.length === 0) return null;
  const right = all.filter((g) => g.guessed === g.was);
  return (
    <div class="marks-truth" id="marks-truth">
      <p class="words">{words.score(right.length, all.length)}</p>
      <ul>
        {all.map((g) => (
          <li key={g.square} class={g.guessed === g.was ? 'right' : 'wrong'}>
            {words.truth(squareName(g.square), rankName(g.guessed), rankName(g.was))}
          </li>
        ))}
      </ul>
    </div>
  );
}
