import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { FollowedGame } from '../model/game.ts';
import { endSound, soundOf, type Sound } from '../model/sound.ts';
import type { GameEvent, GameState } from '../model/wire.ts';

function state(ply: number, events: GameEvent[], more: Partial<GameState> = {}): GameState {
  return {
    ply, events, first: 0, seat: 'red', drawOffer: '', position: { toMove: ply % 2 === 0 ? 'red' : 'blue' }, red: { name: 'Red' }, blue: { name: 'lewis' }, type: 'state', ...more,
  } as unknown as GameState;
}
const quiet: GameEvent = { from: 34, to: 44 };
const fight = (battle: 'win' | 'lose' | 'tie', defender = '6'): GameEvent => ({ from: 34, to: 64, battle, attacker: '8', defender });

test('a battle is heard from the listener\u2019s side', () => {
  const mine = state(0, []);
  const theirs = state(1, [quiet]);
  assert.equal(soundOf(mine, state(1, [fight('win')])), 'win');
  assert.equal(soundOf(mine, state(1, [fight('lose')])), 'lose');
  assert.equal(soundOf(mine, state(1, [fight('lose', 'B')])), 'bomb');
  assert.equal(soundOf(mine, state(1, [fight('tie')])), 'tie');
  assert.equal(soundOf(theirs, state(2, [quiet, fight('win')])), 'lose');
  assert.equal(soundOf(theirs, state(2, [quiet, fight('lose')])), 'win');
});

test('moves, answers, offers and ends are heard, a first state and a takeback are not', () => {
  assert.equal(soundOf(undefined, state(3, [quiet])), undefined);
  assert.equal(soundOf(state(0, []), state(1, [quiet])), 'move');
  assert.equal(soundOf(state(1, [quiet]), state(2, [quiet, quiet])), 'answer');
  assert.equal(soundOf(state(2, []), state(0, [])), undefined);
  assert.equal(soundOf(state(1, []), state(1, [], { drawOffer: 'blue' })), 'offer');
  assert.equal(soundOf(state(1, []), state(1, [], { result: { winner: 'blue', reason: 'resigned' } })), 'lost');
  assert.equal(endSound({ result: { winner: '', reason: 'agreed_draw' }, seat: 'red' }), 'drawn');
  assert.equal(endSound({ result: { winner: 'red', reason: 'flag' }, seat: 'watch' }), 'won');
});

test('the end is heard after the battle that brings it', () => {
  const heard: Sound[] = [];
  const timers: (() => void)[] = [];
  const game = new FollowedGame({ say: () => undefined, announce: () => undefined, battleTime: () => 1000, later: (run) => timers.push(run), play: (s) => heard.push(s) });
  game.receive(state(0, []));
  game.receive(state(1, [fight('win', 'F')], { result: { winner: 'red', reason: 'flag' } }));
  assert.deepEqual(heard, ['win']);
  timers[0]!();
  assert.deepEqual(heard, ['win', 'won']);
});
