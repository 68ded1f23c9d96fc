import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { GameRow } from '../model/wire.ts';
import { strings } from '../strings.ts';
import { Card } from './Card.tsx';

/** Whether a person plays: a game of two agents is watched. */
function people(g: GameRow): boolean {
  return [g.red, g.blue].includes('person');
}

/** Games of this browser that are not over: one click and one is back in it. */
export function LiveGames() {
  const [games, setGames] = useState<GameRow[]>([]);
  useEffect(() => {
    api.games('live=1').then(
      (r) => setGames(r.games),
      () => setGames([]),
    );
  }, []);
  if (games.length === 0) return null;
  return (
    <Card title={strings.newGame.unfinished}>
      <ul class="plain">
        {games.slice(0, 5).map((g) => (
          <li key={g.id}>
            <a href={people(g) ? `/play/${g.id}` : `/watch/${g.id}`}>{strings.games.line(strings.games.player(g.red, g.you === 'red'), strings.games.player(g.blue, g.you === 'blue'), g.plies)}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
