// The end of a game: who, how, the score, the course of the pieces, and what next.

import { useMemo } from 'preact/hooks';
import { api } from '../api.ts';
import type { FollowedGame } from '../model/game.ts';
import { keyMoment, lead } from '../model/material.ts';
import { lastFrame } from '../model/replay.ts';
import { other } from '../model/squares.ts';
import type { Color, GameRecord, GameState } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { Rematch } from '../people/AtTheTable.tsx';
import { go } from '../router.ts';
import type { Line } from '../socket.ts';
import { strings } from '../strings.ts';
import { MarksTruth } from './Marks.tsx';
import { useBusy } from './useBusy.ts';

const LEVELS = 5;

export function Ending({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const result = state.result!;
  const record = game.record.value;
  const you = state.seat as Color;
  const opponent = state[other(you)];
  const level = opponent.kind === 'agent' ? nextLevel(opponent.level ?? LEVELS, result.winner === you, result.winner === '') : 0;
  const [busy, attempt] = useBusy();
  const rematch = (level = 0) => attempt(async () => go(`/play/${(await api.rematch(state.game, level)).id}`));
  return (
    <Card class={`status ending ${result.winner === '' ? 'drawn' : result.winner === you ? 'won' : 'lost'}`}>
      <p class="headline" id="status">
        {strings.result(result, state.seat)}
      </p>
      <p class="words">
        {strings.why(result, you, opponent.name)} {record && strings.ending.left(...left(record, you), opponent.name)}
      </p>
      {state.score && (
        <p class="tally" id="score">
          {strings.ending.score(state.score, opponent.name)}
        </p>
      )}
      {!state.counts && <p class="quiet">{strings.play.uncounted}</p>}
      {state.people && <Rematch state={state} line={line} />}
      <div class="buttons">
        {opponent.kind === 'agent' && (
          <button class="primary" id="rematch" disabled={busy} onClick={() => rematch()}>
            {strings.ending.rematch(strings.colors[other(you)])}
          </button>
        )}
        {level > 0 && <button disabled={busy} onClick={() => rematch(level)}>{strings.ending.tryLevel(level)}</button>}
        <a class="button" href={`/replay/${state.game}?analyse`}>
          {strings.play.replay}
        </a>
        <a class="button" href="/play">
          {strings.play.again}
        </a>
      </div>
      {record && <MarksTruth record={record} />}
      {record && <Course record={record} you={you} />}
    </Card>
  );
}

/** The level worth trying next; 0 for the same again. */
function nextLevel(level: number, won: boolean, drawn: boolean): number {
  if (drawn) return 0;
  return won ? (level < LEVELS ? level + 1 : 0) : Math.max(0, level - 1);
}

/** How many pieces each side kept. */
function left(record: GameRecord, you: Color): [number, number] {
  const { pieces } = lastFrame(record);
  const own = pieces.filter((p) => p.color === you).length;
  return [own, pieces.length - own];
}

/** What one's pieces were worth more than theirs, ply by ply; a click leads to a ply. */
function Course({ record, you }: { record: GameRecord; you: Color }) {
  const plot = useMemo(() => {
    const red = lead(record.events, record.first);
    return { x: red.map((_, i) => i), y: [red.map((v) => (you === 'red' ? v : -v))], key: keyMoment(record.events, record.first, record.winner) };
  }, [record, you]);
  if (record.events.length < 2) return null;
  return (
    <>
      <Graph
        label={strings.ending.course(plot.y[0]![plot.y[0]!.length - 1]!)}
        x={plot.x}
        y={plot.y}
        height={120}
        series={[{ name: strings.ending.lead, color: `--${you}` }]}
        marks={plot.key > 0 ? [plot.key] : []}
        onPick={(ply) => go(`/replay/${record.id}/${ply}`)}
      />
      <p class="quiet">{strings.ending.courseWords(plot.key)}</p>
    </>
  );
}
