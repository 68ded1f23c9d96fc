import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { complete, emptySetup, fits, formatSetup, mirror, missing, nextHighest, parseSetup, place, swap, tray } from '../model/setup.ts';

const CYCLONE = '74B4225252SBFB395246M6B38633B4273265728B';

test('a setup reads and writes as forty characters', () => {
  assert.equal(formatSetup(parseSetup(CYCLONE)), CYCLONE);
  assert.equal(formatSetup(emptySetup()), '.'.repeat(40));
  assert.ok(complete(parseSetup(CYCLONE), 'classic'));
  assert.ok(fits(CYCLONE, 'classic'));
  assert.ok(!fits(CYCLONE, 'barrage'));
  assert.ok(!fits('', 'classic'));
});

test('the tray hands out the next highest piece', () => {
  let setup = emptySetup();
  const order = [];
  for (let i = 0; i < 40; i++) {
    const letter = nextHighest(setup, 'classic');
    order.push(letter);
    setup = place(setup, i, letter, 'classic');
  }
  assert.equal(order.slice(0, 4).join(''), 'M988');
  assert.equal(order.at(-1), 'F');
  assert.equal(nextHighest(setup, 'classic'), '');
});

test('an incomplete setup says what is missing', () => {
  const setup = parseSetup(CYCLONE.replace('M', '.').replace('F', '.'));
  assert.deepEqual(missing(setup, 'classic'), [
    { letter: 'M', n: 1 },
    { letter: 'F', n: 1 },
  ]);
});

test('a piece that is used up cannot be placed; what stood there returns', () => {
  const setup = parseSetup(CYCLONE);
  assert.equal(place(setup, 0, 'M', 'classic'), setup);
  const removed = place(setup, 0, '', 'classic');
  assert.equal(tray(removed, 'classic')['7'], 1);
});

test('mirror twice is nothing; swap exchanges', () => {
  const setup = parseSetup(CYCLONE);
  assert.deepEqual(mirror(mirror(setup)), setup);
  assert.equal(mirror(setup)[0], setup[9]);
  const swapped = swap(setup, 0, 39);
  assert.equal(swapped[0], 'B');
  assert.equal(swapped[39], '7');
});
