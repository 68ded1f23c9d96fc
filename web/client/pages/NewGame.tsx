// A new game: who, how strong, which rules; the setup stands beside it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type NewGame } from '../api.ts';
import { agentInfo, agentsFor, boot } from '../boot.ts';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { LiveGames } from '../parts/LiveGames.tsx';
import { SetupEditor } from '../parts/SetupEditor.tsx';
import { attempt, missingWords, SetupButtons, SetupLibrary, SetupScoreCard } from '../parts/SetupTools.tsx';
import { emptySetup, formatSetup, parseSetup, untouched, type SetupSquares } from '../model/setup.ts';
import { other } from '../model/squares.ts';
import type { Color } from '../model/wire.ts';
import { go } from '../router.ts';
import { suits, useLadder } from './Ladder.tsx';
import { strings } from '../strings.ts';
import { draftFits, forgetDraft, loadDraft, saveDraft, variantOptions } from './Setups.tsx';

const PERSON = 'person';
const FRIEND = 'friend';
const LADDER = 'ladder';
const CHOICES = 'marengo.newgame';

interface Choices {
  variant: string;
  opponent: string;
  strength: 'level' | 'time';
  level: number;
  seconds: number;
  color: Color | 'either';
  rules: string;
  clock: string;
  practice: boolean;
}

const DEFAULTS: Choices = { variant: 'classic', opponent: 'lewis', strength: 'level', level: 3, seconds: 2, color: 'red', rules: 'match', clock: '', practice: false };

function loadChoices(): Choices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(CHOICES) ?? '{}') as Partial<Choices>) };
  } catch {
    return DEFAULTS;
  }
}

export function NewGamePage() {
  const [choices, setChoices] = useState(loadChoices);
  const [seed, setSeed] = useState('');
  const [setup, setSetup] = useState<SetupSquares>(() => loadDraft(choices.variant));
  const latest = useRef(setup);
  latest.current = setup;
  const [busy, setBusy] = useState(false);
  const { variant } = choices;
  const ladder = useLadder();
  const rung = choices.opponent === LADDER && variant === 'classic' ? suits(ladder) : undefined;

  const choose = (part: Partial<Choices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    localStorage.setItem(CHOICES, JSON.stringify(next));
  };
  const change = (next: SetupSquares) => {
    setSetup(next);
    saveDraft(variant, next);
  };

  useEffect(() => {
    if (draftFits(variant)) {
      setSetup(loadDraft(variant));
      return;
    }
    setSetup(emptySetup());
    let current = true;
    void attempt(async () => {
      const proposed = parseSetup((await api.proposeSetup(variant, 'guarded', formatSetup(emptySetup()))).setup);
      if (current && untouched(latest.current)) change(proposed);
    });
    return () => {
      current = false;
    };
  }, [variant]);

  const agents = agentsFor(variant);
  useEffect(() => {
    if (agents.length > 0 && choices.opponent !== PERSON && !(choices.opponent === LADDER && variant === 'classic') && !agents.some((a) => a.name === choices.opponent)) choose({ opponent: agents[0]!.name });
  }, [boot.value, variant]);

  const two = choices.opponent === PERSON;
  const color: Color = !two && choices.color === 'blue' ? 'blue' : 'red';
  const lacking = missingWords(setup, variant);
  const kind = choices.practice || seed.trim() ? 'practice' : 'counts';

  async function start() {
    setBusy(true);
    const mine: Color = two ? 'red' : choices.color === 'either' ? (Math.random() < 0.5 ? 'red' : 'blue') : choices.color;
    const [minutes = 0, increment = 0] = choices.clock.split('+').map(Number);
    const game: NewGame = {
      rules: choices.rules,
      variant,
      red: 'me',
      blue: 'me',
      level: choices.strength === 'level' ? choices.level : 0,
      seconds: choices.strength === 'time' ? choices.seconds : 0,
      setup: formatSetup(setup),
      counts: !two && kind === 'counts',
      ...(choices.clock ? { clock: { minutes, increment } } : {}),
      ...(seed.trim() ? { seed: seed.trim() } : {}),
    };
    if (!two) game[other(mine)] = rung?.agent ?? choices.opponent;
    if (rung) Object.assign(game, { level: rung.level, seconds: 0 });
    await attempt(async () => {
      const { id } = await api.newGame(game);
      // The other one at this screen must not come upon it.
      if (two) forgetDraft(variant);
      go(`/play/${id}`);
    });
    setBusy(false);
  }

  return (
    <div class="with-board tall">
      <section class="board-side">
        <div class="who">
          <strong>{strings.newGame.yourSetup(two ? strings.colorNames[color] : '')}</strong>
        </div>
        <SetupEditor setup={setup} onChange={change} variant={variant} color={color} />
        <SetupButtons setup={setup} onChange={change} variant={variant} />
      </section>
      <aside>
        <LiveGames />
        <Card title={strings.newGame.title}>
          <Field label={strings.newGame.opponent} hint={two ? strings.newGame.twoHint : rung ? strings.ladder.hint(ladder!) : opponentWords(choices.opponent)}>
            <select id="opponent" value={choices.opponent} onChange={(e) => (e.currentTarget.value === FRIEND ? go('/friend') : choose({ opponent: e.currentTarget.value }))}>
              {suits(ladder) && variant === 'classic' && <option value={LADDER}>{strings.ladder.option}</option>}
              {agents.map((a) => (
                <option key={a.name} value={a.name}>
                  {strings.newGame.agentOption(a.name, a.rating)}
                </option>
              ))}
              <option value={PERSON}>{strings.newGame.person}</option>
              <option value={FRIEND}>{strings.people.friendOption}</option>
            </select>
          </Field>
          {suits(ladder) && (
            <p class="quiet">
              <a href="/ladder">{strings.ladder.link}</a>
            </p>
          )}
          {!two && !rung && (
            <div class="row">
              <Choice
                label={strings.newGame.strength}
                options={[
                  { id: 'level', text: strings.newGame.byLevel },
                  { id: 'time', text: strings.newGame.byTime },
                ]}
                value={choices.strength}
                onChange={(strength) => choose({ strength })}
              />
              {choices.strength === 'level' ? (
                <Choice
                  label={strings.newGame.level}
                  options={[1, 2, 3, 4, 5].map((id) => ({ id, text: String(id), title: strings.newGame.levels[id - 1]! }))}
                  value={choices.level}
                  onChange={(level) => choose({ level })}
                />
              ) : (
                <Choice
                  label={strings.newGame.byTime}
                  options={[0.2, 1, 2, 5, 10].map((id) => ({ id, text: strings.newGame.seconds(id) }))}
                  value={choices.seconds}
                  onChange={(seconds) => choose({ seconds })}
                />
              )}
            </div>
          )}
          {!two && !rung && choices.strength === 'level' && <p class="words">{strings.newGame.levels[choices.level - 1]}</p>}
          {!two && (
            <Choice
              label={strings.newGame.color}
              options={(['red', 'blue', 'either'] as const).map((id) => ({ id, text: strings.colorNames[id] }))}
              value={choices.color}
              onChange={(c) => choose({ color: c })}
            />
          )}
          {!two && (
            <Choice
              label={strings.newGame.kind}
              options={(['counts', 'practice'] as const).map((id) => ({ id, text: strings.newGame.kinds[id].text }))}
              value={kind}
              onChange={(k) => choose({ practice: k === 'practice' })}
            />
          )}
          {!two && <p class="words">{strings.newGame.kinds[kind].words}</p>}
          <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={(v) => choose({ variant: v })} />
          <ClassicOnly variant={variant} />
          <div class="start">
            <p class={lacking ? 'words' : 'words summary'}>{lacking || (rung ? strings.ladder.summary(rung) : summary(choices))}</p>
            <button class="primary wide" id="start" disabled={lacking !== '' || busy} onClick={start}>
              {two ? strings.newGame.next : strings.newGame.start}
            </button>
          </div>
          <details>
            <summary>{strings.newGame.more}</summary>
            <Field label={strings.newGame.rules} hint={boot.value?.rules.find((r) => r.name === choices.rules)?.description}>
              <select value={choices.rules} onChange={(e) => choose({ rules: e.currentTarget.value })}>
                {boot.value?.rules.map((r) => (
                  <option key={r.name} value={r.name}>
                    {r.name}
                  </option>
                ))}
              </select>
            </Field>
            <Field label={strings.newGame.clock}>
              <select value={choices.clock} onChange={(e) => choose({ clock: e.currentTarget.value })}>
                {strings.newGame.clocks.map(({ id, text }) => (
                  <option key={id} value={id}>
                    {text}
                  </option>
                ))}
              </select>
            </Field>
            <Field label={strings.newGame.seed} hint={strings.newGame.seedHint}>
              <input value={seed} inputMode="numeric" pattern="[0-9]*" onInput={(e) => setSeed(e.currentTarget.value)} />
            </Field>
          </details>
        </Card>
        <SetupScoreCard setup={setup} variant={variant} />
        <SetupLibrary setup={setup} onChange={change} variant={variant} />
      </aside>
    </div>
  );
}

/** Who is missing from the list of opponents, and why. */
export function ClassicOnly({ variant }: { variant: string }) {
  const missing = boot.value?.agents.filter((a) => !a.variants.includes(variant)).map((a) => a.name) ?? [];
  return missing.length > 0 ? <p class="quiet">{strings.newGame.classicOnly(missing)}</p> : null;
}

/** What the start button starts: on a phone the choices are further down. */
function summary({ opponent, strength, level, seconds, color }: Choices): string {
  if (opponent === PERSON) return strings.newGame.twoHint;
  return strings.newGame.summary(opponent, strength === 'level' ? strings.newGame.atLevel(level) : strings.newGame.seconds(seconds), strings.newGame.colors[color]);
}

function opponentWords(name: string): string {
  const info = agentInfo(name);
  return info ? [strings.sentence(info.description), strings.newGame.rating(info)].join(' ') : '';
}
