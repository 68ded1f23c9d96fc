import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { runningScore } from '../model/statistics.ts';
import type { Statistics } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { strings } from '../strings.ts';

/** Your record against each agent, and how it went over time. */
export function StatisticsPage() {
  const [stats, setStats] = useState<Statistics>();
  const [opponent, setOpponent] = useState('');
  useEffect(() => {
    void attempt(async () => setStats(await api.statistics()));
  }, []);
  const course = useMemo(() => runningScore(stats?.games ?? [], opponent), [stats, opponent]);
  const plot = useMemo(() => ({ x: course.map((_, i) => i + 1), y: [course.map((s) => s * 100)] }), [course]);
  if (!stats) return <p class="page quiet">{strings.loading}</p>;
  return (
    <div class="page narrow">
      <h1>{strings.statistics.title}</h1>
      <p class="words">{strings.statistics.intro}</p>
      <Card>
        {stats.rows.length === 0 ? (
          <p class="quiet">{strings.statistics.none}</p>
        ) : (
          <div class="scroll">
            <table class="figures">
              <thead>
                <tr>
                  <th class="text">{strings.games.opponent}</th>
                  <th>{strings.ratings.games}</th>
                  <th>{strings.statistics.wins}</th>
                  <th>{strings.statistics.draws}</th>
                  <th>{strings.statistics.losses}</th>
                  <th>{strings.statistics.score}</th>
                </tr>
              </thead>
              <tbody>
                {stats.rows.map((r) => (
                  <tr key={r.opponent} class={r.opponent === opponent ? 'best' : ''}>
                    <td class="text">
                      <button class="link" aria-pressed={r.opponent === opponent} onClick={() => setOpponent(r.opponent === opponent ? '' : r.opponent)}>
                        {r.opponent}
                      </button>
                    </td>
                    <td>{r.games}</td>
                    <td>{r.wins}</td>
                    <td>{r.draws}</td>
                    <td>{r.losses}</td>
                    <td>{Math.round(((r.wins + r.draws / 2) / Math.max(1, r.games)) * 100)}%</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {course.length > 1 && (
        <Card title={strings.statistics.course(opponent)}>
          <Graph
            label={strings.statistics.courseLabel(course[course.length - 1]!)}
            x={plot.x}
            y={plot.y}
            series={[{ name: strings.statistics.score, color: '--blue' }]}
            range={[0, 100]}
            height={200}
            format={(v) => `${v}%`}
          />
        </Card>
      )}
    </div>
  );
}
