import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { ago, formatTime } from '../model/time.ts';
import { strings } from '../strings.ts';

test('how long ago a game was is said in its largest unit', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const said = (date: string) => strings.ago(ago(date, now));
  assert.equal(said('2026-11-15T11:59:30Z'), 'just now');
  assert.equal(said('2026-11-15T12:00:30Z'), 'just now'); // the clocks differ
  assert.equal(said('2026-11-15T11:59:00Z'), '1 minute ago');
  assert.equal(said('2026-11-15T11:01:00Z'), '59 minutes ago');
  assert.equal(said('2026-11-15T10:59:00Z'), '1 hour ago');
  assert.equal(said('2026-11-13T11:00:00Z'), '2 days ago');
});

test('a clock shows tenths when little is left', () => {
  assert.equal(formatTime(65_000), '1:05');
  assert.equal(formatTime(9_340), '0:09.3');
  assert.equal(formatTime(-5), '0:00.0');
});
