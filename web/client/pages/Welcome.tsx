// A first visit: learn, play at once, or look at a game.

import { api } from '../api.ts';
import { agentsFor, loadBoot, strongest } from '../boot.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { emptySetup, formatSetup } from '../model/setup.ts';
import { go, settleIn } from '../router.ts';
import { aidsOn, settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { useBusy } from './useBusy.ts';

/** An opponent that a beginner can beat: the first who plans at all, at its gentlest. */
export const GENTLE = { agent: 'lewis', level: 1 };

async function playAtOnce(): Promise<void> {
  const { setup } = await api.proposeSetup('classic', 'guarded', formatSetup(emptySetup()));
  const { id } = await api.newGame({ rules: 'match', variant: 'classic', red: 'me', blue: GENTLE.agent, level: GENTLE.level, seconds: 0, setup, counts: false });
  go(`/play/${id}`);
}

async function lookAtAGame(): Promise<void> {
  await loadBoot();
  const best = strongest('classic', agentsFor('classic').filter((a) => !a.whole));
  const { id } = await api.newGame({ rules: 'match', variant: 'classic', red: best, blue: 'lewis', level: 5, seconds: 0, counts: false });
  go(`/watch/${id}`);
}

const WAYS = [
  { id: 'learn', pieces: '2S3', begin: async () => go('/learn') },
  { id: 'play', pieces: 'M98', begin: playAtOnce },
  { id: 'look', pieces: 'FBF', begin: lookAtAGame },
] as const;

export function WelcomePage() {
  const { numbering, shapes } = settings.value;
  const [busy, attempt] = useBusy();
  return (
    <div class="page welcome">
      <h1>{strings.welcome.title}</h1>
      <p class="words">{strings.welcome.intro}</p>
      <div class="ways">
        {WAYS.map(({ id, pieces, begin }) => (
          <button
            key={id}
            id={`way-${id}`}
            class="way"
            disabled={busy}
            onClick={() =>
              attempt(async () => {
                settleIn();
                if (id !== 'look') aidsOn();
                await begin();
              })
            }
          >
            <span class="pieces-row" aria-hidden="true">
              {[...pieces].map((rank, i) => (
                <PieceIcon key={i} color={id === 'look' && i === 2 ? 'blue' : i === 1 ? 'blue' : 'red'} rank={rank} numbering={numbering} shapes={shapes} size={44} />
              ))}
            </span>
            <strong>{strings.welcome[id].title}</strong>
            <span>{strings.welcome[id].words}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
