// The settings of this browser, kept in its own storage.

import { effect, signal } from '@preact/signals';
import type { PeopleState } from './model/people.ts';
import type { Numbering } from './model/ranks.ts';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  numbering: Numbering;
  shapes: boolean;
  remember: boolean;
  /** What the piece in hand beats is shown beneath the board. */
  glance: boolean;
  /** A move that loses its piece for sure is asked for twice. */
  warn: boolean;
  /** In which games a move is asked about before it is played. */
  confirm: 'never' | 'days' | 'always';
  motion: boolean;
  sound: boolean;
}

const KEY = 'marengo.settings';

const DEFAULTS: Settings = { theme: 'auto', numbering: 'european', shapes: false, remember: false, glance: false, warn: false, confirm: 'days', motion: true, sound: true };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = signal<Settings>(load());

export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings.value = { ...settings.value, [key]: value };
}

/** All aids on, for whoever begins. */
export function aidsOn(): void {
  settings.value = { ...settings.value, remember: true, glance: true, warn: true };
}

/** The aids of a game: two people have agreed on theirs, so that neither has more than the other. */
export function aidsIn(people: PeopleState | undefined): Pick<Settings, 'remember' | 'glance'> {
  const { remember, glance } = settings.value;
  return people ? { remember: !people.unaided, glance: glance && !people.unaided } : { remember, glance };
}

/** Applies and keeps the settings for as long as the page lives. */
export function keepSettings(): void {
  effect(() => {
    const { theme, motion } = settings.value;
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['motion'] = motion ? 'on' : 'off';
    try {
      localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch {
      // A browser that forbids storage still plays; its settings end with the page.
    }
  });
}

/** Whether things may move: neither the setting nor the system forbids it. */
export function motionAllowed(): boolean {
  return settings.value.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
