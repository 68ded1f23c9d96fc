import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { say } from '../announce.ts';
import { helpersFor } from '../boot.ts';
import { announceMove } from '../model/notation.ts';
import { other } from '../model/squares.ts';
import type { Color, GameRecord, Report } from '../model/wire.ts';
import { Card, Field } from '../parts/Card.tsx';
import { MoveList } from '../parts/MoveList.tsx';
import { strings } from '../strings.ts';
import { SIGNS } from '../study/words.ts';

export interface ReplayColumnProps {
  record: GameRecord;
  ply: number;
  open: boolean;
  setOpen: (open: boolean) => void;
  turn: () => void;
  jump: (ply: number) => void;
  /** The ply of the battle that decided most; 0 for none. */
  keyMoment: number;
  report: Report | undefined;
  mindAgent: string;
  setMindAgent: (agent: string) => void;
  /** The mind window, where one is open. */
  children?: ComponentChildren;
}

export function ReplayColumn(props: ReplayColumnProps) {
  const { record, ply, jump, report } = props;
  // Where the player's thoughts are kept, its log is among them.
  const inMind = record.minds.some((m) => m.ply === ply && m.thoughts.log?.length);
  const log = inMind ? undefined : record.log.find((l) => l.ply === ply);
  const signs = useMemo(() => new Map(report?.plies.map((p, i) => [i + 1, SIGNS[p.grade]])), [report]);
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
      <Card title={strings.play.moves}>
        <MoveList events={record.events} first={record.first} at={ply} signs={signs} onGo={jump} />
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
