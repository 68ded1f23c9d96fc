import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { premoves } from '../model/premove.ts';
import { parseSquare, squareName } from '../model/squares.ts';
import type { Piece } from '../model/wire.ts';

const piece = (square: string, color: 'red' | 'blue', rank: string): Piece => ({ id: 0, color, at: parseSquare(square)!, rank, moved: false, shown: false });

test('a piece may be sent a step any way, a scout as far as nothing of its own is in the way', () => {
  const found = premoves([piece('a4', 'red', '2'), piece('b4', 'red', '6'), piece('c4', 'red', 'B'), piece('a8', 'blue', ''), piece('b5', 'blue', '')], 'red');
  const reach = (square: string) => (found.get(parseSquare(square)!) ?? []).map(squareName).sort();
  assert.deepEqual(reach('a4'), ['a0', 'a1', 'a2', 'a3', 'a5', 'a6', 'a7', 'a8', 'a9'].sort());
  assert.deepEqual(reach('b4'), ['b3', 'b5']);
  assert.deepEqual(reach('c4'), []);
  assert.equal(found.has(parseSquare('a8')!), false);
});

test('nothing is sent into a lake or off the board', () => {
  const found = premoves([piece('c4', 'red', '5'), piece('k1', 'red', '5')], 'red');
  assert.deepEqual(found.get(parseSquare('c4')!)!.map(squareName).sort(), ['b4', 'c3', 'd4']);
  assert.deepEqual(found.get(parseSquare('k1')!)!.map(squareName).sort(), ['j1', 'k2']);
});
