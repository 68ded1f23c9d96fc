// The moves that a player weighed. What it expects is a number of a hundred; how readily it
// plays a move is a bar, so that the one is never taken for the other.

import { dashed } from '../model/notation.ts';
import type { Mind } from '../model/wire.ts';
import { strings } from '../strings.ts';
import { mindArrows } from './choices.ts';
import { decimal, inWords, ofHundred, ownUnits } from './overlay.ts';
import { Waiting } from './Waiting.tsx';

export function MovesPanel({ mind }: { mind?: Mind | undefined }) {
  if (!mind) return <Waiting />;
  const t = mind.thoughts;
  const candidates = t.candidates ?? [];
  const work = strings.mind.work(t);
  const has = {
    win: t.valued && candidates.some((c) => c.win !== undefined),
    score: ownUnits(mind),
    share: candidates.some((c) => c.p !== undefined),
    visits: candidates.some((c) => c.visits !== undefined),
    line: candidates.some((c) => c.line),
  };
  return (
    <>
      {t.summary && <p class="words">{inWords(t.summary)}</p>}
      {t.valued && <p class="words">{strings.mind.chance(strings.colors[mind.color], ofHundred(t.win))}</p>}
      {work && <p class="quiet">{work}</p>}
      <label class="check">
        <input type="checkbox" checked={mindArrows.value} onChange={(e) => (mindArrows.value = e.currentTarget.checked)} /> {strings.mind.arrows}
      </label>
      {candidates.length === 0 ? (
        <Waiting mind={mind} />
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={strings.mind.weighed}>
          <table class="figures">
            <thead>
              <tr>
                <th>{strings.mind.move}</th>
                {has.win && <th>{strings.mind.win}</th>}
                {has.score && <th>{strings.mind.score}</th>}
                {has.share && <th>{strings.mind.share}</th>}
                {has.visits && <th>{strings.mind.visits}</th>}
                <th class="text">{has.line ? strings.mind.line : strings.mind.why}</th>
              </tr>
            </thead>
            <tbody>
              {candidates.slice(0, 12).map((c, i) => (
                <tr key={c.move} class={i === 0 ? 'best' : ''}>
                  <td>{dashed(c.move)}</td>
                  {has.win && <td class="expects">{c.win === undefined ? '' : ofHundred(c.win)}</td>}
                  {has.score && <td>{c.score === undefined ? '' : decimal(c.score)}</td>}
                  {has.share && (
                    <td>
                      <Share p={c.p ?? 0} />
                    </td>
                  )}
                  {has.visits && <td>{c.visits?.toLocaleString('en')}</td>}
                  <td class="text">{(c.line ?? []).map(dashed).join(' ') || inWords(c.note ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** How readily a move is played, as a bar. */
function Share({ p }: { p: number }) {
  return (
    <span class="readily" title={strings.mind.readily(p)}>
      <i style={{ width: `${Math.round(100 * p)}%` }} aria-hidden="true" />
      <span class="sr">{strings.mind.readily(p)}</span>
    </span>
  );
}
