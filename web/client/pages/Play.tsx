// The play screen: a seat at a live game.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce, say } from '../announce.ts';
import { BATTLE_MILLISECONDS, FollowedGame } from '../model/game.ts';
import type { Color, GameMeta, GameState, Seat } from '../model/wire.ts';
import { BeforeTheGame } from '../people/BeforeTheGame.tsx';
import { LookOn } from '../people/LookOn.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { openLine, type Line } from '../socket.ts';
import { motionAllowed } from '../settings.ts';
import { play } from '../sound.ts';
import { strings } from '../strings.ts';
import { Missing } from './Missing.tsx';
import { PlayBoard } from './PlayBoard.tsx';
import { PlayColumn } from './PlayColumn.tsx';
import { useHeadline } from './useHeadline.ts';
import { SharedScreen } from './SharedScreen.tsx';

/** With reduced motion a battle is a still picture, shown as long. */
function battleTime(): number {
  return motionAllowed() ? BATTLE_MILLISECONDS : BATTLE_MILLISECONDS + 400;
}

export function PlayPage({ id }: { id: string }) {
  const [meta, setMeta] = useState<GameMeta>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    setMeta(undefined);
    setFailed('');
    api.game(id).then(setMeta, (e: Error) => setFailed(e.message));
  }, [id]);
  if (failed) return <Missing why={failed} />;
  if (!meta) return <p class="page quiet">{strings.loading}</p>;
  const seat = meta.seats[0];
  if (!seat) return <Missing why={strings.play.notYours} />;
  if (meta.table && seat.color === 'watch') return <LookOn key={id} meta={meta} />;
  if (meta.table && meta.phase === 'setup') return <BeforeTheGame key={id} meta={meta} seat={seat.color as Color} onBegun={setMeta} />;
  return meta.seats.length > 1 && meta.phase !== 'over' ? <SharedScreen key={id} meta={meta} /> : <SeatAt key={id} game={meta.id} seat={seat} />;
}

/** A seat at a live game. With onPassed it is shared: that is called once the other is to move. */
export function SeatAt({ game: id, seat, onPassed }: { game: string; seat: Seat; onPassed?: () => void }) {
  const game = useMemo(() => new FollowedGame({ say, announce, play, battleTime, restage: onPassed !== undefined }), []);
  const [line, setLine] = useState<Line>();
  const [gone, setGone] = useState('');
  useEffect(() => {
    const opened = openLine({ game: id, seat: seat.color, seen: () => game.seen(), receive: (m) => game.receive(m), gone: setGone });
    setLine(opened);
    return () => opened.close();
  }, []);

  const state = game.shown.value;
  const passed = Boolean(onPassed && state && !state.result && state.position.toMove !== seat.color && !game.battle.value);
  useEffect(() => {
    if (passed) onPassed!();
  }, [passed]);

  useHeadline(state && (state.result ? strings.result(state.result, state.seat) : strings.play.status(state)));
  if (gone) return <Missing why={gone} />;
  if (!state || !line) return <p class="page quiet">{strings.loading}</p>;
  return <Table game={game} state={state} line={line} />;
}

function Table({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const [inspected, setInspected] = useState<number>();
  const [mindAgent, setMindAgent] = useState('');

  // Once the game is over nothing is hidden any more.
  useEffect(() => {
    if (!state.result) return;
    void attempt(async () => {
      game.record.value = await api.record(state.game);
    });
  }, [Boolean(state.result)]);

  // A server that was started anew does not know whose mind is looked into.
  const online = line.online.value;
  useEffect(() => {
    if (online && mindAgent) line.send({ type: 'mind', agent: mindAgent });
  }, [online]);

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
        <PlayBoard game={game} state={state} line={line} mindOn={mindAgent !== ''} onInspect={setInspected} />
      </section>
      <aside>
        <PlayColumn
          game={game}
          state={state}
          line={line}
          inspected={inspected}
          mindAgent={mindAgent}
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
