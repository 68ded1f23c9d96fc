import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { arrow, centre, corner, rowsOf, squareAt } from '../board/geometry.ts';
import { isLake, moveName, parseMove, parseSquare, squareName } from '../model/squares.ts';

test('squares have names, and names squares', () => {
  assert.equal(squareName(0), 'a1');
  assert.equal(squareName(99), 'k0');
  for (let s = 0; s < 100; s++) assert.equal(parseSquare(squareName(s)), s);
  assert.equal(parseSquare('i3'), undefined);
  assert.equal(moveName(34, 44), 'e4-e5');
  assert.deepEqual(parseMove('e4-e5'), { from: 34, to: 44 });
  assert.deepEqual(parseMove('d8#Mxe8#8'), { from: 73, to: 74 });
});

test('eight squares are lakes', () => {
  assert.equal(Array.from({ length: 100 }, (_, i) => i).filter(isLake).length, 8);
});

test('a square is found where it is drawn, from both sides', () => {
  for (const side of ['red', 'blue'] as const) {
    for (let s = 0; s < 100; s++) assert.equal(squareAt(centre(s, side), side), s);
  }
  assert.deepEqual(corner(0, 'red'), { x: 0, y: 900 });
  assert.deepEqual(corner(0, 'blue'), { x: 900, y: 0 });
  assert.equal(squareAt({ x: -5, y: 10 }, 'red'), undefined);
});

test('arrow keys go the way they point and stop at the edge', () => {
  assert.equal(arrow(34, 'ArrowUp', 'red'), 44);
  assert.equal(arrow(34, 'ArrowUp', 'blue'), 24);
  assert.equal(arrow(0, 'ArrowLeft', 'red'), 0);
  const seen = new Set([0]);
  let row = 0;
  for (let y = 0; y < 10; y++) {
    let s = row;
    for (let x = 0; x < 9; x++) seen.add((s = arrow(s, 'ArrowRight', 'red')));
    seen.add((row = arrow(row, 'ArrowUp', 'red')));
  }
  assert.equal(seen.size, 100);
});

test('the rows cover the board once', () => {
  assert.equal(new Set(rowsOf('blue').flat()).size, 100);
  assert.equal(rowsOf('red')[9]![0], 0);
});
