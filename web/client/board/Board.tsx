// The board: pointer and keyboard turned into moves, everything drawn in SVG.

import { useEffect, useRef, useState } from 'preact/hooks';
import { squareName } from '../model/squares.ts';
import { Arrows, Heat, LastMove, Selection } from './Marks.tsx';
import { BattleView } from './Battle.tsx';
import { arrow, corner, isArrow, rowsOf, squareAt, toDrawing, UNIT, VIEW_BOX, type Point } from './geometry.ts';
import { Ground } from './Ground.tsx';
import { PieceArt } from './Piece.tsx';
import type { BoardProps } from './types.ts';

/** How far a pointer goes, in drawing units, before a press becomes a drag. */
const DRAG_THRESHOLD = 14;

interface Drag {
  from: number;
  start: Point;
  now: Point;
  moving: boolean;
  reselect: boolean;
}

const NO_MOVES: Map<number, number[]> = new Map();
const NO_REASONS: Map<string, string> = new Map();

export function Board(props: BoardProps) {
  const { side, pieces, legal = NO_MOVES, forbidden = NO_REASONS } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [selected, setSelected] = useState<number>();
  const [cursor, setCursor] = useState<number>(side === 'red' ? 34 : 65);
  const [drag, setDrag] = useState<Drag>();
  const occupied = new Set(pieces.map((p) => p.at));

  useEffect(() => {
    setSelected((s) => (s !== undefined && legal.has(s) ? s : undefined));
  }, [legal]);

  const targets = selected === undefined ? [] : (legal.get(selected) ?? []);
  const refused = selected === undefined ? [] : refusedFrom(forbidden, selected);

  /** Says why a move is forbidden, if a rule forbids it. */
  function refuse(from: number, to: number): boolean {
    const why = forbidden.get(`${from}-${to}`);
    if (why) props.onForbidden?.(why);
    return why !== undefined;
  }

  /** A click or Enter on a square. */
  function act(square: number) {
    const from = selected;
    props.onInspect?.(square);
    if (from !== undefined && from !== square) {
      if (legal.get(from)?.includes(square)) {
        setSelected(undefined);
        props.onMove?.(from, square);
        return;
      }
      if (refuse(from, square)) return;
    }
    if (legal.has(square) || refusedFrom(forbidden, square).length > 0) {
      setSelected(square === selected ? undefined : square);
    } else {
      setSelected(undefined);
      props.onSquare?.(square);
    }
  }

  function locate(e: PointerEvent): { point: Point; square: number | undefined } {
    const point = toDrawing(svg.current!, e.clientX, e.clientY);
    return { point, square: squareAt(point, side) };
  }

  /** Whether a press on a square takes its piece in hand. */
  function grabs(square: number): boolean {
    return legal.has(square) && !targets.includes(square);
  }

  /** A finger on a piece drags it; anywhere else it scrolls the page, as everywhere. */
  function touch(e: TouchEvent) {
    const finger = e.touches[0];
    const square = finger && squareAt(toDrawing(svg.current!, finger.clientX, finger.clientY), side);
    if (e.touches.length === 1 && square !== undefined && grabs(square)) e.preventDefault();
  }

  function press(e: PointerEvent) {
    if (props.battle) {
      props.onSkip?.();
      return;
    }
    const { point, square } = locate(e);
    if (square === undefined || e.button > 0) return;
    setCursor(square);
    if (grabs(square)) {
      setDrag({ from: square, start: point, now: point, moving: false, reselect: selected === square });
      setSelected(square);
      props.onInspect?.(square);
      svg.current!.setPointerCapture(e.pointerId);
      e.preventDefault();
      focusSquare(square);
    }
  }

  function slide(e: PointerEvent) {
    const { point, square } = locate(e);
    if (!drag) {
      if (e.pointerType === 'mouse') props.onInspect?.(square);
      return;
    }
    const far = Math.hypot(point.x - drag.start.x, point.y - drag.start.y) > DRAG_THRESHOLD;
    setDrag({ ...drag, now: point, moving: drag.moving || far });
  }

  function release(e: PointerEvent) {
    if (props.battle) return;
    const { square } = locate(e);
    if (!drag) {
      if (square !== undefined && e.button === 0) act(square);
      return;
    }
    setDrag(undefined);
    if (!drag.moving) {
      if (drag.reselect) setSelected(undefined);
    } else if (square === undefined) {
      setSelected(undefined);
      props.onRemove?.(drag.from);
    } else if (square !== drag.from) {
      setSelected(undefined);
      if (legal.get(drag.from)?.includes(square)) props.onMove?.(drag.from, square);
      else refuse(drag.from, square);
    }
  }

  function key(e: KeyboardEvent) {
    if (props.battle && !isArrow(e.key)) {
      props.onSkip?.();
    } else if (isArrow(e.key) && !e.altKey && !e.ctrlKey && !e.metaKey) {
      const next = arrow(cursor, e.key, side);
      setCursor(next);
      focusSquare(next);
      props.onInspect?.(next);
    } else if (e.key === 'Enter' || e.key === ' ') {
      act(cursor);
    } else if (e.key === 'Escape') {
      setSelected(undefined);
    } else if ((e.key === 'Delete' || e.key === 'Backspace') && props.onRemove) {
      setSelected(undefined);
      props.onRemove(cursor);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  function focusSquare(square: number) {
    svg.current?.querySelector<SVGElement>(`[data-square="${squareName(square)}"]`)?.focus({ preventScroll: true });
  }

  return (
    <svg
      ref={svg}
      class={props.battle ? 'board fighting' : 'board'}
      viewBox={props.view ?? VIEW_BOX}
      role="grid"
      aria-label={props.name}
      onTouchStart={touch}
      onPointerDown={press}
      onPointerMove={slide}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => !drag && props.onInspect?.(undefined)}
      onKeyDown={key}
    >
      <Ground side={side}>
        {props.heat && <Heat heat={props.heat} side={side} />}
        {props.last && <LastMove from={props.last.from} to={props.last.to} side={side} />}
      </Ground>
      {rowsOf(side).map((row, y) => (
        <g role="row" key={y}>
          {row.map((square) => {
            const { x, y: top } = corner(square, side);
            return (
              <rect
                key={square}
                role="gridcell"
                class={legal.has(square) ? 'cell grab' : 'cell'}
                data-square={squareName(square)}
                x={x}
                y={top}
                width={UNIT}
                height={UNIT}
                tabindex={square === cursor ? 0 : -1}
                aria-label={props.label(square)}
                aria-selected={square === selected}
                onFocus={() => setCursor(square)}
              />
            );
          })}
        </g>
      ))}
      <g class="pieces" aria-hidden="true">
        {pieces
          .filter((p) => p.at !== props.battle?.at && p.at !== props.battle?.from)
          .sort((a, b) => a.id - b.id)
          .map((piece) => {
            const lifted = drag?.moving && drag.from === piece.at;
            const { x, y } = lifted ? { x: drag.now.x - UNIT / 2, y: drag.now.y - UNIT / 2 } : corner(piece.at, side);
            return (
              <g key={piece.id} class={lifted ? 'place lifted' : 'place'} style={{ transform: `translate(${x}px, ${y}px)` }}>
                <g class="stand">
                  <PieceArt piece={piece} numbering={props.numbering} shapes={props.shapes} />
                </g>
              </g>
            );
          })}
      </g>
      <Selection selected={selected} targets={props.editing ? [] : targets} occupied={occupied} forbidden={refused} marked={props.marked} side={side} />
      {props.arrows && <Arrows arrows={props.arrows} side={side} />}
      {props.battle && <BattleView battle={props.battle} side={side} numbering={props.numbering} shapes={props.shapes} />}
    </svg>
  );
}

function refusedFrom(forbidden: Map<string, string>, from: number): number[] {
  const prefix = `${from}-`;
  return [...forbidden.keys()].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
}
