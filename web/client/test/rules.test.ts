import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { strings } from '../strings.ts';

test('rules are said in words, whatever file they come from', () => {
  assert.equal(strings.rules('match'), 'Match');
  assert.equal(strings.rules('isf/barrage'), 'Isf, barrage');
  assert.equal(strings.rules('two=0,scout=false,more=false,quiet=0,plies=0'), 'No repetition rules, no limits');
  assert.equal(strings.rules('two=3,scout=true,more=true,quiet=200,plies=4000'), '3 crossings, no chasing, 200 quiet plies draw, 4000 plies at most');
  assert.equal(strings.rules('two=5,scout=true,more=false,quiet=0,plies=0/barrage'), '5 crossings, chasing allowed, no limits, barrage');
});

test('the status is about the battle while one is on the stage', () => {
  const state = { position: { toMove: 'red' }, seat: 'red' } as never;
  const battle = { from: 0, at: 1, attacker: { color: 'red', rank: '8' }, defender: { color: 'blue', rank: 'B' }, outcome: 'lose' } as const;
  assert.equal(strings.play.status(state, battle), 'Colonel against bomb.');
  assert.equal(strings.play.status(state), 'Your move.');
});

test('a score is written as players do', () => {
  assert.equal(strings.ending.score({ won: 2, drawn: 1, lost: 0 }, 'lewis'), 'You 2½ – ½ lewis');
  assert.equal(strings.ending.score({ won: 0, drawn: 0, lost: 3 }, 'lewis'), 'You 0 – 3 lewis');
  assert.equal(strings.ending.score({ won: 0, drawn: 2, lost: 0 }, 'lewis'), 'You 1 – 1 lewis');
});
