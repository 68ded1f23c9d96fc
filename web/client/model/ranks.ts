// Ranks as letters, numbers and names. The letters are those of the engine's
// notation, in its order: F S 2 … 9 M B.

import { strings } from '../strings.ts';

export const LETTERS = 'FS23456789MB';

export type Numbering = 'european' | 'american';

/** Highest first: the order in which a tray hands out pieces. */
export const TRAY_ORDER = 'M98765432SBF';

const COUNTS: Record<string, Record<string, number>> = {
  classic: { F: 1, S: 1, '2': 8, '3': 5, '4': 4, '5': 4, '6': 4, '7': 3, '8': 2, '9': 1, M: 1, B: 6 },
  barrage: { F: 1, S: 1, '2': 2, '3': 1, '9': 1, M: 1, B: 1 },
};

/** How many pieces of each rank a side starts with. */
export function counts(variant: string): Record<string, number> {
  return { ...(COUNTS[variant] ?? COUNTS['classic']) };
}

export const SIGNS = 'FBS';

/** Signs are drawn, never written; every other rank shows a number. */
export function isSign(letter: string): boolean {
  return letter !== '' && SIGNS.includes(letter);
}

/** The figure on a piece: European 10 is the marshal, American 1 is. */
export function figure(letter: string, numbering: Numbering): string {
  if (letter === '' || isSign(letter)) return letter;
  const value = letter === 'M' ? 10 : Number(letter);
  return String(numbering === 'european' ? value : 11 - value);
}

export function rankName(letter: string): string {
  return strings.ranks[letter] ?? strings.ranks['']!;
}

/** A name with its figure, such as "colonel (8)". */
export function rankTitle(letter: string, numbering: Numbering): string {
  const name = rankName(letter);
  return isSign(letter) || letter === '' ? name : `${name} (${figure(letter, numbering)})`;
}

/** A sentence with European figures in brackets, in the numbering of the reader. */
export function numbered(text: string, numbering: Numbering): string {
  return text.replace(/\((\d+)\)/g, (_, value: string) => `(${figure(value === '10' ? 'M' : value, numbering)})`);
}
