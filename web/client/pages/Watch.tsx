// Two agents play while a person watches, with a window into each mind.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce, say } from '../announce.ts';
import { agentsFor, boot } from '../boot.ts';
import { MindWindow } from '../mind/MindWindow.tsx';
import { FollowedGame } from '../model/game.ts';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { LiveGames } from '../parts/LiveGames.tsx';
import { MoveList } from '../parts/MoveList.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import type { GameMeta } from '../model/wire.ts';
import { go } from '../router.ts';
import { openLine, type Line } from '../socket.ts';
import { play } from '../sound.ts';
import { strings } from '../strings.ts';
import { LookOn } from '../people/LookOn.tsx';
import { Missing } from './Missing.tsx';
import { ClassicOnly } from './NewGame.tsx';
import { PlayBoard } from './PlayBoard.tsx';
import { MatchForm } from './Ratings.tsx';
import { variantOptions } from './Setups.tsx';
import { useHeadline } from './useHeadline.ts';

/** The slider's stops: milliseconds between two moves. */
const DELAYS = [3000, 1500, 800, 400, 150, 0];

export function WatchPage({ id }: { id: string | undefined }) {
  return id ? <WatchGame key={id} id={id} /> : <WatchStart />;
}

function WatchStart() {
  const [variant, setVariant] = useState('classic');
  const agents = agentsFor(variant);
  const [red, setRed] = useState('');
  const [blue, setBlue] = useState('');
  const [level, setLevel] = useState(5);
  const [seed, setSeed] = useState('');
  const pick = (name: string, i: number) => (agents.some((a) => a.name === name) ? name : (agents[Math.max(0, agents.length - 1 - i)]?.name ?? ''));
  const start = () =>
    attempt(async () => {
      const meta = await api.newGame({
        rules: boot.value?.rules[0]?.name ?? 'match', variant, red: pick(red, 0), blue: pick(blue, 1), level, seconds: 0, counts: false,
        ...(seed.trim() ? { seed: seed.trim() } : {}),
      });
      go(`/watch/${meta.id}`);
    });
  return (
    <div class="page columns">
      <div>
        <h1>{strings.watch.title}</h1>
        <p class="words">{strings.watch.intro}</p>
        <Card title={strings.watch.start}>
          {([['red', red, setRed, 0], ['blue', blue, setBlue, 1]] as const).map(([color, value, set, i]) => (
            <Field key={color} label={strings.colorNames[color]}>
              <select id={`watch-${color}`} value={pick(value, i)} onChange={(e) => set(e.currentTarget.value)}>
                {agents.map((a) => (
                  <option key={a.name} value={a.name}>
                    {strings.newGame.agentOption(a.name, a.rating)}
                  </option>
                ))}
              </select>
            </Field>
          ))}
          <div class="row">
            <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={setVariant} />
            <Choice label={strings.newGame.level} options={[1, 2, 3, 4, 5].map((n) => ({ id: n, text: String(n) }))} value={level} onChange={setLevel} />
          </div>
          <ClassicOnly variant={variant} />
          <Field label={strings.newGame.seed}>
            <input value={seed} inputMode="numeric" onInput={(e) => setSeed(e.currentTarget.value)} />
          </Field>
          <button class="primary" id="watch-start" onClick={start}>
            {strings.watch.go}
          </button>
        </Card>
        <LiveGames />
      </div>
      <div>
        <MatchForm />
      </div>
    </div>
  );
}

/** In a fast game battles are over at once. */
function battleTime(delay: number): number {
  return delay >= 800 ? delay : 0;
}

function WatchGame({ id }: { id: string }) {
  const [meta, setMeta] = useState<GameMeta>();
  const [line, setLine] = useState<Line>();
  const [inspected, setInspected] = useState<number>();
  const [speed, setSpeed] = useState(2);
  const pace = useRef(speed);
  pace.current = speed;
  const game = useMemo(() => new FollowedGame({ say, announce, play, battleTime: () => battleTime(DELAYS[pace.current]!) }), [id]);

  const [failed, setFailed] = useState('');
  useEffect(() => {
    api.game(id).then(setMeta, (e: Error) => setFailed(e.message));
  }, [id]);
  useEffect(() => {
    const seat = meta?.seats.find((s) => s.color === 'watch');
    if (meta && !seat) go(`/play/${id}`, true); // nobody looks on here
    if (!seat || meta?.table) return;
    const opened = openLine({ game: id, seat: seat.color, seen: () => game.seen(), receive: (m) => game.receive(m), gone: setFailed });
    setLine(opened);
    return () => opened.close();
  }, [meta, game]);

  const state = game.shown.value;
  useHeadline(state && (state.result ? strings.result(state.result, 'watch') : strings.play.status(state)));
  if (failed) return <Missing why={failed} />;
  if (meta?.table) return <LookOn key={id} meta={meta} />;
  if (!line || !state) return <p class="page quiet">{strings.loading}</p>;
  return (
    <div class="with-board tall">
      <section class="board-side">
        <PlayBoard game={game} state={state} line={line} mindOn={true} onInspect={setInspected} />
        <Field label={strings.watch.speed}>
          <input
            type="range"
            id="speed"
            min={0}
            max={DELAYS.length - 1}
            value={speed}
            aria-valuetext={strings.watch.delay(DELAYS[speed]!)}
            onChange={(e) => {
              const next = Number(e.currentTarget.value);
              setSpeed(next);
              line.send({ type: 'speed', delay: DELAYS[next]! });
            }}
          />
        </Field>
      </section>
      <aside>
        <Card class="status">
          <p class="headline" id="status">
            {state.result ? strings.result(state.result, 'watch') : strings.play.status(state, game.battle.value)}
          </p>
          {state.result && (
            <div class="buttons">
              <a class="button primary" href={`/replay/${id}`}>
                {strings.play.replay}
              </a>
              <a class="button" href="/watch">
                {strings.watch.another}
              </a>
            </div>
          )}
        </Card>
        {(['red', 'blue'] as const).map((color) => (
          <MindWindow
            key={color}
            title={strings.watch.mindOf(strings.colorNames[color], state[color].name)}
            mind={game.minds.value[color]}
            pieces={state.position.pieces}
            inspected={inspected}
            evaluations={game.evaluations.value}
            at={state.ply}
          />
        ))}
        <Card title={strings.play.moves}>
          <MoveList events={game.events.value} first={state.begins} at={game.events.value.length} />
        </Card>
      </aside>
    </div>
  );
}
