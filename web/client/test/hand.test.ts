import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { centre } from '../board/geometry.ts';
import { cancel, draw, drawn, grabs, key, press, refusedFrom, release, restingHand, settle, slide, swept, targetsOf, type Act, type Allowed, type Hand, type Place } from '../board/hand.ts';
import { parseSquare } from '../model/squares.ts';

const sq = (name: string) => parseSquare(name)!;
const at = (name: string): Place => ({ point: centre(sq(name), 'red'), square: sq(name) });
const off: Place = { point: { x: -200, y: 300 }, square: undefined };
const FORBIDDEN = 'The two-squares rule forbids this.';

const allowed: Allowed = {
  legal: new Map([
    [sq('a4'), [sq('a5'), sq('a6')]],
    [sq('e4'), [sq('e5')]],
  ]),
  forbidden: new Map([
    [`${sq('a4')}-${sq('b4')}`, FORBIDDEN],
    [`${sq('k4')}-${sq('k5')}`, FORBIDDEN],
  ]),
  battle: false,
};

/** A hand that goes through a story, with all it did but looking and focus. */
function tell(story: ((hand: Hand) => { hand: Hand; acts: Act[] })[], from: Hand = restingHand('red')) {
  let hand = from;
  const acts: Act[] = [];
  for (const part of story) {
    const step = part(hand);
    hand = step.hand;
    acts.push(...step.acts.filter((a) => a.kind !== 'inspect' && a.kind !== 'focus'));
  }
  return { hand, acts };
}

const down = (place: Place) => (hand: Hand) => press(hand, allowed, place);
const move = (place: Place) => (hand: Hand) => slide(hand, place, true);
const up = (place: Place) => (hand: Hand) => release(hand, allowed, place);
const clickOn = (name: string) => [down(at(name)), up(at(name))];
const type = (name: string) => (hand: Hand) => key(hand, allowed, name, 'red')!;

test('a click selects, a second one moves', () => {
  const { hand } = tell(clickOn('a4'));
  assert.equal(hand.selected, sq('a4'));
  assert.deepEqual(targetsOf(hand, allowed), [sq('a5'), sq('a6')]);
  const after = tell(clickOn('a6'), hand);
  assert.deepEqual(after.acts, [{ kind: 'move', from: sq('a4'), to: sq('a6') }]);
  assert.equal(after.hand.selected, undefined);
});

test('a second click on a piece lets it go, one on another selects that', () => {
  assert.equal(tell([...clickOn('a4'), ...clickOn('a4')]).hand.selected, undefined);
  assert.equal(tell([...clickOn('a4'), ...clickOn('e4')]).hand.selected, sq('e4'));
});

test('a click elsewhere lets go and is told', () => {
  const { hand, acts } = tell([...clickOn('a4'), ...clickOn('h8')]);
  assert.equal(hand.selected, undefined);
  assert.deepEqual(acts, [{ kind: 'missed', from: sq('a4'), to: sq('h8') }, { kind: 'click', square: sq('h8') }]);
});

test('a drag moves, and a trembling click does not', () => {
  const dragged = tell([down(at('e4')), move(at('e5')), up(at('e5'))]);
  assert.deepEqual(dragged.acts, [{ kind: 'move', from: sq('e4'), to: sq('e5') }]);
  assert.equal(dragged.hand.drag, undefined);
  const trembling = { point: { x: at('e4').point.x + 5, y: at('e4').point.y }, square: sq('e4') };
  const clicked = tell([down(at('e4')), move(trembling), up(trembling)]);
  assert.deepEqual(clicked.acts, []);
  assert.equal(clicked.hand.selected, sq('e4'));
});

test('a drop where it cannot go moves nothing and selects nobody, not even the piece under it', () => {
  for (const place of [at('h8'), at('a4')]) {
    const { hand, acts } = tell([down(at('e4')), move(place), up(place)]);
    assert.deepEqual(acts, []);
    assert.equal(hand.selected, undefined);
  }
});

test('a piece brought back stays selected', () => {
  const { hand, acts } = tell([down(at('e4')), move(at('e5')), move(at('e4')), up(at('e4'))]);
  assert.equal(hand.selected, sq('e4'));
  assert.deepEqual(acts, []);
});

test('a piece thrown off the board is removed', () => {
  assert.deepEqual(tell([down(at('e4')), move(off), up(off)]).acts, [{ kind: 'remove', square: sq('e4') }]);
});

test('a forbidden move says why, clicked or dragged', () => {
  assert.deepEqual(refusedFrom(allowed, sq('a4')), [sq('b4')]);
  const clicked = tell([...clickOn('a4'), ...clickOn('b4')]);
  assert.deepEqual(clicked.acts, [{ kind: 'refused', why: FORBIDDEN }]);
  assert.equal(clicked.hand.selected, sq('a4'));
  assert.deepEqual(tell([down(at('a4')), move(at('b4')), up(at('b4'))]).acts, [{ kind: 'refused', why: FORBIDDEN }]);
  // A piece with nothing but forbidden moves can be asked about too.
  assert.equal(tell(clickOn('k4')).hand.selected, sq('k4'));
});

test('a battle is skipped by press and key, and nothing moves', () => {
  const fighting = { ...allowed, battle: true };
  assert.deepEqual(press(restingHand('red'), fighting, at('a4')).acts, [{ kind: 'skip' }]);
  assert.deepEqual(key(restingHand('red'), fighting, 'Enter', 'red')!.acts, [{ kind: 'skip' }]);
  assert.deepEqual(release(restingHand('red'), fighting, at('a4')).acts, []);
});

test('the keyboard walks, selects and moves', () => {
  const { hand, acts } = tell([type('Enter'), type('ArrowUp'), type('Enter')]);
  assert.deepEqual(acts, [{ kind: 'move', from: sq('e4'), to: sq('e5') }]);
  assert.equal(hand.cursor, sq('e5'));
  const escaped = tell([type('Enter'), type('Escape')]);
  assert.equal(escaped.hand.selected, undefined);
  assert.deepEqual(escaped.acts, [{ kind: 'escape' }]);
  assert.deepEqual(tell([type('Delete')]).acts, [{ kind: 'remove', square: sq('e4') }]);
  assert.equal(key(restingHand('red'), allowed, 'x', 'red'), undefined);
});

test('a new position lets go of what can no longer move', () => {
  const held = tell([down(at('a4')), move(at('a5'))]).hand;
  assert.deepEqual(settle(held, allowed), held);
  assert.deepEqual(settle(held, { ...allowed, legal: new Map() }), { ...held, selected: undefined, drag: undefined });
});

test('a system that takes the pointer away moves nothing', () => {
  const held = tell([down(at('a4')), move(at('a5'))]).hand;
  assert.equal(cancel(held).drag, undefined);
});

test('a press takes a piece unless another may go there', () => {
  const editing: Allowed = { ...allowed, legal: new Map([[sq('a4'), [sq('e4')]], [sq('e4'), [sq('a4')]]]) };
  assert.ok(grabs(restingHand('red'), editing, sq('e4')));
  assert.ok(!grabs({ cursor: 0, shapes: [], selected: sq('a4') }, editing, sq('e4')));
});

test('a mouse looks at what it is over, a finger does not', () => {
  assert.deepEqual(slide(restingHand('red'), at('h8'), true).acts, [{ kind: 'inspect', square: sq('h8') }]);
  assert.deepEqual(slide(restingHand('red'), at('h8'), false).acts, []);
});

test('the right button draws arrows and circles, and takes them off again', () => {
  const stroke = (hand: Hand, from: string, to: Place) => drawn(slide(draw(hand, at(from)), to, true).hand, to);
  let hand = stroke(restingHand('red'), 'a4', at('a6'));
  hand = stroke(hand, 'e4', at('e4'));
  assert.deepEqual(hand.shapes, [{ from: sq('a4'), to: sq('a6') }, { from: sq('e4'), to: sq('e4') }]);
  assert.equal(hand.selected, undefined);
  assert.deepEqual(stroke(hand, 'a4', at('a6')).shapes, [{ from: sq('e4'), to: sq('e4') }]);
  assert.deepEqual(stroke(hand, 'a4', off).shapes, hand.shapes);
  assert.deepEqual(press(hand, allowed, at('h8')).hand.shapes, []);
  assert.deepEqual(key(hand, allowed, 'Escape', 'red')!.hand.shapes, []);
});

test('a sweep over a piece selects it and moves nothing', () => {
  const held = tell([down(at('e4')), move(at('e5'))]).hand;
  const { hand, acts } = release(swept(held), allowed, at('e5'));
  assert.equal(hand.selected, sq('e4'));
  assert.deepEqual(acts, []);
});
