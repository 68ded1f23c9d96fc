// Play a friend: rules, clock, colour, and a link.

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { boot } from '../boot.ts';
import type { ClockSettings, Invitation } from '../model/people.ts';
import type { Color } from '../model/wire.ts';
import { variantOptions } from '../pages/Setups.tsx';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { keepLink } from './links.ts';
import { requests } from './requests.ts';
import { useName } from './useName.tsx';

/** The link of the game that was just made: the server does not know it any more. */
export const invitation = signal<Invitation | undefined>(undefined);

const CHOICES = 'marengo.friend';
const DEFAULTS = { variant: 'classic', rules: 'match', clock: '10+5', color: 'either' as Color | 'either', whom: 'link' as 'link' | 'open', rated: false, aided: true, looking: true, delay: 0 };

function loadChoices(): typeof DEFAULTS {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(CHOICES) ?? '{}') as Partial<typeof DEFAULTS>) };
  } catch {
    return DEFAULTS;
  }
}

/** "10+5" is minutes and seconds a move, "d3" days a move. */
export function clockOf(text: string): ClockSettings | null {
  if (text === '') return null;
  if (text.startsWith('d')) return { minutes: 0, increment: 0, days: Number(text.slice(1)) };
  const [minutes = 0, increment = 0] = text.split('+').map(Number);
  return { minutes, increment };
}

export function FriendPage() {
  const [choices, setChoices] = useState(loadChoices);
  const [busy, setBusy] = useState(false);
  const me = useName();
  const words = strings.people;
  const choose = (part: Partial<typeof DEFAULTS>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    localStorage.setItem(CHOICES, JSON.stringify(next));
  };
  async function make() {
    setBusy(true);
    const { variant, rules, color, rated, aided, looking, delay, whom } = choices;
    await attempt(async () => {
      await me.keep();
      const made = await requests.newTable({ variant, rules, color, clock: clockOf(choices.clock), rated, looking, delay: looking ? delay : 0, open: whom === 'open', unaided: !aided });
      keepLink(made.link, made.game);
      invitation.value = made;
      go(`/play/${made.game}`);
    });
    setBusy(false);
  }
  return (
    <div class="page narrow">
      <h1>{words.friend}</h1>
      <p class="words">{words.friendIntro}</p>
      <Card>
        <Choice label={strings.newGame.variant} options={variantOptions()} value={choices.variant} onChange={(variant) => choose({ variant })} />
        <Choice
          label={strings.newGame.color}
          options={(['red', 'blue', 'either'] as const).map((id) => ({ id, text: strings.colorNames[id] }))}
          value={choices.color}
          onChange={(color) => choose({ color })}
        />
        <Choice label={words.whom} options={(['link', 'open'] as const).map((id) => ({ id, text: words.whoms[id] }))} value={choices.whom} onChange={(whom) => choose({ whom })} />
        <Field label={strings.newGame.clock}>
          <select id="clock" value={choices.clock} onChange={(e) => choose({ clock: e.currentTarget.value })}>
            {words.clocks.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        </Field>
        <Field label={strings.newGame.rules} hint={boot.value?.rules.find((r) => r.name === choices.rules)?.description}>
          <select value={choices.rules} onChange={(e) => choose({ rules: e.currentTarget.value })}>
            {boot.value?.rules.map((r) => (
              <option key={r.name} value={r.name}>
                {r.name}
              </option>
            ))}
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" id="rated" checked={choices.rated} onChange={(e) => choose({ rated: e.currentTarget.checked })} /> {words.rated}
        </label>
        <label class="check">
          <input type="checkbox" id="aided" checked={choices.aided} onChange={(e) => choose({ aided: e.currentTarget.checked })} /> {words.aided}
        </label>
        <label class="check">
          <input type="checkbox" id="looking" checked={choices.looking} onChange={(e) => choose({ looking: e.currentTarget.checked })} /> {words.looking}
        </label>
        {choices.looking && (
          <Field label={words.delay}>
            <select id="delay" value={choices.delay} onChange={(e) => choose({ delay: Number(e.currentTarget.value) })}>
              {words.delays.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </Field>
        )}
        {me.field}
        <p class="quiet">{words.honest}</p>
        <button class="primary wide" id="make-link" disabled={busy} onClick={make}>
          {choices.whom === 'open' ? words.makeOpen : words.make}
        </button>
      </Card>
    </div>
  );
}
