// The hand at the board: what is selected and dragged, apart from how it is drawn.
// Presses, slides and keys go in; the next hand and what it did come out.

import type { Color } from '../model/wire.ts';
import { arrow, isArrow, type Point } from './geometry.ts';

/** How far a pointer goes, in drawing units, before a press becomes a drag. */
const DRAG_THRESHOLD = 14;

export interface Drag {
  from: number;
  start: Point;
  now: Point;
  /** It went far enough to be a drag and no click. */
  moving: boolean;
  /** The piece was selected already: a click on it lets it go. */
  reselect: boolean;
}

/** Something drawn with the right button: an arrow, or a circle where both squares are the same. */
export interface Shape {
  from: number;
  to: number;
}

export interface Hand {
  /** Where the keyboard is. */
  cursor: number;
  selected?: number | undefined;
  drag?: Drag | undefined;
  shapes: Shape[];
  /** The shape that the right button is drawing. */
  stroke?: Shape | undefined;
}

/** What the board allows. */
export interface Allowed {
  /** Where each square's piece may go. */
  legal: ReadonlyMap<number, number[]>;
  /** Why a move is forbidden, by "from-to". */
  forbidden: ReadonlyMap<string, string>;
  /** A battle is on the stage: everything skips it. */
  battle: boolean;
}

/** Where a pointer is; no square beyond the board's edge. */
export interface Place {
  point: Point;
  square: number | undefined;
}

export type Act =
  | { kind: 'move'; from: number; to: number }
  | { kind: 'refused'; why: string }
  | { kind: 'missed'; from: number; to: number }
  | { kind: 'remove'; square: number }
  | { kind: 'click'; square: number }
  | { kind: 'inspect'; square: number | undefined }
  | { kind: 'focus'; square: number }
  | { kind: 'escape' }
  | { kind: 'skip' };

export interface Step {
  hand: Hand;
  acts: Act[];
}

export function restingHand(side: Color): Hand {
  return { cursor: side === 'red' ? 34 : 65, shapes: [] };
}

export function targetsOf(hand: Hand, { legal }: Allowed): number[] {
  return hand.selected === undefined ? [] : (legal.get(hand.selected) ?? []);
}

/** The squares that only a rule keeps a piece from. */
export function refusedFrom({ forbidden }: Allowed, from: number | undefined): number[] {
  if (from === undefined) return [];
  const prefix = `${from}-`;
  return [...forbidden.keys()].filter((key) => key.startsWith(prefix)).map((key) => Number(key.slice(prefix.length)));
}

/** Whether a press on a square takes its piece in hand. */
export function grabs(hand: Hand, allowed: Allowed, square: number): boolean {
  return allowed.legal.has(square) && !targetsOf(hand, allowed).includes(square);
}

/** The board allows something else: what can no longer be held is let go. */
export function settle(hand: Hand, { legal }: Allowed): Hand {
  const held = (square: number | undefined) => (square !== undefined && legal.has(square) ? square : undefined);
  return { ...hand, selected: held(hand.selected), drag: hand.drag && held(hand.drag.from) !== undefined ? hand.drag : undefined };
}

/** Takes off what was drawn. */
export function wipe(hand: Hand): Hand {
  return { ...hand, shapes: [], stroke: undefined };
}

/** The right button goes down, and draws until it comes up. */
export function draw(hand: Hand, { square }: Place): Hand {
  return square === undefined ? hand : { ...hand, stroke: { from: square, to: square } };
}

/** The right button comes up: its shape is drawn, or taken off where it was. */
export function drawn(hand: Hand, { square }: Place): Hand {
  const { stroke, shapes } = hand;
  if (!stroke) return hand;
  if (square === undefined) return { ...hand, stroke: undefined };
  const shape = { from: stroke.from, to: square };
  const others = shapes.filter((s) => s.from !== shape.from || s.to !== shape.to);
  return { ...hand, stroke: undefined, shapes: others.length < shapes.length ? others : [...shapes, shape] };
}

export function press(before: Hand, allowed: Allowed, { point, square }: Place): Step {
  if (allowed.battle) return { hand: before, acts: [{ kind: 'skip' }] };
  const hand = wipe(before);
  if (square === undefined) return { hand, acts: [] };
  if (!grabs(hand, allowed, square)) return { hand: { ...hand, cursor: square }, acts: [] };
  return {
    hand: { ...hand, cursor: square, selected: square, drag: { from: square, start: point, now: point, moving: false, reselect: hand.selected === square } },
    acts: [{ kind: 'inspect', square }, { kind: 'focus', square }],
  };
}

/** A pointer moves; hovering is that of a mouse, which looks at what it is over. */
export function slide(hand: Hand, { point, square }: Place, hovering: boolean): Step {
  if (hand.stroke) return { hand: { ...hand, stroke: { from: hand.stroke.from, to: square ?? hand.stroke.from } }, acts: [] };
  if (!hand.drag) return { hand, acts: hovering ? [{ kind: 'inspect', square }] : [] };
  const far = Math.hypot(point.x - hand.drag.start.x, point.y - hand.drag.start.y) > DRAG_THRESHOLD;
  return { hand: { ...hand, drag: { ...hand.drag, now: point, moving: hand.drag.moving || far } }, acts: [] };
}

export function release(hand: Hand, allowed: Allowed, { square }: Place): Step {
  const { drag } = hand;
  if (allowed.battle) return { hand: { ...hand, drag: undefined }, acts: [] };
  if (!drag) return square === undefined ? { hand, acts: [] } : click(hand, allowed, square);
  const still = { ...hand, drag: undefined };
  const empty = { ...still, selected: undefined };
  if (!drag.moving) return { hand: drag.reselect ? empty : still, acts: [] };
  if (square === undefined) return { hand: empty, acts: [{ kind: 'remove', square: drag.from }] };
  if (square === drag.from) return { hand: still, acts: [] };
  return { hand: empty, acts: attempt(allowed, drag.from, square) };
}

/** A finger that only swept over a piece has not dragged it. */
export function swept(hand: Hand): Hand {
  return { ...hand, drag: hand.drag && { ...hand.drag, moving: false, reselect: false } };
}

/** A pointer is taken away by the system: the piece stays where it was. */
export function cancel(hand: Hand): Hand {
  return { ...hand, drag: undefined, stroke: undefined };
}

export function key(hand: Hand, allowed: Allowed, name: string, side: Color): Step | undefined {
  if (isArrow(name)) {
    const square = arrow(hand.cursor, name, side);
    return { hand: { ...hand, cursor: square }, acts: [{ kind: 'focus', square }, { kind: 'inspect', square }] };
  }
  if (allowed.battle) return { hand, acts: [{ kind: 'skip' }] };
  switch (name) {
    case 'Enter':
    case ' ':
      return click(hand, allowed, hand.cursor);
    case 'Escape':
      return { hand: { ...wipe(hand), selected: undefined }, acts: [{ kind: 'escape' }] };
    case 'Delete':
    case 'Backspace':
      return { hand: { ...hand, selected: undefined }, acts: [{ kind: 'remove', square: hand.cursor }] };
  }
  return undefined;
}

/** A click or Enter on a square: it moves what is selected, or selects. */
function click(hand: Hand, allowed: Allowed, square: number): Step {
  const from = hand.selected;
  const inspect: Act = { kind: 'inspect', square };
  if (from !== undefined && from !== square) {
    const acts = attempt(allowed, from, square);
    if (acts[0]?.kind === 'move') return { hand: { ...hand, selected: undefined }, acts: [inspect, ...acts] };
    if (acts.length > 0) return { hand, acts: [inspect, ...acts] };
  }
  if (allowed.legal.has(square) || refusedFrom(allowed, square).length > 0) {
    return { hand: { ...hand, selected: square === from ? undefined : square }, acts: [inspect] };
  }
  const missed: Act[] = from !== undefined && from !== square ? [{ kind: 'missed', from, to: square }] : [];
  return { hand: { ...hand, selected: undefined }, acts: [inspect, ...missed, { kind: 'click', square }] };
}

/** The move, or why it is forbidden; nothing where it was never one. */
function attempt({ legal, forbidden }: Allowed, from: number, to: number): Act[] {
  if (legal.get(from)?.includes(to)) return [{ kind: 'move', from, to }];
  const why = forbidden.get(`${from}-${to}`);
  return why ? [{ kind: 'refused', why }] : [];
}
