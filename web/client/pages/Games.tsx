// The kept games: a list with filters, and a place to drop a file.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { boot } from '../boot.ts';
import type { GameRow } from '../model/wire.ts';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { openFile } from '../files.ts';
import { strings } from '../strings.ts';

const PAGE = 50;

export function GamesPage() {
  const [whose, setWhose] = useState<'mine' | 'all'>('mine');
  const [agent, setAgent] = useState('');
  const [result, setResult] = useState('');
  const [offset, setOffset] = useState(0);
  const [found, setFound] = useState<{ games: GameRow[]; total: number }>();

  useEffect(() => {
    const query = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
    if (whose === 'mine') query.set('mine', '1');
    if (agent) query.set('agent', agent);
    if (result) query.set('result', result);
    void attempt(async () => setFound(await api.games(query.toString())));
  }, [whose, agent, result, offset]);

  return (
    <div class="page">
      <h1>{strings.games.title}</h1>
      <div class="filters">
        <Choice
          label={strings.games.whose}
          options={[
            { id: 'mine', text: strings.games.mine },
            { id: 'all', text: strings.games.all },
          ]}
          value={whose}
          onChange={(w) => {
            setWhose(w);
            setOffset(0);
          }}
        />
        <Field label={strings.games.opponent}>
          <select value={agent} onChange={(e) => { setAgent(e.currentTarget.value); setOffset(0); }}>
            <option value="">{strings.games.any}</option>
            {boot.value?.agents.map((a) => (
              <option key={a.name} value={a.name}>
                {a.name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={strings.games.result}>
          <select value={result} onChange={(e) => { setResult(e.currentTarget.value); setOffset(0); }}>
            {strings.games.results.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        </Field>
        <label class="button file">
          {strings.games.open}
          <input type="file" accept=".gsn,.xml,.txt,.stratego,.marengo,.game" onChange={(e) => openFile(e.currentTarget.files?.[0])} />
        </label>
      </div>
      <Card>
        {found && found.games.length === 0 && <p class="quiet">{strings.games.none}</p>}
        {found && found.games.length > 0 && (
          <div class="scroll">
            <table class="figures games">
              <thead>
                <tr>
                  <th class="text">{strings.games.players}</th>
                  <th class="text">{strings.games.result}</th>
                  <th>{strings.games.plies}</th>
                  <th class="text">{strings.games.rules}</th>
                  <th>{strings.games.date}</th>
                </tr>
              </thead>
              <tbody>
                {found.games.map((g) => (
                  <tr key={g.id}>
                    <td class="text">
                      <a href={`/replay/${g.id}`}>
                        {strings.games.player(g.red, g.you === 'red')} – {strings.games.player(g.blue, g.you === 'blue')}
                      </a>
                    </td>
                    <td class="text">{strings.games.outcome(g)}</td>
                    <td>{g.plies}</td>
                    <td class="text">{strings.rules(g.rules)}</td>
                    <td>{g.date.slice(0, 16).replace('T', ' ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {found && found.total > PAGE && (
          <div class="buttons">
            <button disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
              {strings.games.newer}
            </button>
            <span class="quiet">{strings.games.range(offset + 1, Math.min(offset + PAGE, found.total), found.total)}</span>
            <button disabled={offset + PAGE >= found.total} onClick={() => setOffset(offset + PAGE)}>
              {strings.games.older}
            </button>
          </div>
        )}
      </Card>
      <p class="quiet">{strings.games.drop}</p>
    </div>
  );
}
