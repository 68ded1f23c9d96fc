// The unfinished games of this browser: a click leads back into one, or drops it.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../announce.ts';
import { SmallBoard } from '../board/SmallBoard.tsx';
import type { GameRow } from '../model/wire.ts';
import { ago } from '../model/time.ts';
import { strings } from '../strings.ts';
import { Card } from './Card.tsx';
import { attempt } from './SetupTools.tsx';

/** As many as a browser may have. */
const ALL = 200;

export function LiveGames() {
  const [games, setGames] = useState<GameRow[]>([]);
  useEffect(() => {
    void attempt(async () => setGames((await api.games(`live=1&limit=${ALL}`)).games));
  }, []);
  if (games.length === 0) return null;
  return (
    <Card title={strings.unfinished.title(games.length)} class="unfinished">
      <ul class="plain">
        {games.map((g) => (
          <Row key={g.id} game={g} onDropped={() => setGames((list) => list.filter((x) => x.id !== g.id))} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ game: g, onDropped }: { game: GameRow; onDropped: () => void }) {
  const [sure, setSure] = useState(false);
  const name = strings.unfinished.name(g);
  const drop = () =>
    attempt(async () => {
      await api.dropGame(g.id);
      say(strings.unfinished.dropped(name));
      onDropped();
    });
  return (
    <li data-game={g.id}>
      <a href={people(g) ? `/play/${g.id}` : `/watch/${g.id}`}>
        <SmallBoard board={g.board ?? ''} side={g.you || 'red'} />
        <span>
          <strong>{name}</strong>
          <small>
            {strings.unfinished.where(g)}
            <br />
            {strings.ago(ago(g.date, Date.now()))}
          </small>
        </span>
      </a>
      {sure ? (
        <span class="sure">
          <button class="small danger" onClick={drop}>
            {strings.unfinished.reallyDrop}
          </button>
          <button class="small" onClick={() => setSure(false)}>
            {strings.unfinished.keep}
          </button>
        </span>
      ) : (
        <button class="small" aria-label={strings.unfinished.dropNamed(name)} onClick={() => setSure(true)}>
          {strings.unfinished.drop}
        </button>
      )}
    </li>
  );
}

/** Whether a person plays: a game of two agents is watched. */
function people(g: GameRow): boolean {
  return g.people > 0;
}
