import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { decode, encode, encodedAt, pathTo, play, prune, sprout } from '../study/tree.ts';

test('a tree of moves is written and read back', () => {
  const text = 'a4-a5.b7-b6(b7-c7.a5-a6)(k7-k6).a5-a6.b6-b5';
  const tree = decode(text);
  assert.equal(encode(tree), text);
  for (let id = 0; id < tree.nodes.length; id++) {
    const at = encodedAt({ ...tree, at: id });
    assert.deepEqual(pathTo(decode(text, at), at), pathTo(tree, id));
  }
  assert.equal(encode(decode('what (is) this?')), '');
  assert.equal(encode(decode('(a4-a5')), '');
  assert.equal(encode(decode('a4-a5)))b7-b6')), 'a4-a5(b7-b6)');
});

test('moves branch, a known one is followed, and a branch can be taken away', () => {
  let tree = play(play(sprout(), 'a4-a5'), 'b7-b6');
  tree = play({ ...tree, at: 1 }, 'b7-c7');
  assert.equal(encode(tree), 'a4-a5.b7-b6(b7-c7)');
  assert.deepEqual(pathTo(tree, tree.at), ['a4-a5', 'b7-c7']);
  assert.equal(play({ ...tree, at: 1 }, 'b7-b6').at, 2);
  const pruned = prune(tree, 2);
  assert.equal(encode(pruned), 'a4-a5.b7-c7');
  assert.deepEqual(pathTo(pruned, pruned.at), ['a4-a5']);
});
