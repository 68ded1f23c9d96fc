// The arena's ratings and matches, and a form that starts one.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { say } from '../announce.ts';
import { agentsFor, boot } from '../boot.ts';
import type { Arena, MatchRow } from '../model/wire.ts';
import { Card, Field } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { strings } from '../strings.ts';

const arena = signal<Arena | undefined>(undefined);
const POLL_MILLISECONDS = 2000;

async function refresh(): Promise<void> {
  await attempt(async () => {
    arena.value = await api.arena();
  });
}

export function RatingsPage() {
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => {
      if (arena.value?.matches.some((m) => m.running)) void refresh();
    }, POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  const ratings = arena.value?.ratings ?? [];
  const order = useMemo(() => [...ratings].sort((a, b) => a.elo - b.elo), [ratings]);
  const plot = useMemo(() => {
    const bars = order.map((r, i): [number, number, number] => [i, r.elo - r.error, r.elo + r.error]);
    const low = Math.min(...bars.map((b) => b[1]));
    const high = Math.max(...bars.map((b) => b[2]));
    return { x: order.map((_, i) => i), y: [order.map((r) => r.elo)], bars, range: [low - 40, high + 40] as [number, number] };
  }, [order]);
  return (
    <div class="page columns">
      <div>
        <h1>{strings.ratings.title}</h1>
        <p class="words">
          {strings.ratings.intro} <a href="/cluster">{strings.nav.cluster}</a>
        </p>
        <Card title={strings.ratings.table}>
          {ratings.length === 0 ? (
            <p class="quiet">{strings.ratings.none}</p>
          ) : (
            <table class="figures">
              <thead>
                <tr>
                  <th class="text">{strings.ratings.agent}</th>
                  <th>{strings.ratings.elo}</th>
                  <th>±</th>
                  <th>{strings.ratings.games}</th>
                </tr>
              </thead>
              <tbody>
                {[...order].reverse().map((r) => (
                  <tr key={r.agent}>
                    <td class="text">{r.agent}</td>
                    <td>
                      {strings.elo(r.elo)}
                      {r.old && '*'}
                    </td>
                    <td>{Math.round(r.error)}</td>
                    <td>{r.games}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {order.some((r) => r.old) && <p class="quiet">{strings.ratings.old}</p>}
        </Card>
        {order.length > 1 && (
          <Card title={strings.ratings.plot}>
            <Graph
              label={strings.ratings.plotLabel}
              x={plot.x}
              y={plot.y}
              height={220}
              bars={plot.bars}
              range={plot.range}
              series={[{ name: strings.ratings.elo, color: '--blue', points: true }]}
              formatX={(i) => order[i]?.agent ?? ''}
            />
          </Card>
        )}
      </div>
      <div>
        <MatchForm />
        <Card title={strings.ratings.matches}>
          {(arena.value?.matches ?? []).length === 0 ? <p class="quiet">{strings.ratings.noMatches}</p> : (arena.value?.matches ?? []).map((m) => <Match key={m.id} match={m} />)}
        </Card>
      </div>
    </div>
  );
}

function Match({ match: m }: { match: MatchRow }) {
  return (
    <div class="match">
      <div class="row">
        <strong>
          {m.a} – {m.b}
        </strong>
        <span class="quiet">
          {strings.rules(m.rules)} · {m.date.slice(0, 10)}
        </span>
      </div>
      <div class="score-bar" role="img" aria-label={strings.ratings.score(m)}>
        <i class="win" style={{ flexGrow: m.wins }} />
        <i class="draw" style={{ flexGrow: m.draws }} />
        <i class="loss" style={{ flexGrow: m.losses }} />
      </div>
      <p class="quiet">{strings.ratings.score(m)}</p>
      {m.running && (
        <div class="row">
          <progress max={m.games} value={m.played} aria-label={strings.replay.progress} />
          {m.mine && (
            <button class="small" onClick={() => attempt(async () => { await api.stopMatch(m.id); await refresh(); })}>
              {strings.replay.stop}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

export function MatchForm() {
  const agents = agentsFor('classic');
  const [a, setA] = useState('');
  const [b, setB] = useState('');
  const [games, setGames] = useState(20);
  const [seconds, setSeconds] = useState(0.05);
  const [rules, setRules] = useState('match');
  const pick = (name: string, i: number) => name || (agents[i]?.name ?? '');
  const start = () =>
    attempt(async () => {
      await api.startMatch({ a: pick(a, 0), b: pick(b, 1), rules, games, seconds, seed: '' });
      say(strings.ratings.started);
      await refresh();
    });
  return (
    <Card title={strings.ratings.startTitle}>
      {([[a, setA], [b, setB]] as const).map(([value, set], i) => (
        <Field key={i} label={i === 0 ? strings.ratings.first : strings.ratings.second}>
          <select value={pick(value, i)} onChange={(e) => set(e.currentTarget.value)}>
            {agents.map((x) => (
              <option key={x.name} value={x.name}>
                {x.name}
              </option>
            ))}
          </select>
        </Field>
      ))}
      <div class="row">
        <Field label={strings.ratings.games}>
          <input type="number" min={2} max={1000} step={2} value={games} onInput={(e) => setGames(Number(e.currentTarget.value))} />
        </Field>
        <Field label={strings.replay.perMove}>
          <input type="number" min={0.01} max={5} step={0.01} value={seconds} onInput={(e) => setSeconds(Number(e.currentTarget.value))} />
        </Field>
        <Field label={strings.newGame.rules}>
          <select value={rules} onChange={(e) => setRules(e.currentTarget.value)}>
            {boot.value?.rules.map((r) => (
              <option key={r.name}>{r.name}</option>
            ))}
          </select>
        </Field>
      </div>
      <button class="primary" id="match-start" onClick={start}>
        {strings.ratings.start}
      </button>
    </Card>
  );
}
