import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { armyOf } from '../model/army.ts';
import type { Dead, Piece } from '../model/wire.ts';

const piece = (id: number, color: 'red' | 'blue', rank: string): Piece => ({ id, color, at: id, rank, moved: false, shown: false });
const dead = (id: number, rank: string): Dead => ({ id, color: 'blue', rank });

test('a whole army is a row of all its pieces, the fallen marked', () => {
  const hidden = Array.from({ length: 37 }, (_, i) => piece(i, 'blue', ''));
  const row = armyOf('blue', hidden, [dead(40, '2'), dead(41, '2'), dead(42, 'M')], 'classic');
  assert.equal(row.length, 40);
  assert.deepEqual(row[0], { rank: 'M', fallen: true });
  assert.deepEqual(row.filter((t) => t.rank === '2').map((t) => t.fallen), [true, true, false, false, false, false, false, false]);
  assert.equal(row.filter((t) => t.fallen).length, 3);
  assert.equal(armyOf('red', hidden, [], 'classic').length, 0);
});

test('of a free position only the fallen are known', () => {
  assert.deepEqual(armyOf('blue', [piece(0, 'blue', '')], [dead(1, '3')], 'classic'), [{ rank: '3', fallen: true }]);
});
