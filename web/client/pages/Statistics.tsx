// A person's record: by opponent, by how games ended, by setup, and guesses against truth.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { attempt } from '../announce.ts';
import { api } from '../api.ts';
import { rankName } from '../model/ranks.ts';
import { parseSetup } from '../model/setup.ts';
import { runningScore } from '../model/statistics.ts';
import type { GuessRow, SetupResult, Statistics, StatRow } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { SetupStamp } from '../parts/SetupStamp.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { saveDraft } from './Setups.tsx';

const words = strings.statistics;

export function StatisticsPage() {
  const [stats, setStats] = useState<Statistics>();
  const [setups, setSetups] = useState<SetupResult[]>([]);
  const [opponent, setOpponent] = useState('');
  useEffect(() => {
    void attempt(async () => {
      setSetups(await api.setupResults());
      setStats(await api.statistics());
    });
  }, []);
  if (!stats) return <p class="page quiet">{strings.loading}</p>;
  return (
    <div class="page">
      <h1>{words.title}</h1>
      <p class="words">{words.intro}</p>
      <div class="stat-cards">
        <Card title={words.opponents} id="by-opponent">
          {stats.rows.length === 0 ? <p class="quiet">{words.none}</p> : <Records rows={stats.rows} chosen={opponent} onChoose={(name) => setOpponent(name === opponent ? '' : name)} />}
        </Card>
        <Course stats={stats} opponent={opponent} />
        {stats.endings.length > 0 && (
          <Card title={words.endings} id="endings">
            <Records rows={stats.endings.map((r) => ({ ...r, name: strings.reasons[r.name] ?? r.name }))} />
          </Card>
        )}
        <Guesses rows={stats.guesses} />
        {setups.length > 0 && <BySetup rows={setups} />}
      </div>
    </div>
  );
}

/** Records as bars of won, drawn and lost. */
function Records({ rows, chosen, onChoose }: { rows: StatRow[]; chosen?: string; onChoose?: (name: string) => void }) {
  return (
    <ul class="plain records">
      {rows.map((r) => (
        <li key={r.name}>
          {onChoose ? (
            <button class="link" aria-pressed={r.name === chosen} onClick={() => onChoose(r.name)}>
              {r.name}
            </button>
          ) : (
            <span>{r.name}</span>
          )}
          <Bar {...r} />
          <b>{Math.round(((r.wins + r.draws / 2) / Math.max(1, r.games)) * 100)}%</b>
        </li>
      ))}
    </ul>
  );
}

function Bar({ wins, draws, losses }: Pick<StatRow, 'wins' | 'draws' | 'losses'>) {
  const all = Math.max(1, wins + draws + losses);
  const text = words.record(wins, draws, losses);
  return (
    <span class="record">
      <span class="score-bar" aria-hidden="true">
        <i class="win" style={{ width: `${(wins / all) * 100}%` }} />
        <i class="draw" style={{ width: `${(draws / all) * 100}%` }} />
        <i class="loss" style={{ width: `${(losses / all) * 100}%` }} />
      </span>
      <small>{text}</small>
    </span>
  );
}

function Course({ stats, opponent }: { stats: Statistics; opponent: string }) {
  const course = useMemo(() => runningScore(stats.games, opponent), [stats, opponent]);
  const plot = useMemo(() => ({ x: course.map((_, i) => i + 1), y: [course.map((s) => s * 100)] }), [course]);
  if (course.length < 2) return null;
  return (
    <Card title={words.course(opponent)}>
      <Graph label={words.courseLabel(course[course.length - 1]!)} x={plot.x} y={plot.y} series={[{ name: words.score, color: '--blue' }]} range={[0, 100]} height={200} format={(v) => `${v}%`} />
    </Card>
  );
}

/** What one took enemy pieces for, and what they were. */
function Guesses({ rows }: { rows: GuessRow[] }) {
  const all = rows.reduce((n, r) => n + r.guesses, 0);
  const right = rows.reduce((n, r) => n + r.right, 0);
  return (
    <Card title={words.guesses} id="guesses">
      <p class="words">{all === 0 ? words.noGuesses : words.guessesWords(right, all)}</p>
      <ul class="plain records">
        {rows.map((r) => (
          <li key={r.rank}>
            <span>{rankName(r.rank)}</span>
            <span class="record">
              <span class="score-bar" aria-hidden="true">
                <i class="win" style={{ width: `${(r.right / r.guesses) * 100}%` }} />
              </span>
              <small>{words.of(r.right, r.guesses)}</small>
            </span>
            <b>{Math.round((r.right / r.guesses) * 100)}%</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BySetup({ rows }: { rows: SetupResult[] }) {
  return (
    <Card title={words.setups} id="by-setup">
      <p class="quiet">{words.setupsWords}</p>
      <ul class="plain setup-records">
        {rows.map((r) => (
          <li key={r.setup}>
            <SetupStamp setup={r.setup} label={words.record(r.wins, r.draws, r.losses)} />
            <Bar {...r} />
            <button
              class="small"
              onClick={() => {
                saveDraft(r.variant, parseSetup(r.setup));
                go('/play');
              }}
            >
              {words.load}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
