// Sentences for everyone: a polite live region for moves and battles, and a
// note at the foot of the page for errors.

import { signal } from '@preact/signals';

export const spoken = signal('');
export const note = signal<{ text: string; error: boolean } | undefined>(undefined);

const NOTE_MILLISECONDS = 6000;
let timer = 0;

/** Reads a sentence out without showing it. */
export function announce(text: string): void {
  spoken.value = spoken.value === text ? text + '\u00a0' : text;
}

/** Shows a sentence for a while, and reads it out. */
export function say(text: string, error = false): void {
  note.value = { text, error };
  announce(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => (note.value = undefined), NOTE_MILLISECONDS);
}

/** Takes back what was said: another person sits down at this screen. */
export function hush(): void {
  clearTimeout(timer);
  spoken.value = '';
  note.value = undefined;
}

/** Does something, and says what went wrong with it. */
export async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (e) {
    say((e as Error).message, true);
  }
}
