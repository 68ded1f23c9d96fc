// The play screen: a seat at a live game.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce, say } from '../announce.ts';
import { BATTLE_MILLISECONDS, FollowedGame } from '../model/game.ts';
import { frames } from '../model/replay.ts';
import { other } from '../model/squares.ts';
import type { Color, GameMeta, GameState } from '../model/wire.ts';
import { openLine, type Line } from '../socket.ts';
import { motionAllowed } from '../settings.ts';
import { strings } from '../strings.ts';
import { PlayBoard } from './PlayBoard.tsx';
import { PlayColumn } from './PlayColumn.tsx';

/** With reduced motion a battle is a still picture, shown as long. */
function battleTime(): number {
  return motionAllowed() ? BATTLE_MILLISECONDS : BATTLE_MILLISECONDS + 400;
}

export function PlayPage({ id }: { id: string }) {
  const [meta, setMeta] = useState<GameMeta>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    setMeta(undefined);
    api.game(id).then(setMeta, (e: Error) => setFailed(e.message));
  }, [id]);
  if (failed) return <p class="page words">{failed}</p>;
  if (!meta) return <p class="page quiet">{strings.loading}</p>;
  return <Seats key={id} meta={meta} />;
}

/** One seat, or two at one screen that take turns behind a curtain. */
function Seats({ meta }: { meta: GameMeta }) {
  const seats = meta.seats;
  const games = useMemo(() => seats.map(() => new FollowedGame({ say, announce, battleTime })), [meta.id]);
  const [sitting, setSitting] = useState(0);
  const seat = seats[sitting];
  const game = games[sitting];
  const [line, setLine] = useState<Line>();

  useEffect(() => {
    if (!seat || !game) return;
    const opened = openLine({ game: meta.id, seat: seat.token, seen: () => game.seen(), receive: (m) => game.receive(m) });
    setLine(opened);
    return () => opened.close();
  }, [meta.id, sitting]);

  if (!seat || !game) return <p class="page words">{strings.play.notYours}</p>;
  const state = game.shown.value;
  if (!state || !line) return <p class="page quiet">{strings.loading}</p>;

  const passed = seats.length > 1 && !state.result && state.position.toMove === other(seat.color as Color) && !game.battle.value;
  return (
    <Table
      key={sitting}
      game={game}
      state={state}
      line={line}
      curtain={
        passed ? (
          <div class="curtain">
            <p>{strings.play.handOver(strings.colorNames[other(seat.color as Color)])}</p>
            <button class="primary" autoFocus onClick={() => setSitting(1 - sitting)}>
              {strings.play.iAm(strings.colorNames[other(seat.color as Color)])}
            </button>
          </div>
        ) : undefined
      }
    />
  );
}

function Table({ game, state, line, curtain }: { game: FollowedGame; state: GameState; line: Line; curtain?: preact.JSX.Element | undefined }) {
  const [inspected, setInspected] = useState<number>();
  const [mindAgent, setMindAgent] = useState('');

  // Once the game is over nothing is hidden any more.
  useEffect(() => {
    if (!state.result) return;
    api.record(state.game).then(
      (record) => (game.opened.value = frames(record.start, record.first, record.events)[record.events.length]!.pieces),
      () => undefined,
    );
  }, [Boolean(state.result)]);

  // A battle can be skipped by any key; leaving the page by mistake is not possible by one.
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (game.battle.value && (e.key === 'Escape' || e.key === ' ' || e.key === 'Enter')) {
        game.skip();
        e.preventDefault();
      }
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [game]);

  return (
    <div class="with-board">
      <section class="board-side">
        <PlayBoard game={game} state={state} line={line} mindOn={mindAgent !== ''} onInspect={setInspected} curtain={curtain} />
      </section>
      <aside>
        <PlayColumn
          game={game}
          state={state}
          line={line}
          inspected={inspected}
          mindAgent={curtain ? '' : mindAgent}
          onMind={(agent) => {
            setMindAgent(agent);
            game.hint.value = undefined;
            line.send({ type: 'mind', agent });
          }}
        />
      </aside>
    </div>
  );
}
