import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { FollowedGame } from '../model/game.ts';
import type { GameEvent, GameState } from '../model/wire.ts';

function state(ply: number, events: GameEvent[], first: number, more: Partial<GameState> = {}): GameState {
  const toMove = ply % 2 === 0 ? 'red' : 'blue';
  return {
    type: 'state', game: 'g', seat: 'red', ply, rules: 'match', variant: 'classic',
    red: { kind: 'person', name: 'Red' }, blue: { kind: 'agent', name: 'lewis' },
    position: { ply, toMove, pieces: [], dead: [], legal: [], forbidden: [], losing: [], quiet: 0 },
    begins: 'red', first, events, drawOffer: '', thinking: toMove === 'blue', counts: true, open: false, takebacks: false, ...more,
  };
}

function follow(more: { restage?: boolean } = {}) {
  const said: string[] = [];
  const errors: string[] = [];
  const timers: (() => void)[] = [];
  const game = new FollowedGame({
    say: (text) => errors.push(text),
    announce: (text) => said.push(text),
    battleTime: () => 1000,
    later: (run) => timers.push(run),
    ...more,
  });
  return { game, said, errors, timers };
}

const quiet: GameEvent = { from: 34, to: 44 };
const fight: GameEvent = { from: 64, to: 44, battle: 'lose', attacker: '6', defender: '8' };

test('moves are shown at once and announced', () => {
  const { game, said } = follow();
  game.receive(state(0, [], 0));
  game.receive(state(1, [quiet], 0));
  assert.equal(game.shown.value!.ply, 1);
  assert.deepEqual(said, ['You: e4 to e5.']);
  assert.equal(game.seen(), 1);
});

test('a battle holds the board until it is over, and later moves wait', () => {
  const { game, said, timers } = follow();
  game.receive(state(1, [quiet], 0));
  game.receive(state(2, [fight], 1));
  assert.equal(game.shown.value!.ply, 1);
  assert.deepEqual(game.battle.value, { from: 64, at: 44, attacker: { color: 'blue', rank: '6' }, defender: { color: 'red', rank: '8' }, outcome: 'lose' });
  assert.match(said.at(-1)!, /captain against colonel/);
  game.receive(state(3, [{ from: 30, to: 40 }], 2));
  assert.equal(game.shown.value!.ply, 1);
  timers[0]!();
  assert.equal(game.battle.value, undefined);
  assert.equal(game.shown.value!.ply, 3);
  assert.equal(game.events.value.length, 3);
});

test('a battle can be skipped, and none is shown after a reconnection over several plies', () => {
  const { game } = follow();
  game.receive(state(1, [quiet], 0));
  game.receive(state(2, [fight], 1));
  game.skip();
  assert.equal(game.shown.value!.ply, 2);
  game.receive(state(4, [quiet, fight], 2));
  assert.equal(game.battle.value, undefined);
  assert.equal(game.shown.value!.ply, 4);
});

test('a takeback shortens the list', () => {
  const { game } = follow();
  game.receive(state(2, [quiet, quiet], 0));
  game.receive(state(0, [], 0));
  assert.equal(game.events.value.length, 0);
  assert.equal(game.seen(), 0);
});

test('errors are said and free the board', () => {
  const { game, errors } = follow();
  game.receive(state(0, [], 0));
  game.pending.value = { from: 34, to: 44 };
  game.receive({ type: 'error', code: 'illegal', text: 'no' });
  assert.equal(game.pending.value, undefined);
  assert.deepEqual(errors, ['No.']);
});

test('values of both sides become one curve for red', () => {
  const { game } = follow();
  const mind = (ply: number, color: 'red' | 'blue', win: number) =>
    game.receive({ type: 'mind', game: 'g', hint: false, mind: { agent: 'a', color, ply, done: true, counted: true, thoughts: { win, valued: true } } });
  mind(2, 'red', 0.6);
  mind(1, 'blue', 0.3);
  mind(2, 'red', 0.7);
  assert.deepEqual(game.evaluations.value, [
    { ply: 1, red: 0.7, by: 'blue' },
    { ply: 2, red: 0.7, by: 'red' },
  ]);
});

test('the result is told from the seat', () => {
  const { game, said } = follow();
  game.receive(state(0, [], 0));
  game.receive(state(0, [], 0, { result: { winner: 'blue', reason: 'resigned' } }));
  assert.equal(said.at(-1), 'You lose.');
});

test('whoever sits down at a shared screen sees the battle that led there', () => {
  const { game, timers } = follow({ restage: true });
  game.receive(state(2, [quiet, fight], 0));
  assert.equal(game.shown.value!.ply, 2);
  assert.equal(game.battle.value!.attacker.color, 'blue');
  timers[0]!();
  assert.equal(game.battle.value, undefined);
  assert.equal(game.shown.value!.ply, 2);
  const plain = follow();
  plain.game.receive(state(2, [quiet, fight], 0));
  assert.equal(plain.game.battle.value, undefined);
});

test('a phrase and the game that follows reach the page', () => {
  const game = new FollowedGame({ say: () => {}, announce: () => {}, battleTime: () => 0 });
  game.receive({ type: 'phrase', game: 'g', from: 'blue', phrase: 3 });
  game.receive({ type: 'next', game: 'g', next: 'h' });
  assert.equal(game.phrase.value?.phrase, 3);
  assert.equal(game.following.value, 'h');
});

test('the opening attack of a machine is shown as a battle, and a later one is not on arrival', () => {
  const { game } = follow();
  game.receive(state(1, [{ from: 30, to: 60, battle: 'lose', attacker: '2', defender: '8' }], 0, { seat: 'blue' }));
  assert.equal(game.battle.value!.attacker.color, 'red');
  const later = follow();
  later.game.receive(state(2, [quiet, fight], 0));
  assert.equal(later.game.battle.value, undefined);
});

test('what was asked ends with its position, and a move on its way with the game', () => {
  const { game } = follow();
  game.receive(state(0, [], 0));
  game.asked.value = { from: 34, to: 44, why: 'Play e4–e5?' };
  game.marking.value = 64;
  game.receive(state(1, [quiet], 0));
  assert.equal(game.asked.value, undefined);
  assert.equal(game.marking.value, undefined);
  game.pending.value = { from: 34, to: 44 };
  game.receive(state(1, [], 1, { result: { winner: 'blue', reason: 'timeout' } }));
  assert.equal(game.pending.value, undefined);
});
