// The board: pointer and keyboard handed to the hand, everything drawn in SVG.

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { squareName } from '../model/squares.ts';
import { Arrows, Drawing, Heat, LastMove, Selection } from './Marks.tsx';
import { BattleView } from './Battle.tsx';
import { corner, rowsOf, squareAt, toDrawing, UNIT, VIEW_BOX } from './geometry.ts';
import { Ground } from './Ground.tsx';
import { cancel, draw, drawn, grabs, key, press, refusedFrom, release, restingHand, settle, slide, swept, targetsOf, wipe, type Act, type Allowed, type Place, type Step } from './hand.ts';
import { Notes } from './Notes.tsx';
import { PieceArt } from './Piece.tsx';
import type { BoardProps } from './types.ts';

/** A finger that is back up this soon, in milliseconds, meant to scroll. */
const SWEEP = 200;

export function Board(props: BoardProps) {
  const { side, pieces } = props;
  const svg = useRef<SVGSVGElement>(null);
  const battle = props.battle !== undefined;
  const allowed = useMemo<Allowed>(
    () => ({ legal: props.legal ?? new Map(), forbidden: props.forbidden ?? new Map(), battle }),
    [props.legal, props.forbidden, battle],
  );
  const hand = useSignal(restingHand(side));
  const { selected, cursor, drag, shapes, stroke } = hand.value;
  const occupied = new Set(pieces.map((p) => p.at));
  const targets = props.editing ? [] : targetsOf(hand.value, allowed);
  const pressed = useRef(0);
  /** A press that ended a battle is one on the board that follows. */
  const early = useRef<PointerEvent | undefined>(undefined);

  useLayoutEffect(() => {
    hand.value = settle(hand.value, allowed);
    const press = early.current;
    if (!press || allowed.battle) return;
    early.current = undefined;
    down(press);
  }, [allowed]);

  useEffect(() => {
    if (selected !== undefined && targets.length > 0) props.onSelect?.(selected, targets);
  }, [selected]);

  // What was drawn was about the position that is gone.
  useEffect(() => {
    hand.value = wipe(hand.value);
  }, [props.last?.from, props.last?.to, side]);

  function take(step: Step) {
    hand.value = step.hand;
    step.acts.forEach(perform);
  }

  function perform(act: Act) {
    switch (act.kind) {
      case 'move':
        return props.onMove?.(act.from, act.to);
      case 'refused':
        return props.onForbidden?.(act.why);
      case 'missed':
        return props.onMiss?.(act.from, act.to);
      case 'remove':
        return props.onRemove?.(act.square);
      case 'click':
        return props.onSquare?.(act.square);
      case 'inspect':
        return props.onInspect?.(act.square);
      case 'skip':
        return props.onSkip?.();
      case 'escape':
        return props.onEscape?.();
      case 'focus':
        return svg.current?.querySelector<SVGElement>(`[data-square="${squareName(act.square)}"]`)?.focus({ preventScroll: true });
    }
  }

  function locate(at: { clientX: number; clientY: number }): Place {
    const point = toDrawing(svg.current!, at.clientX, at.clientY);
    return { point, square: squareAt(point, side) };
  }

  /** A finger on a piece drags it; anywhere else it scrolls the page, as everywhere. */
  function onTouchStart(e: TouchEvent) {
    const square = e.touches.length === 1 ? locate(e.touches[0]!).square : undefined;
    if (square !== undefined && grabs(hand.value, allowed, square)) e.preventDefault();
  }

  function onPointerDown(e: PointerEvent) {
    if (e.button === 2) hand.value = draw(hand.value, locate(e));
    if (e.button > 0) return;
    pressed.current = e.timeStamp;
    early.current = allowed.battle ? e : undefined;
    down(e);
    if (hand.value.drag) e.preventDefault();
  }

  function down(e: PointerEvent) {
    take(press(hand.value, allowed, locate(e)));
    if (hand.value.drag) svg.current!.setPointerCapture(e.pointerId);
  }

  function onPointerUp(e: PointerEvent) {
    if (e.button === 2) hand.value = drawn(hand.value, locate(e));
    if (e.button !== 0) return;
    early.current = undefined;
    if (e.pointerType === 'touch' && e.timeStamp - pressed.current < SWEEP && hand.value.drag?.moving) hand.value = swept(hand.value);
    take(release(hand.value, allowed, locate(e)));
  }

  function onKeyDown(e: KeyboardEvent) {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const step = key(hand.value, allowed, e.key, side);
    if (!step) return;
    take(step);
    e.preventDefault();
    e.stopPropagation();
  }

  return (
    <svg
      ref={svg}
      class={props.battle ? 'board fighting' : 'board'}
      viewBox={props.view ?? VIEW_BOX}
      role="grid"
      aria-label={props.name}
      onTouchStart={onTouchStart}
      onPointerDown={onPointerDown}
      onPointerMove={(e) => take(slide(hand.value, locate(e), e.pointerType === 'mouse'))}
      onPointerUp={onPointerUp}
      onContextMenu={(e) => e.preventDefault()}
      onPointerCancel={() => (hand.value = cancel(hand.value))}
      onPointerLeave={() => !hand.value.drag && props.onInspect?.(undefined)}
      onKeyDown={onKeyDown}
    >
      <Ground side={side}>
        {props.heat && <Heat heat={props.heat} side={side} />}
        {props.premove && <LastMove from={props.premove.from} to={props.premove.to} side={side} waits />}
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
                class={allowed.legal.has(square) ? 'cell grab' : 'cell'}
                data-square={squareName(square)}
                x={x}
                y={top}
                width={UNIT}
                height={UNIT}
                tabindex={square === cursor ? 0 : -1}
                aria-label={props.label(square, targets.includes(square))}
                aria-selected={square === selected}
                onFocus={() => (hand.value = { ...hand.value, cursor: square })}
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
      <Selection ahead={props.ahead === true} selected={selected} targets={targets} occupied={occupied} forbidden={refusedFrom(allowed, selected)} marked={props.marked} side={side} />
      {props.notes && <Notes notes={props.notes} side={side} numbering={props.numbering} />}
      {props.arrows && <Arrows arrows={props.arrows} side={side} />}
      <Drawing shapes={stroke ? [...shapes, stroke] : shapes} side={side} />
      {props.battle && <BattleView battle={props.battle} side={side} numbering={props.numbering} shapes={props.shapes} />}
    </svg>
  );
}
