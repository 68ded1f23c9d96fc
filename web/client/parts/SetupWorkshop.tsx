// What a setup is worth: what one scored with it, how fast games go, what a guesser reads.

import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce, attempt } from '../announce.ts';
import { api } from '../api.ts';
import { complete, formatSetup, mirror, parseSetup, type SetupSquares } from '../model/setup.ts';
import type { SetupJudgement, SetupResult } from '../model/wire.ts';
import { strings } from '../strings.ts';
import { Card } from './Card.tsx';

const words = strings.workshop;

const results = signal<SetupResult[]>([]);

export async function loadResults(): Promise<void> {
  await attempt(async () => {
    results.value = await api.setupResults();
  });
}

/** What was scored with a setup or its mirror image. */
export function Results({ setup }: { setup: string }) {
  const mirrored = formatSetup(mirror(parseSetup(setup)));
  const found = results.value.find((r) => r.setup === setup || r.setup === mirrored);
  return <span class="quiet results">{found ? words.results(found.wins, found.draws, found.losses) : words.unplayed}</span>;
}

export interface JudgeCardProps {
  setup: SetupSquares;
  variant: string;
  /** Where others would look for the flag, on the setup's squares; undefined takes it off. */
  onHeat: (heat: readonly number[] | undefined) => void;
}

/** Fast games in the background: how strong, how readable. */
export function JudgeCard({ setup, variant, onHeat }: JudgeCardProps) {
  const text = formatSetup(setup);
  const [judged, setJudged] = useState<{ of: string; so: SetupJudgement }>();
  const [running, setRunning] = useState(false);
  const [heat, setHeat] = useState(true);
  const stop = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const so = judged?.of === text ? judged.so : undefined;
  useEffect(() => onHeat(heat ? so?.heat : undefined), [so, heat]);

  // Another setup is another question.
  useEffect(() => stop.current?.abort(), [text]);

  const judge = async () => {
    const controller = (stop.current = new AbortController());
    setRunning(true);
    await attempt(async () => {
      try {
        let last: SetupJudgement | undefined;
        await api.judgeSetup(text, (x) => setJudged({ of: text, so: (last = x) }), controller.signal);
        if (last) announce(words.strong(last));
      } catch (e) {
        if (!controller.signal.aborted) throw e;
      }
    });
    if (stop.current === controller) setRunning(false);
  };
  if (variant !== 'classic') return null;
  return (
    <Card title={words.title} id="judge">
      <p class="quiet">{words.intro}</p>
      {so && (
        <>
          <p class="words" id="strong">
            {words.strong(so)}
          </p>
          <p class="words" id="readable">
            {words.readable(so)}
          </p>
          <label class="check">
            <input type="checkbox" checked={heat} onChange={(e) => setHeat(e.currentTarget.checked)} /> {words.heat}
          </label>
          {so.games < so.all && <progress value={so.games} max={so.all} aria-label={words.progress} />}
        </>
      )}
      <div class="buttons">
        <button id="judge-start" disabled={running || !complete(setup, variant)} onClick={() => void judge()}>
          {running ? words.playing : words.start}
        </button>
        {running && <button onClick={() => stop.current?.abort()}>{words.stop}</button>}
      </div>
    </Card>
  );
}
