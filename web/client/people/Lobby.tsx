// The lobby: names without accounts, open games, who plays, results, ratings, and
// counted matches against machines.

import { useEffect, useState } from 'preact/hooks';
import { say } from '../announce.ts';
import { agentsFor } from '../boot.ts';
import type { Lobby, LobbyGame } from '../model/people.ts';
import { ago } from '../model/time.ts';
import { variantOptions } from '../pages/Setups.tsx';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { requests } from './requests.ts';

const ASK_EVERY = 3000;

export function LobbyPage() {
  const [lobby, setLobby] = useState<Lobby>();
  const words = strings.people;
  const load = () => attempt(async () => setLobby(await requests.lobby()));
  useEffect(() => {
    void load();
    const timer = setInterval(load, ASK_EVERY);
    return () => clearInterval(timer);
  }, []);
  if (!lobby) return <p class="page quiet">{strings.loading}</p>;
  const join = (g: LobbyGame) => attempt(async () => go(`/play/${(await requests.join({ game: g.game })).id}`));
  return (
    <div class="page columns">
      <div>
        <h1>{words.lobby}</h1>
        <p class="words">{words.lobbyIntro}</p>
        <p>
          <a class="button primary" href="/friend">
            {words.friend}
          </a>
        </p>
        <p class="quiet">{words.honest}</p>
        <Games title={words.open} none={words.noneOpen} games={lobby.open}>
          {(g) =>
            g.mine ? (
              <a class="button small" href={`/play/${g.game}`}>
                {words.goOn}
              </a>
            ) : (
              <button class="small" onClick={() => join(g)}>
                {words.join}
              </button>
            )
          }
        </Games>
        <Games title={words.playing} none={words.nonePlaying} games={lobby.playing}>
          {(g) => (
            <a class="button small" href={g.mine ? `/play/${g.game}` : `/watch/${g.game}`}>
              {g.mine ? words.goOn : words.watch}
            </a>
          )}
        </Games>
        <Games title={words.results} none={words.noResults} games={lobby.results}>
          {(g) => <a href={`/replay/${g.game}`}>{words.result(g)}</a>}
        </Games>
      </div>
      <div>
        <Name lobby={lobby} onChange={load} />
        <Ratings lobby={lobby} />
        <Matches lobby={lobby} />
      </div>
    </div>
  );
}

function Games({ title, none, games, children }: { title: string; none: string; games: LobbyGame[]; children: (g: LobbyGame) => preact.ComponentChildren }) {
  return (
    <Card title={title}>
      {games.length === 0 && <p class="quiet">{none}</p>}
      <ul class="plain lobby-games">
        {games.map((g) => (
          <li key={g.game} data-game={g.game}>
            <span>
              <strong>{strings.people.versus(g)}</strong>
              <small>
                {strings.people.about(g)}, {strings.ago(ago(g.date, Date.now()))}
              </small>
            </span>
            {children(g)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Who one is here, and how to be it elsewhere. */
function Name({ lobby, onChange }: { lobby: Lobby; onChange: () => void }) {
  const words = strings.people;
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [shown, setShown] = useState('');
  const { me } = lobby;
  const change = (work: () => Promise<void>) =>
    attempt(async () => {
      await work();
      onChange();
    });
  return (
    <Card title={words.yourName}>
      <p class="words" id="my-name">
        {me.name ? words.nameIs(me.name) : words.noName}
      </p>
      <form
        class="save-row"
        onSubmit={(e) => {
          e.preventDefault();
          void change(async () => {
            const next = await requests.name(name.trim());
            setName('');
            say(words.nameIs(next.name));
          });
        }}
      >
        <input id="name" value={name} maxLength={24} aria-label={words.yourName} onInput={(e) => setName(e.currentTarget.value)} />
        <button disabled={name.trim().length < 2}>{words.keep}</button>
      </form>
      <details>
        <summary>{words.key}</summary>
        <p class="quiet">{words.keyWords}</p>
        {me.name && (
          <div class="buttons">
            <button onClick={() => change(async () => setShown((await requests.makeKey()).key))}>{words.makeKey}</button>
            {me.key && (
              <button
                onClick={() =>
                  change(async () => {
                    await requests.revokeKey();
                    setShown('');
                    say(words.revoked);
                  })
                }
              >
                {words.revoke}
              </button>
            )}
          </div>
        )}
        {shown && (
          <p class="words" id="key">
            {words.keyShown(shown)}
          </p>
        )}
        <Field label={words.useKey}>
          <span class="save-row">
            <input value={key} autoComplete="off" onInput={(e) => setKey(e.currentTarget.value)} />
            <button
              type="button"
              disabled={key === ''}
              onClick={() =>
                change(async () => {
                  say(words.used((await requests.useKey(key)).name));
                  setKey('');
                })
              }
            >
              {words.use}
            </button>
          </span>
        </Field>
      </details>
    </Card>
  );
}

function Ratings({ lobby }: { lobby: Lobby }) {
  const words = strings.people;
  const [variant, setVariant] = useState('classic');
  const rows = lobby.ratings[variant] ?? [];
  return (
    <Card title={words.ratings}>
      <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={setVariant} />
      {rows.length === 0 ? (
        <p class="quiet">{words.noneRated}</p>
      ) : (
        <div class="scroll">
          <table class="figures">
            <thead>
              <tr>
                <th class="text">{words.player}</th>
                <th>{words.rating}</th>
                <th>{words.games}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((r) => (
                <tr key={r.name}>
                  <td class="text">{r.name}</td>
                  <td>{words.ratingOf(r.rating, r.deviation)}</td>
                  <td>{r.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="quiet">{words.ratingsWords}</p>
    </Card>
  );
}

/** Counted matches, and the start of one. */
function Matches({ lobby }: { lobby: Lobby }) {
  const words = strings.people;
  const [variant, setVariant] = useState('classic');
  const [agent, setAgent] = useState('');
  const [level, setLevel] = useState(5);
  const [games, setGames] = useState(2);
  const agents = agentsFor(variant).filter((a) => !a.whole);
  const chosen = agents.some((a) => a.name === agent) ? agent : (agents[0]?.name ?? '');
  const begin = () =>
    attempt(async () => {
      const made = await requests.newContest({ agent: chosen, level, rules: 'match', variant, games, clock: null });
      go(`/match/${made.id}`);
    });
  return (
    <Card title={words.matches}>
      <p class="quiet">{words.matchIntro}</p>
      <ul class="plain lobby-games">
        {lobby.matches.map((m) => (
          <li key={m.id}>
            <span>
              <a href={`/match/${m.id}`}>{words.matchTitle(m)}</a>
              <small>{words.matchStands(m)}</small>
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary>{words.newMatch}</summary>
        <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={setVariant} />
        <Field label={strings.newGame.opponent}>
          <select id="match-agent" value={chosen} onChange={(e) => setAgent(e.currentTarget.value)}>
            {agents.map((a) => (
              <option key={a.name} value={a.name}>
                {strings.newGame.agentOption(a.name, a.rating)}
              </option>
            ))}
          </select>
        </Field>
        <Choice label={strings.newGame.level} options={[1, 2, 3, 4, 5].map((n) => ({ id: n, text: String(n) }))} value={level} onChange={setLevel} />
        <Choice label={words.matchGames} options={[2, 4, 10, 20].map((n) => ({ id: n, text: String(n) }))} value={games} onChange={setGames} />
        <button class="primary" id="begin-match" onClick={begin}>
          {words.beginMatch}
        </button>
      </details>
    </Card>
  );
}
