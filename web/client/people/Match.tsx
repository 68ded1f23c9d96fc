// A counted match of a person against a machine: how it stands, the next game, and the
// report that is kept.

import { useEffect, useState } from 'preact/hooks';
import type { Contest } from '../model/people.ts';
import { formatSetup, parseSetup, emptySetup } from '../model/setup.ts';
import { api } from '../api.ts';
import { Missing } from '../pages/Missing.tsx';
import { draftFits, loadDraft } from '../pages/Setups.tsx';
import { Card } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { requests } from './requests.ts';

/** The setup that was last placed, or a proposed one. */
async function nextSetup(variant: string): Promise<string> {
  if (draftFits(variant)) return formatSetup(loadDraft(variant));
  return formatSetup(parseSetup((await api.proposeSetup(variant, 'human', formatSetup(emptySetup()))).setup));
}

export function MatchPage({ id }: { id: string }) {
  const [match, setMatch] = useState<Contest>();
  const [failed, setFailed] = useState('');
  const words = strings.people;
  useEffect(() => {
    requests.contest(id).then(setMatch, (e: Error) => setFailed(e.message));
  }, [id]);
  if (failed) return <Missing why={failed} />;
  if (!match) return <p class="page quiet">{strings.loading}</p>;
  const play = () => attempt(async () => go(`/play/${(await requests.contestGame(match.id, await nextSetup(match.variant))).id}`));
  return (
    <div class="page narrow">
      <h1>{words.matchTitle(match)}</h1>
      <Card>
        <p class="words">{words.matchAbout(match)}</p>
        <p class="headline" id="stands">
          {words.matchStands(match)}
        </p>
        {match.played > 0 && <p class="words">{words.matchScore(match)}</p>}
        {match.over && <p class="quiet">{words.matchOver}</p>}
        {match.mine && !match.over && (
          <div class="buttons">
            {match.current ? (
              <a class="button primary" href={`/play/${match.current}`}>
                {words.goOnGame}
              </a>
            ) : (
              <button class="primary" id="next-game" onClick={play}>
                {words.nextGame(match.played + 1, match.games, match.played % 2 === 0 ? 'red' : 'blue')}
              </button>
            )}
            <a class="button" href="/setups">
              {strings.nav.setups}
            </a>
          </div>
        )}
        {match.list.length > 0 && (
          <table class="figures">
            <tbody>
              {match.list.map((g, i) => (
                <tr key={g.game}>
                  <td class="text">
                    <a href={`/replay/${g.game}`}>{i + 1}</a>
                  </td>
                  <td class="text">{strings.colorNames[g.you]}</td>
                  <td class="text">{strings.result({ winner: g.winner, reason: g.reason }, g.you)}</td>
                  <td>{g.plies}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </div>
  );
}
