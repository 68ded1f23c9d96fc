// A finished game: step, jump, autoplay, open or closed pieces, the mind at each
// ply, and below the board what an analysis finds.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce } from '../announce.ts';
import { Board } from '../board/Board.tsx';
import type { BattleScene } from '../board/types.ts';
import { arrowsOf, heatOf } from '../mind/overlay.ts';
import { MindWindow, mindArrows, mindRank, mindSide } from '../mind/MindWindow.tsx';
import { BATTLE_MILLISECONDS, sceneOf, type Evaluation } from '../model/game.ts';
import { keyMoment } from '../model/material.ts';
import { announceMove } from '../model/notation.ts';
import { frames, seenBy, type Frame } from '../model/replay.ts';
import { other } from '../model/squares.ts';
import type { Color, GameRecord } from '../model/wire.ts';
import { Captured } from '../parts/Captured.tsx';
import { go, route } from '../router.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { boardWords } from '../study/boardWords.ts';
import { Study } from '../study/Study.tsx';
import { useAnalysis } from '../study/useAnalysis.ts';
import { Missing } from './Missing.tsx';
import { squareLabel } from './PlayBoard.tsx';
import { ReplayColumn } from './ReplayColumn.tsx';
import { useMind } from './useMind.ts';

const AUTOPLAY_MILLISECONDS = 900;

export function ReplayPage({ id }: { id: string }) {
  const [record, setRecord] = useState<GameRecord>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    setRecord(undefined);
    setFailed('');
    api.record(id).then(setRecord, (e: Error) => setFailed(e.message));
  }, [id]);
  if (failed) return <Missing why={failed} />;
  if (!record) return <p class="page quiet">{strings.loading}</p>;
  return <Replay key={id} record={record} />;
}

function Replay({ record }: { record: GameRecord }) {
  const all = useMemo(() => frames(record.start, record.first, record.events), [record]);
  const key = useMemo(() => keyMoment(record.events, record.first, record.winner), [record]);
  const wanted = Number(route.value.args[1] ?? key);
  const ply = Math.min(Math.max(0, Number.isFinite(wanted) ? Math.floor(wanted) : 0), record.events.length);
  const [side, setSide] = useState<Color>(record.you || 'red');
  const [open, setOpen] = useState(true);
  const [playing, setPlaying] = useState(false);
  const [inspected, setInspected] = useState<number>();
  const [mindAgent, setMindAgent] = useState('');
  const study = useAnalysis(record.id, route.value.query.has('analyse'));
  const frame = all[ply]!;

  const [scene, setScene] = useScene();
  const stage = (at: number) => {
    const event = record.events[at - 1];
    setScene(event && sceneOf(event, all[at - 1]!.toMove));
  };
  useEffect(() => stage(ply), []);

  const jump = (to: number) => {
    const next = Math.min(Math.max(0, to), record.events.length);
    go(`/replay/${record.id}/${next}`, true);
    if (next > ply) stage(next);
    else setScene(undefined);
    const event = record.events[next - 1];
    if (event) announce(announceMove(event, strings.colorNames[all[next - 1]!.toMove]));
  };
  useReplayKeys(ply, record.events.length, jump, setPlaying);
  useEffect(() => {
    if (!playing) return;
    if (ply >= record.events.length) {
      setPlaying(false);
      return;
    }
    if (scene) return; // the battle first
    const timer = setTimeout(() => jump(ply + 1), AUTOPLAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [playing, ply, scene]);

  const stored = record.minds.find((m) => m.ply === ply);
  const asked = useMind(mindAgent ? { game: record.id, ply, color: frame.toMove, agent: mindAgent, seconds: 1 } : undefined);
  const mind = mindAgent ? asked : stored;
  const pieces = useMemo(() => seenBy(frame.pieces, side, open), [frame, side, open]);
  const evaluations = useMemo(() => evaluationsOf(record), [record]);
  const { numbering, shapes } = settings.value;

  return (
    <div class="with-board tall studied">
      <section class="board-side">
        <Edge record={record} color={other(side)} frame={frame} />
        <div class="stage">
          <Board
            side={side}
            name={strings.replay.boardName(ply)}
            pieces={pieces}
            numbering={numbering}
            shapes={shapes}
            {...(frame.last ? { last: frame.last } : {})}
            {...(mind ? { heat: heatOf(mind, mindSide.value, mindRank.value) } : {})}
            arrows={mind && mindArrows.value ? arrowsOf(mind) : []}
            {...(scene ? { battle: scene } : {})}
            label={squareLabel(pieces, open ? 'watch' : side)}
            onInspect={setInspected}
            onSkip={() => setScene(undefined)}
          />
        </div>
        <Edge record={record} color={side} frame={frame} />
        <Steps ply={ply} last={record.events.length} playing={playing} jump={jump} setPlaying={setPlaying} />
      </section>
      <section class="under">
        <p>
          <a class="button" id="try-moves" href={`/board/${record.id}/${ply}`}>
            {boardWords.tryMoves}
          </a>
        </p>
        <Study record={record} handle={study} at={ply} onPly={jump} />
      </section>
      <aside>
        <ReplayColumn
          record={record}
          ply={ply}
          open={open}
          setOpen={setOpen}
          turn={() => setSide(other(side))}
          jump={jump}
          keyMoment={key}
          report={study.analysis?.report}
          mindAgent={mindAgent}
          setMindAgent={setMindAgent}
        >
        {(mind || mindAgent || evaluations.length > 1) && (
          <MindWindow
            title={mind ? strings.mind.of(mind.agent) : strings.mind.title}
            mind={mind}
            pieces={frame.pieces}
            inspected={inspected}
            evaluations={evaluations}
            at={ply}
            onPly={jump}
          />
        )}
        </ReplayColumn>
      </aside>
    </div>
  );
}

/** A battle on the stage for a while. */
function useScene() {
  const [scene, setScene] = useState<BattleScene>();
  useEffect(() => {
    if (!scene) return;
    const timer = setTimeout(() => setScene(undefined), BATTLE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [scene]);
  return [scene, setScene] as const;
}

/** Red's expected score over the game, from what the players thought. */
function evaluationsOf(record: GameRecord): Evaluation[] {
  return record.minds.filter((m) => m.thoughts.valued).map((m) => ({ ply: m.ply, red: m.color === 'red' ? m.thoughts.win : 1 - m.thoughts.win, by: m.color }));
}

function Edge({ record, color, frame }: { record: GameRecord; color: Color; frame: Frame }) {
  return (
    <div class="who">
      <div>
        <i class={`swatch ${color}`} aria-hidden="true" />
        <strong>{strings.games.player(record[color], record.you === color)}</strong>
      </div>
      <Captured pieces={frame.pieces} dead={frame.dead} color={color} variant={record.variant} />
    </div>
  );
}

function Steps(props: { ply: number; last: number; playing: boolean; jump: (ply: number) => void; setPlaying: (on: boolean) => void }) {
  const { ply, last, playing, jump, setPlaying } = props;
  return (
    <div class="steps" role="group" aria-label={strings.replay.steps}>
      <button onClick={() => jump(0)} disabled={ply === 0} aria-label={strings.replay.first}>
        <Icon d="M6 5v14M19 5l-9 7 9 7z" />
      </button>
      <button onClick={() => jump(ply - 1)} disabled={ply === 0} aria-label={strings.replay.back}>
        <Icon d="M16 5l-9 7 9 7z" />
      </button>
      <button onClick={() => setPlaying(!playing)} aria-label={playing ? strings.replay.pause : strings.replay.play} aria-pressed={playing}>
        <Icon d={playing ? 'M8 5v14M16 5v14' : 'M8 5l10 7-10 7z'} />
      </button>
      <button onClick={() => jump(ply + 1)} disabled={ply === last} aria-label={strings.replay.forward}>
        <Icon d="M8 5l9 7-9 7z" />
      </button>
      <button onClick={() => jump(last)} disabled={ply === last} aria-label={strings.replay.last}>
        <Icon d="M18 5v14M5 5l9 7-9 7z" />
      </button>
      <input type="range" min={0} max={last} value={ply} aria-label={strings.replay.slider} onInput={(e) => jump(Number(e.currentTarget.value))} />
      <span class="quiet" id="ply">
        {ply} / {last}
      </span>
    </div>
  );
}

export function Icon({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** The arrow keys step, unless they belong to the board, a field or a tab. */
function useReplayKeys(ply: number, last: number, jump: (ply: number) => void, setPlaying: (f: (on: boolean) => boolean) => void) {
  const latest = useRef({ ply, jump });
  latest.current = { ply, jump };
  useLayoutEffect(() => {
    const key = (e: KeyboardEvent) => {
      const target = e.target as Element;
      if (target.closest('input, select, textarea, [role=tablist], [role=grid]') || e.ctrlKey || e.metaKey || e.altKey) return;
      const { ply, jump } = latest.current;
      const moves: Record<string, () => void> = {
        ArrowLeft: () => jump(ply - 1),
        ArrowRight: () => jump(ply + 1),
        Home: () => jump(0),
        End: () => jump(last),
        p: () => setPlaying((on) => !on),
      };
      const run = moves[e.key];
      if (!run) return;
      run();
      e.preventDefault();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [last]);
}
