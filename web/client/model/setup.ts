// A setup being edited: forty squares as the owner counts, '' for empty.

import { counts, TRAY_ORDER } from './ranks.ts';

export const SETUP_SQUARES = 40;

export type SetupSquares = readonly string[];

export function emptySetup(): SetupSquares {
  return Array<string>(SETUP_SQUARES).fill('');
}

/** Nobody has placed a piece yet. */
export function untouched(setup: SetupSquares): boolean {
  return setup.every((letter) => letter === '');
}

export function parseSetup(text: string): SetupSquares {
  return Array.from({ length: SETUP_SQUARES }, (_, i) => {
    const letter = text.charAt(i);
    return letter === '.' ? '' : letter;
  });
}

export function formatSetup(setup: SetupSquares): string {
  return setup.map((letter) => letter || '.').join('');
}

/** What is still in the tray: the pieces of the variant that are not placed. */
export function tray(setup: SetupSquares, variant: string): Record<string, number> {
  const left = counts(variant);
  for (const letter of setup) if (letter) left[letter] = (left[letter] ?? 0) - 1;
  return left;
}

export function missing(setup: SetupSquares, variant: string): { letter: string; n: number }[] {
  const left = tray(setup, variant);
  return [...TRAY_ORDER].map((letter) => ({ letter, n: left[letter] ?? 0 })).filter(({ n }) => n > 0);
}

export function complete(setup: SetupSquares, variant: string): boolean {
  return Object.values(tray(setup, variant)).every((n) => n === 0);
}

/** The piece the tray picks up next: the highest that is left (De Boer, appendix B). */
export function nextHighest(setup: SetupSquares, variant: string): string {
  return missing(setup, variant)[0]?.letter ?? '';
}

export function mirror(setup: SetupSquares): SetupSquares {
  return setup.map((_, i) => setup[Math.floor(i / 10) * 10 + 9 - (i % 10)] ?? '');
}

export function swap(setup: SetupSquares, a: number, b: number): SetupSquares {
  const next = [...setup];
  [next[a], next[b]] = [setup[b] ?? '', setup[a] ?? ''];
  return next;
}

/** Puts a piece of the tray on a square; what stood there goes back to the tray. */
export function place(setup: SetupSquares, square: number, letter: string, variant: string): SetupSquares {
  if (letter !== '' && (tray(setup, variant)[letter] ?? 0) <= 0 && setup[square] !== letter) return setup;
  const next = [...setup];
  next[square] = letter;
  return next;
}

/** A setup of another variant is no setup here. */
export function fits(text: string, variant: string): boolean {
  return text.length === SETUP_SQUARES && complete(parseSetup(text), variant);
}
