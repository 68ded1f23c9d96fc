// Sentences for everyone: a polite live region for moves and battles, and a
// note at the foot of the page for errors.

import { signal } from '@preact/signals';

/** The last sentences: one that comes soon after another does not take its place before it is read. */
export const spoken = signal<{ id: number; text: string }[]>([]);
export const note = signal<{ text: string; error: boolean } | undefined>(undefined);

const NOTE_MILLISECONDS = 6000;
const KEPT = 3;
let timer = 0;
let sentences = 0;

/** Reads a sentence out without showing it. */
export function announce(text: string): void {
  spoken.value = [...spoken.value, { id: sentences++, text }].slice(-KEPT);
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
  spoken.value = [];
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
