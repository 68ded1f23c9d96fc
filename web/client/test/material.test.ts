import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { keyMoment, lead, swing } from '../model/material.ts';
import type { GameEvent } from '../model/wire.ts';

const quiet: GameEvent = { from: 30, to: 40 };
const fight = (attacker: string, defender: string, battle: 'win' | 'lose' | 'tie'): GameEvent => ({ from: 30, to: 40, battle, attacker, defender });

// Red: a scout dies on a colonel; blue: takes a general with the marshal; red: the spy takes the marshal; blue: takes the flag.
const game = [fight('2', '8', 'lose'), fight('M', '9', 'win'), fight('S', 'M', 'win'), quiet, quiet, fight('3', 'F', 'win')];

test('a swing is what red gains on blue', () => {
  assert.equal(swing(quiet, 'red'), 0);
  assert.equal(swing(fight('2', '8', 'lose'), 'red'), -1);
  assert.equal(swing(fight('8', '8', 'tie'), 'red'), 0);
  assert.equal(swing(fight('M', '9', 'win'), 'blue'), -8);
});

test('the lead adds up', () => {
  assert.deepEqual(lead(game, 'red'), [0, -1, -9, 1, 1, 1, 1]);
});

test('the key moment is the battle that gained the winner most', () => {
  assert.equal(keyMoment(game, 'red', 'blue'), 2);
  assert.equal(keyMoment(game, 'red', 'red'), 3);
  assert.equal(keyMoment(game, 'red', ''), 3);
  assert.equal(keyMoment([quiet, quiet], 'red', 'blue'), 0);
});
