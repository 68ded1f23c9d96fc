import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { strings } from '../strings.ts';
import { arrowsOf, beliefAt, candidateFigure, decimal, heatOf } from '../mind/overlay.ts';
import { spoken } from '../mind/Reasons.tsx';
import { erase, flag, leftOf, paint, shift } from '../model/position.ts';
import { figure, rankTitle } from '../model/ranks.ts';
import { runningScore } from '../model/statistics.ts';
import { formatTime } from '../model/time.ts';
import { parseRoute } from '../router.ts';
import type { Mind, Piece } from '../model/wire.ts';

const p = (rank: number, value: number) => Array.from({ length: 12 }, (_, i) => (i === rank ? value : (1 - value) / 11));

const mind: Mind = {
  agent: 'star', color: 'red', ply: 4, done: true, counted: false,
  thoughts: {
    win: 0.6, valued: true,
    candidates: [{ move: 'e4-e5', win: 0.6 }, { move: 'a4-a5', win: 0.5 }],
    belief: [{ square: 'h7', p: p(10, 0.62), note: 'Came straight at your colonel.' }],
    exposed: [{ square: 'e4', p: p(2, 0.3) }],
  },
};

test('heat is one column of the belief', () => {
  assert.deepEqual([...heatOf(mind, 'enemy', 'M')], [[67, 0.62]]);
  assert.equal(heatOf(mind, 'own', '2').get(34), 0.3);
  assert.equal(heatOf(undefined, 'own', '2').size, 0);
});

test('a square finds its row, whoever owns it', () => {
  assert.equal(beliefAt(mind, 67)!.side, 'enemy');
  assert.equal(beliefAt(mind, 34)!.side, 'own');
  assert.equal(beliefAt(mind, 0), undefined);
});

test('a scout has one arrow for each way it may go', () => {
  const moves = ['e4-e8', 'e4-e5', 'a4-a5', 'e4-e6', 'e4-f4', 'e4-d4', 'b4-b5'];
  const arrows = arrowsOf({ ...mind, thoughts: { win: 0, valued: false, candidates: moves.map((move) => ({ move })) } });
  assert.deepEqual(arrows.map((a) => [a.from, a.to]), [[34, 74], [30, 40], [34, 35], [34, 33]]);
});

test('candidates become arrows, the best the boldest', () => {
  const arrows = arrowsOf(mind);
  assert.equal(arrows.length, 2);
  assert.deepEqual([arrows[0]!.from, arrows[0]!.to, arrows[0]!.label], [34, 44, '60']);
  assert.ok(arrows[0]!.weight > arrows[1]!.weight);
  assert.equal(candidateFigure({ move: 'a4-a5', score: -3.456 }, { ...mind, thoughts: { win: 0, valued: false } }), '−3.46');
  assert.equal(candidateFigure({ move: 'a4-a5', p: 0.3 }, { ...mind, thoughts: { win: 0.5, valued: true } }), '', 'a share is no expectation');
  assert.equal(decimal(1234.5), '1235');
});

test('plans are told in words, the loudest first', () => {
  assert.equal(spoken(['ICap', 'Hide', 'Rand', 'total'], [12.5, -30, 0, -17.5]), 'hide high pieces −30.0, take at once +12.5');
  assert.equal(spoken(['ICap', 'total'], [0, 0]), 'nothing in particular');
});

test('a free position is painted, shifted and flagged within the army', () => {
  let pieces: Piece[] = [];
  pieces = paint(pieces, 34, { color: 'red', rank: 'M' }, 'classic');
  assert.equal(leftOf(pieces, { color: 'red', rank: 'M' }, 'classic'), 0);
  assert.equal(paint(pieces, 35, { color: 'red', rank: 'M' }, 'classic').length, 1);
  assert.equal(paint(pieces, 42, { color: 'red', rank: '9' }, 'classic').length, 1, 'no piece in a lake');
  pieces = shift(pieces, 34, 44);
  assert.equal(pieces[0]!.at, 44);
  pieces = flag(pieces, 44, 'moved', true);
  assert.ok(pieces[0]!.moved);
  assert.equal(erase(pieces, 44).length, 0);
});

test('ranks count up in Europe and down in America', () => {
  assert.equal(figure('M', 'european'), '10');
  assert.equal(figure('M', 'american'), '1');
  assert.equal(figure('2', 'american'), '9');
  assert.equal(rankTitle('8', 'european'), 'colonel (8)');
  assert.equal(rankTitle('S', 'american'), 'spy');
});

test('small things', () => {
  assert.equal(formatTime(65_000), '1:05');
  assert.equal(formatTime(9_940), '0:09.9');
  assert.equal(formatTime(-5), '0:00.0');
  assert.deepEqual(runningScore([{ opponent: 'a', score: 1 }, { opponent: 'b', score: 0 }, { opponent: 'a', score: 0 }], 'a'), [1, 0.5]);
  const route = parseRoute('/replay/abc/37', '?x=1');
  assert.deepEqual([route.page, route.args, route.query.get('x')], ['replay', ['abc', '37'], '1']);
  assert.equal(parseRoute('/', '').page, 'play');
});

test('a hint is one sentence of its move and its reasons', () => {
  assert.equal(strings.play.hintIs('invincible', 'e4-e5', 'e4-e5 holds a lane. The armies are about equal.'), 'Invincible would play e4–e5, which holds a lane. The armies are about equal.');
  assert.equal(strings.play.hintIs('lewis', 'e4-e5', 'Plays by the heuristic "random".'), 'Lewis would play e4–e5. Plays by the heuristic "random".');
  assert.equal(strings.play.hintIs('lewis', 'e4-e5', ''), 'Lewis would play e4–e5.');
});
