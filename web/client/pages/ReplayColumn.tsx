import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../announce.ts';
import { helpersFor, bestValuer } from '../boot.ts';
import { announceMove, dashed } from '../model/notation.ts';
import { other } from '../model/squares.ts';
import type { AnalysisPly, Color, GameRecord } from '../model/wire.ts';
import { Card, Field } from '../parts/Card.tsx';
import { MoveList } from '../parts/MoveList.tsx';
import { strings } from '../strings.ts';

export interface ReplayColumnProps {
  record: GameRecord;
  ply: number;
  open: boolean;
  setOpen: (open: boolean) => void;
  turn: () => void;
  jump: (ply: number) => void;
  /** The ply of the battle that decided most; 0 for none. */
  keyMoment: number;
  analysis: AnalysisPly[];
  setAnalysis: (plies: AnalysisPly[]) => void;
  mindAgent: string;
  setMindAgent: (agent: string) => void;
  /** The mind window, where one is open. */
  children?: ComponentChildren;
}

export function ReplayColumn(props: ReplayColumnProps) {
  const { record, ply, jump, analysis } = props;
  // Where the player's thoughts are kept, its log is among them.
  const inMind = record.minds.some((m) => m.ply === ply && m.thoughts.log?.length);
  const log = inMind ? undefined : record.log.find((l) => l.ply === ply);
  const turning = new Set(analysis.filter((a) => a.turning).map((a) => a.ply + 1));
  return (
    <>
      <Card>
        <p class="headline">{strings.games.outcome(record)}</p>
        <p class="quiet">{strings.replay.about(record)}</p>
        <div class="row">
          <label class="check">
            <input type="checkbox" id="open" checked={props.open} onChange={(e) => props.setOpen(e.currentTarget.checked)} /> {strings.replay.open}
          </label>
          <button onClick={props.turn}>{strings.replay.turn}</button>
        </div>
        {props.keyMoment > 0 && (
          <button class="link" id="key-moment" aria-current={ply === props.keyMoment ? 'step' : undefined} onClick={() => jump(props.keyMoment)}>
            {strings.replay.keyMoment(props.keyMoment, announceMove(record.events[props.keyMoment - 1]!, strings.colorNames[moverAt(record, props.keyMoment - 1)]))}
          </button>
        )}
        <div class="row">
          <Field label={strings.mind.whoThinks}>
            <select id="mind-agent" value={props.mindAgent} onChange={(e) => props.setMindAgent(e.currentTarget.value)}>
              <option value="">{strings.replay.asPlayed}</option>
              {helpersFor(record.variant).map((a) => (
                <option key={a.name} value={a.name}>
                  {a.name}
                </option>
              ))}
            </select>
          </Field>
        </div>
      </Card>
      {props.children}
      <AnalysisCard {...props} />
      <Card title={strings.play.moves}>
        <MoveList events={record.events} first={record.first} at={ply} turning={turning} onGo={jump} />
      </Card>
      {log && (
        <Card title={strings.replay.log}>
          <pre class="log" tabIndex={0}>
            {log.lines.join('\n')}
          </pre>
        </Card>
      )}
      <Card title={strings.replay.download}>
        <div class="buttons">
          {(['marengo', 'gsn', 'xml'] as const).map((format) => (
            <a key={format} class="button" download href={`/api/games/${record.id}/file?format=${format}`}>
              {strings.replay.formats[format]}
            </a>
          ))}
          <button onClick={() => copyLink()}>{strings.replay.link}</button>
        </div>
      </Card>
    </>
  );
}

function moverAt(record: GameRecord, ply: number): Color {
  return ply % 2 === 0 ? record.first : other(record.first);
}

function copyLink(): void {
  navigator.clipboard.writeText(location.href).then(
    () => say(strings.replay.linkCopied),
    () => say(location.href),
  );
}

function AnalysisCard({ record, jump, analysis, setAnalysis }: ReplayColumnProps) {
  const [chosen, setAgent] = useState('');
  const agent = chosen || bestValuer(record.variant);
  const [seconds, setSeconds] = useState(0.2);
  const [running, setRunning] = useState(false);
  const abort = useRef<AbortController>(undefined);

  async function run() {
    abort.current = new AbortController();
    setRunning(true);
    const plies: AnalysisPly[] = [];
    try {
      await api.analyse(
        record.id,
        agent,
        seconds,
        (p) => {
          plies.push(p);
          setAnalysis([...plies]);
        },
        abort.current.signal,
      );
    } catch (e) {
      if (!abort.current.signal.aborted) say((e as Error).message, true);
    }
    setRunning(false);
  }

  const turning = analysis.filter((a) => a.turning);
  return (
    <Card title={strings.replay.analysis}>
      <div class="row">
        <select aria-label={strings.mind.whoThinks} value={agent} onChange={(e) => setAgent(e.currentTarget.value)}>
          {helpersFor(record.variant).map((a) => (
            <option key={a.name} value={a.name}>
              {a.name}
            </option>
          ))}
        </select>
        <select aria-label={strings.replay.perMove} value={seconds} onChange={(e) => setSeconds(Number(e.currentTarget.value))}>
          {[0.05, 0.2, 1].map((s) => (
            <option key={s} value={s}>
              {strings.newGame.seconds(s)}
            </option>
          ))}
        </select>
        {running ? (
          <button onClick={() => abort.current?.abort()}>{strings.replay.stop}</button>
        ) : (
          <button id="analyse" onClick={run}>
            {strings.replay.analyse}
          </button>
        )}
      </div>
      {(running || analysis.length > 0) && <progress max={record.events.length} value={analysis.length} aria-label={strings.replay.progress} />}
      {analysis.length > 0 && (
        <p class="words" id="analysis-state">
          {strings.replay.found(turning.length, analysis.length)}
        </p>
      )}
      <ul class="plain turning-points">
        {turning.map((a) => (
          <li key={a.ply}>
            <button class="link" onClick={() => jump(a.ply)}>
              {strings.replay.turningPoint(a.ply + 1, Math.round((a.best - a.played) * 100), dashed(a.bestMove))}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
