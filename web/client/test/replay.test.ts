import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { frames, seenBy } from '../model/replay.ts';
import { freshlyRevealed, remembered } from '../model/memory.ts';
import { announceMove, describePiece, moveText } from '../model/notation.ts';
import type { GameEvent, Piece } from '../model/wire.ts';

function piece(id: number, color: 'red' | 'blue', at: number, rank: string): Piece {
  return { id, color, at, rank, moved: false, shown: false };
}

const start = [piece(0, 'red', 30, '2'), piece(1, 'red', 34, '8'), piece(40, 'blue', 64, '6'), piece(41, 'blue', 60, 'B'), piece(42, 'blue', 99, '8')];
const events: GameEvent[] = [
  { from: 34, to: 44 },
  { from: 64, to: 54 },
  { from: 44, to: 54, battle: 'win', attacker: '8', defender: '6' },
  { from: 99, to: 98 },
  { from: 30, to: 50 },
  { from: 98, to: 97 },
  { from: 50, to: 60, battle: 'lose', attacker: '2', defender: 'B' },
];

test('a game is stepped without rules', () => {
  const all = frames(start, 'red', events);
  assert.equal(all.length, 8);
  assert.equal(all[3]!.pieces.find((p) => p.id === 1)!.at, 54);
  assert.deepEqual(all[3]!.dead, [{ id: 40, color: 'blue', rank: '6' }]);
  assert.equal(all[7]!.dead.length, 2);
  assert.equal(all[7]!.toMove, 'blue');
  assert.ok(all[7]!.pieces.find((p) => p.id === 41)!.shown, 'a bomb that held is known');
  assert.ok(all[5]!.pieces.find((p) => p.id === 0)!.shown, 'a scout that ran is known');
  assert.ok(!all[1]!.pieces.find((p) => p.id === 1)!.shown);
});

test('closed pieces hide what was not shown', () => {
  const last = frames(start, 'red', events)[7]!;
  const seen = seenBy(last.pieces, 'red', false);
  assert.equal(seen.find((p) => p.id === 41)!.rank, 'B');
  assert.equal(seen.find((p) => p.id === 42)!.rank, '');
  assert.equal(seenBy(last.pieces, 'red', true).find((p) => p.id === 42)!.rank, '8');
});

test('a winner stays in sight for one move and no longer', () => {
  assert.deepEqual([...freshlyRevealed(events.slice(0, 3))], [54]);
  assert.deepEqual([...freshlyRevealed(events.slice(0, 4))], [54]);
  assert.deepEqual([...freshlyRevealed(events.slice(0, 5))], []);
  const followed: GameEvent[] = [
    { from: 1, to: 2, battle: 'win' },
    { from: 2, to: 3 },
  ];
  assert.deepEqual([...freshlyRevealed(followed)], [3], 'the winner is followed when it moves on');
});

test('without the aid the board forgets, with it nothing is forgotten', () => {
  const pieces = [{ ...piece(1, 'red', 54, '8'), shown: true, moved: true }, { ...piece(42, 'blue', 97, '8'), shown: true, may: '8' }];
  const forgetful = remembered(pieces, 'red', events, false);
  assert.equal(forgetful[1]!.rank, '');
  assert.equal(forgetful[1]!.may, undefined);
  assert.ok(!forgetful[0]!.shown && !forgetful[0]!.moved);
  const kept = remembered(pieces, 'red', events, true);
  assert.equal(kept[1]!.rank, '8');
  assert.ok(kept[0]!.shown && kept[0]!.moved && !kept[1]!.shown);
});

test('moves read well, for eyes and ears', () => {
  assert.equal(moveText(events[0]!, 'european'), 'e4–e5');
  assert.equal(moveText(events[2]!, 'european'), 'e5#8×e6#6');
  assert.equal(moveText(events[2]!, 'american'), 'e5#3×e6#5');
  assert.match(announceMove(events[2]!, 'You'), /colonel against captain.*colonel wins/);
  assert.match(announceMove(events[6]!, 'You'), /bomb holds/);
  assert.equal(describePiece({ ...piece(1, 'red', 54, '8'), moved: true, shown: true }, 'red', 'european'), 'your colonel 8, has moved, the enemy knows it');
  assert.equal(describePiece({ ...piece(1, 'blue', 54, ''), may: '2M' }, 'red', 'american'), 'enemy hidden piece, may be 9 1');
});
