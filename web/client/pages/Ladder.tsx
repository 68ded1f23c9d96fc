// The ladder: opponents that have played each other, and where one stands among them.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { Ladder, Rung } from '../model/wire.ts';
import { attempt } from '../parts/SetupTools.tsx';
import { strings } from '../strings.ts';

export function useLadder(): Ladder | undefined {
  const [ladder, setLadder] = useState<Ladder>();
  useEffect(() => {
    void attempt(async () => setLadder(await api.ladder()));
  }, []);
  return ladder;
}

/** The opponent at the asker's level. */
export function suits(ladder: Ladder | undefined): Rung | undefined {
  return ladder?.rungs[ladder.next];
}

export function LadderPage() {
  const ladder = useLadder();
  if (!ladder) return <p class="page quiet">{strings.loading}</p>;
  const words = strings.ladder;
  return (
    <div class="page narrow">
      <h1>{words.title}</h1>
      <p class="words">{words.intro}</p>
      <p class="words" id="standing">
        {ladder.rungs.length === 0 ? words.empty : words.standing(ladder)}
      </p>
      <ol class="ladder" reversed>
        {[...ladder.rungs].reverse().map((rung) => {
          const next = rung === suits(ladder);
          return (
            <li key={`${rung.agent}-${rung.level}`} class={next ? 'next' : ''} aria-current={next ? 'true' : undefined}>
              <strong>{words.name(rung)}</strong>
              <span>{words.rated(rung)}</span>
              <span>{words.yours(rung)}</span>
              {next && <b>{words.next}</b>}
            </li>
          );
        })}
      </ol>
      <a class="button primary" href="/play">
        {words.play}
      </a>
    </div>
  );
}
