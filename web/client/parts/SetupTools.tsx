// The buttons and cards beside a setup: fill, mirror, named and own setups, score.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { attempt, say } from '../announce.ts';
import { boot } from '../boot.ts';
import { History } from '../model/history.ts';
import { rankName } from '../model/ranks.ts';
import { complete, emptySetup, formatSetup, mirror, missing, parseSetup, type SetupSquares } from '../model/setup.ts';
import type { OwnSetup, SetupScore } from '../model/wire.ts';
import { strings } from '../strings.ts';
import { Card } from './Card.tsx';
import { loadResults, Results } from './SetupWorkshop.tsx';

export interface SetupToolsProps {
  setup: SetupSquares;
  onChange: (setup: SetupSquares) => void;
  variant: string;
}

/** This browser's saved setups, newest first. */
export const ownSetups = signal<OwnSetup[]>([]);

export async function loadOwnSetups(): Promise<void> {
  await attempt(async () => {
    ownSetups.value = await api.setups();
  });
}

export { attempt };

export function missingWords(setup: SetupSquares, variant: string): string {
  const lacking = missing(setup, variant);
  if (lacking.length === 0) return '';
  return strings.setups.missing(lacking.map(({ letter, n }) => strings.setups.nOf(n, rankName(letter))));
}

export function SetupButtons({ setup, onChange, variant }: SetupToolsProps) {
  const propose = (kind: string, from: SetupSquares) =>
    attempt(async () => onChange(parseSetup((await api.proposeSetup(variant, kind, formatSetup(from))).setup)));
  const history = useMemo(() => new History(), [variant]);
  history.note(setup);
  const undo = () => {
    const before = history.back();
    if (before) onChange(before);
  };
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.key !== 'z' || !(e.ctrlKey || e.metaKey) || (e.target as Element).closest('input, textarea')) return;
      e.preventDefault();
      undo();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });
  return (
    <div class="buttons">
      <button onClick={undo} disabled={!history.possible} title={strings.workshop.undoKey}>
        {strings.workshop.undo}
      </button>
      <button onClick={() => propose('guarded', emptySetup())}>{strings.workshop.guarded}</button>
      <button onClick={() => propose('human', emptySetup())}>{strings.setups.humanLike}</button>
      <button onClick={() => propose('human', setup)} disabled={complete(setup, variant)}>
        {strings.setups.fill}
      </button>
      <button onClick={() => propose('random', emptySetup())}>{strings.setups.random}</button>
      <button onClick={() => onChange(mirror(setup))}>{strings.setups.mirror}</button>
      <button onClick={() => onChange(emptySetup())}>{strings.setups.clear}</button>
    </div>
  );
}

export function SetupLibrary({ setup, onChange, variant }: SetupToolsProps) {
  const [name, setName] = useState('');
  const named = boot.value?.setups.filter((s) => s.variant === variant) ?? [];
  const own = ownSetups.value.filter((s) => s.variant === variant);
  useEffect(() => {
    void loadOwnSetups();
    void loadResults();
  }, []);

  const save = () =>
    attempt(async () => {
      const saved = await api.saveSetup({ name: name.trim() || strings.setups.unnamed(own.length + 1), variant, setup: formatSetup(setup) });
      ownSetups.value = [saved, ...ownSetups.value];
      setName('');
      say(strings.setups.saved(saved.name));
    });
  const lacking = missingWords(setup, variant);

  return (
    <Card title={strings.setups.library}>
      <label class="field-row">
        <span>{strings.setups.named}</span>
        <select
          aria-label={strings.setups.named}
          onChange={(e) => {
            const found = named.find((s) => s.name === e.currentTarget.value);
            if (found) onChange(parseSetup(found.setup));
            e.currentTarget.value = '';
          }}
        >
          <option value="">{strings.setups.choose(named.length)}</option>
          {named.map((s) => (
            <option key={s.name} value={s.name}>
              {s.name}
            </option>
          ))}
        </select>
      </label>
      <form
        class="save-row"
        onSubmit={(e) => {
          e.preventDefault();
          void save();
        }}
      >
        <input aria-label={strings.setups.nameLabel} placeholder={strings.setups.nameLabel} maxLength={60} value={name} onInput={(e) => setName(e.currentTarget.value)} />
        <button type="submit" disabled={lacking !== ''} title={lacking}>
          {strings.setups.save}
        </button>
      </form>
      <ul class="own-setups">
        {own.map((s) => (
          <OwnRow key={s.id} own={s} onLoad={() => onChange(parseSetup(s.setup))} />
        ))}
      </ul>
      {own.length === 0 && <p class="quiet">{strings.setups.noneSaved}</p>}
    </Card>
  );
}

function OwnRow({ own, onLoad }: { own: OwnSetup; onLoad: () => void }) {
  const [editing, setEditing] = useState<string>();
  const rename = () =>
    attempt(async () => {
      const renamed = await api.renameSetup(own.id, (editing ?? '').trim() || own.name);
      ownSetups.value = ownSetups.value.map((s) => (s.id === own.id ? renamed : s));
      setEditing(undefined);
    });
  const remove = () =>
    attempt(async () => {
      await api.deleteSetup(own.id);
      ownSetups.value = ownSetups.value.filter((s) => s.id !== own.id);
      say(strings.setups.deleted(own.name));
    });
  if (editing !== undefined) {
    return (
      <li>
        <form
          class="save-row"
          onSubmit={(e) => {
            e.preventDefault();
            void rename();
          }}
        >
          <input aria-label={strings.setups.nameLabel} value={editing} maxLength={60} onInput={(e) => setEditing(e.currentTarget.value)} />
          <button type="submit">{strings.setups.rename}</button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <button class="link" onClick={onLoad}>
        {own.name}
      </button>
      <Results setup={own.setup} />
      <span>
        <button class="small" onClick={() => setEditing(own.name)} aria-label={strings.setups.renameNamed(own.name)}>
          {strings.setups.rename}
        </button>
        <button class="small" onClick={remove} aria-label={strings.setups.deleteNamed(own.name)}>
          {strings.setups.delete}
        </button>
      </span>
    </li>
  );
}

/** The variants that the heuristics know. */
const SCORED = ['classic'];

/** The heuristic score of what stands, with its reasons (De Boer, chapter 4). */
export function SetupScoreCard({ setup, variant }: { setup: SetupSquares; variant: string }) {
  const [score, setScore] = useState<SetupScore>();
  const text = formatSetup(setup);
  useEffect(() => {
    if (!SCORED.includes(variant)) {
      setScore(undefined);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      api.scoreSetup(variant, text).then(
        (s) => current && setScore(s),
        () => current && setScore(undefined),
      );
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, variant]);
  const lacking = missingWords(setup, variant);
  return (
    <Card title={strings.setups.scoreTitle}>
      <p class="words" aria-live="polite" id="setup-state">
        {lacking || strings.setups.ready}
      </p>
      {score && (
        <>
          <p class="score">
            <b>{signed(score.total)}</b> {strings.setups.points}
          </p>
          <ul class="reasons" tabIndex={0}>
            {score.reasons.map((r, i) => (
              <li key={r.name + i}>
                <b class={r.points < 0 ? 'minus' : 'plus'}>{signed(r.points)}</b> <span>{r.text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function signed(points: number): string {
  return (points > 0 ? '+' : '') + String(points).replace('-', '−');
}
