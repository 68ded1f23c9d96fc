// A setup on the board with its tray: place, drag, swap, throw back.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board.tsx';
import { PieceIcon } from '../board/Piece.tsx';
import { squareAt, toDrawing } from '../board/geometry.ts';
import { announce } from '../announce.ts';
import { rankName, rankTitle, TRAY_ORDER } from '../model/ranks.ts';
import { nextHighest, place, swap, tray, type SetupSquares } from '../model/setup.ts';
import { fromSide, isLake, squareName } from '../model/squares.ts';
import type { Color, Piece } from '../model/wire.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

export interface SetupEditorProps {
  setup: SetupSquares;
  onChange: (setup: SetupSquares) => void;
  variant: string;
  color: Color;
  /** How likely something is on each of the setup's squares. */
  heat?: readonly number[] | undefined;
}

const HOME = Array.from({ length: 40 }, (_, i) => i);

export function SetupEditor({ setup, onChange, variant, color, heat }: SetupEditorProps) {
  const { numbering, shapes } = settings.value;
  const left = tray(setup, variant);
  const [held, setHeld] = useState('');
  const [ghost, setGhost] = useState<{ x: number; y: number; letter: string }>();
  const box = useRef<HTMLDivElement>(null);
  const inHand = held && (left[held] ?? 0) > 0 ? held : nextHighest(setup, variant);

  const pieces = useMemo<Piece[]>(
    () => setup.flatMap((rank, i) => (rank ? [{ id: i, color, at: fromSide(i, color), rank, moved: false, shown: false }] : [])),
    [setup, color],
  );
  const legal = useMemo(() => {
    const home = HOME.map((i) => fromSide(i, color));
    return new Map(pieces.map((p) => [p.at, home.filter((s) => s !== p.at)]));
  }, [pieces, color]);

  function put(square: number, letter: string) {
    const i = fromSide(square, color);
    if (i >= 40 || !letter) return;
    const next = place(setup, i, letter, variant);
    if (next === setup) return;
    onChange(next);
    announce(strings.setups.placed(rankName(letter), squareName(square)));
    setHeld((tray(next, variant)[letter] ?? 0) > 0 ? letter : '');
  }

  function take(square: number) {
    const i = fromSide(square, color);
    if (i >= 40 || !setup[i]) return;
    setHeld(setup[i]!);
    onChange(setup.map((r, j) => (j === i ? '' : r)));
  }

  // A press on the tray becomes a drag when the pointer is let go over the board.
  useEffect(() => {
    if (!ghost) return;
    const move = (e: PointerEvent) => setGhost((g) => g && { ...g, x: e.clientX, y: e.clientY });
    const drop = (e: PointerEvent) => {
      setGhost(undefined);
      const svg = box.current?.querySelector<SVGSVGElement>('svg.board');
      const square = svg && squareAt(toDrawing(svg, e.clientX, e.clientY), color);
      if (square !== undefined && square !== null) put(square, ghost.letter);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
    };
  }, [ghost?.letter, setup]);

  function label(square: number): string {
    const i = fromSide(square, color);
    const what = isLake(square) ? strings.board.lake : i >= 40 ? strings.setups.notHome : setup[i] ? rankTitle(setup[i]!, numbering) : strings.board.empty;
    return `${squareName(square)}, ${what}`;
  }

  return (
    <div class="editor" ref={box}>
      <div class="stage">
        <Board
          side={color}
          name={strings.setups.boardName}
          pieces={pieces}
          numbering={numbering}
          shapes={shapes}
          legal={legal}
          editing
          {...(heat ? { heat: new Map(heat.map((p, i) => [fromSide(i, color), p])) } : {})}
          label={label}
          onMove={(from, to) => onChange(swap(setup, fromSide(from, color), fromSide(to, color)))}
          onSquare={(square) => put(square, inHand)}
          onRemove={take}
        />
      </div>
      <div class="tray" role="group" aria-label={strings.setups.tray}>
        {[...TRAY_ORDER]
          .filter((letter) => letter in left)
          .map((letter) => {
            const n = left[letter] ?? 0;
            return (
              <button
                key={letter}
                type="button"
                class={letter === inHand ? 'on' : ''}
                aria-pressed={letter === inHand}
                data-piece={letter}
                disabled={n === 0}
                onClick={() => setHeld(letter)}
                onPointerDown={(e) => {
                  if (n === 0) return;
                  setHeld(letter);
                  setGhost({ x: e.clientX, y: e.clientY, letter });
                }}
              >
                <PieceIcon color={color} rank={letter} numbering={numbering} shapes={shapes} size={34} />
                <span aria-hidden="true">{n}</span>
                <span class="sr">{strings.setups.trayPiece(rankName(letter), n)}</span>
              </button>
            );
          })}
      </div>
      {ghost && (
        <div class="ghost" style={{ left: `${ghost.x}px`, top: `${ghost.y}px` }} aria-hidden="true">
          <PieceIcon color={color} rank={ghost.letter} numbering={numbering} shapes={shapes} size={48} />
        </div>
      )}
    </div>
  );
}
