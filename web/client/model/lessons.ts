// Which lessons this browser has finished, kept in its own storage.

import { signal } from '@preact/signals';

const KEY = 'marengo.lessons';

export interface Progress {
  done: string[];
  /** The small game that the last lesson is. */
  game?: string;
}

function load(): Progress {
  try {
    return { done: [], ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Progress>) };
  } catch {
    return { done: [] };
  }
}

export const progress = signal<Progress>(load());

export function keepProgress(next: Progress): void {
  progress.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the progress ends with the page.
  }
}

export function finishLesson(id: string): void {
  const { done } = progress.value;
  if (!done.includes(id)) keepProgress({ ...progress.value, done: [...done, id] });
}
