// Looking on at two people: what both see, delayed by their choice.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { announce, say } from '../announce.ts';
import { BATTLE_MILLISECONDS, FollowedGame } from '../model/game.ts';
import type { GameMeta } from '../model/wire.ts';
import { Missing } from '../pages/Missing.tsx';
import { PlayBoard } from '../pages/PlayBoard.tsx';
import { useHeadline } from '../pages/useHeadline.ts';
import { Card } from '../parts/Card.tsx';
import { MoveList } from '../parts/MoveList.tsx';
import { openLine, type Line } from '../socket.ts';
import { play } from '../sound.ts';
import { strings } from '../strings.ts';

export function LookOn({ meta }: { meta: GameMeta }) {
  const game = useMemo(() => new FollowedGame({ say, announce, play, battleTime: () => BATTLE_MILLISECONDS }), []);
  const [line, setLine] = useState<Line>();
  const [gone, setGone] = useState('');
  useEffect(() => {
    const opened = openLine({ game: meta.id, seat: 'watch', seen: () => game.seen(), receive: (m) => game.receive(m), gone: setGone });
    setLine(opened);
    return () => opened.close();
  }, []);
  const state = game.shown.value;
  const words = strings.people;
  useHeadline(state && (state.result ? strings.result(state.result, 'watch') : strings.play.status(state)));
  if (gone) return <Missing why={gone} />;
  if (!line || !state) return <p class="page quiet">{words.notBegun}</p>;
  return (
    <div class="with-board">
      <section class="board-side">
        <PlayBoard game={game} state={state} line={line} mindOn={false} onInspect={() => {}} />
      </section>
      <aside>
        <Card class="status" title={words.lookOn}>
          <p class="headline" id="status">
            {state.result ? strings.result(state.result, 'watch') : strings.play.status(state, game.battle.value)}
          </p>
          <p class="quiet">{words.lookWords(state.people?.delay ?? 0)}</p>
          {state.people && <p class="quiet">{words.lookers(state.people.lookers)}</p>}
          {state.result && (
            <a class="button primary" href={`/replay/${meta.id}`}>
              {strings.play.replay}
            </a>
          )}
        </Card>
        <Card title={strings.play.moves}>
          <MoveList events={game.events.value} first={state.begins} at={game.events.value.length} />
        </Card>
      </aside>
    </div>
  );
}
