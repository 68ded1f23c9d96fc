import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Outbox, type Sent } from '../model/outbox.ts';
import type { Command, ServerMessage } from '../model/wire.ts';

const said = (command: Command, ply = 4): Sent => ({ ...command, game: 'g', seat: 'red', ply });
const move = said({ type: 'move', move: 'a4-a5', draw: false });
const state = (ply: number, more: object = {}) => ({ type: 'state', ply, ...more }) as ServerMessage;

function holding(...commands: Sent[]): Outbox {
  const outbox = new Outbox();
  commands.forEach((c) => outbox.add(c));
  return outbox;
}

test('what is said later does not replace a move', () => {
  const hint = said({ type: 'hint', agent: 'lewis' });
  assert.deepEqual(holding(move, hint).all, [move, hint]);
});

test('a move waits until a state shows what came of it', () => {
  const outbox = holding(move, said({ type: 'say', phrase: 1 }));
  outbox.hear(state(4));
  assert.deepEqual(outbox.all, [move]);
  outbox.hear({ type: 'phrase', game: 'g', from: 'blue', phrase: 1 });
  assert.deepEqual(outbox.all, [move]);
  outbox.hear(state(5));
  assert.deepEqual(outbox.all, []);
});

test('a refusal and the end of the game settle a move too; thoughts settle nothing', () => {
  const refused = holding(move);
  refused.hear({ type: 'mind' } as ServerMessage);
  assert.deepEqual(refused.all, [move]);
  refused.hear({ type: 'error', code: 'illegal', text: 'no' });
  assert.deepEqual(refused.all, []);
  const over = holding(move);
  over.hear(state(4, { result: { winner: 'blue', reason: 'timeout' } }));
  assert.deepEqual(over.all, []);
});
