// Which puzzles this browser has solved, kept in its own storage.

import { signal } from '@preact/signals';

const KEY = 'marengo.puzzles';

export type Solved = Record<string, 'solved' | 'shown'>;

function load(): Solved {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Solved;
  } catch {
    return {};
  }
}

export const solved = signal<Solved>(load());

/** What was looked up stays so: solving it later proves nothing. */
export function keepSolved(id: string, how: 'solved' | 'shown'): void {
  if (solved.value[id]) return;
  solved.value = { ...solved.value, [id]: how };
  try {
    localStorage.setItem(KEY, JSON.stringify(solved.value));
  } catch {
    // Without storage it ends with the page.
  }
}
