// Two people at one screen. From curtain to curtain the page holds only what the
// one who sits there may know: behind the curtain neither's game is kept.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { hush } from '../announce.ts';
import { emptySetup, formatSetup, parseSetup, untouched, type SetupSquares } from '../model/setup.ts';
import { other } from '../model/squares.ts';
import type { Color, GameMeta, Seat } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { SetupEditor } from '../parts/SetupEditor.tsx';
import { attempt, missingWords, SetupButtons, SetupLibrary, SetupScoreCard } from '../parts/SetupTools.tsx';
import { strings } from '../strings.ts';
import { SeatAt } from './Play.tsx';

export function SharedScreen({ meta: first }: { meta: GameMeta }) {
  const [meta, setMeta] = useState(first);
  const [sitting, setSitting] = useState(false);
  const turn = meta.turn || 'red';
  const seat = meta.seats.find((s) => s.color === turn)!;

  /** The curtain falls, and what was on the screen is gone. */
  const pass = (next: GameMeta) => {
    hush();
    setSitting(false);
    setMeta(next);
  };
  if (!sitting) return <Curtain to={turn} onSit={() => setSitting(true)} />;
  if (meta.phase === 'setup') return <SetUp key={turn} meta={meta} seat={seat} color={turn} onReady={pass} />;
  return <SeatAt key={turn} game={meta.id} seat={seat} onPassed={() => pass({ ...meta, turn: other(turn) })} />;
}

function Curtain({ to, onSit }: { to: Color; onSit: () => void }) {
  const name = strings.colorNames[to];
  return (
    <div class="with-board">
      <section class="board-side">
        <div class="curtain">
          <p>{strings.play.handOver(name)}</p>
          <button class="primary" autoFocus onClick={onSit}>
            {strings.play.iAm(name)}
          </button>
        </div>
      </section>
    </div>
  );
}

/** The second one's army, placed unseen. */
function SetUp({ meta, seat, color, onReady }: { meta: GameMeta; seat: Seat; color: Color; onReady: (meta: GameMeta) => void }) {
  const { variant } = meta;
  const [setup, setSetup] = useState<SetupSquares>(emptySetup);
  useEffect(() => {
    void attempt(async () => {
      const proposed = parseSetup((await api.proposeSetup(variant, 'human', formatSetup(emptySetup()))).setup);
      setSetup((now) => (untouched(now) ? proposed : now));
    });
  }, []);
  const lacking = missingWords(setup, variant);
  return (
    <div class="with-board tall">
      <section class="board-side">
        <div class="who">
          <strong>{strings.newGame.yourSetup(strings.colorNames[color])}</strong>
        </div>
        <SetupEditor setup={setup} onChange={setSetup} variant={variant} color={color} />
        <SetupButtons setup={setup} onChange={setSetup} variant={variant} />
      </section>
      <aside>
        <Card>
          <div class="start">
            <p class={lacking ? 'words' : 'words summary'}>{lacking || strings.newGame.twoHint}</p>
            <button class="primary wide" id="start" disabled={lacking !== ''} onClick={() => attempt(async () => onReady(await api.setUp(meta.id, seat.color, formatSetup(setup))))}>
              {strings.newGame.start}
            </button>
          </div>
        </Card>
        <SetupScoreCard setup={setup} variant={variant} />
        <SetupLibrary setup={setup} onChange={setSetup} variant={variant} />
      </aside>
    </div>
  );
}
