// What the study of a finished game says. Everything is in points of expected score.

import { rankName } from '../model/ranks.ts';
import type { Account, Analysis, Color, Grade, Told } from '../model/wire.ts';
import { dashed } from '../model/notation.ts';
import { strings } from '../strings.ts';

/** A share of the expected score in points of a hundred, with its sign. */
export function signed(x: number): string {
  const n = Math.round(100 * x);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}

export function plain(x: number): string {
  return String(Math.round(100 * x));
}

export const SIGNS: Record<Grade, string> = { '': '', inaccuracy: '?!', mistake: '?', blunder: '??' };

export const words = {
  title: 'Luck and skill',
  begin: 'Tell luck from skill',
  goOn: 'Go on with the analysis',
  stop: 'Stop',
  intro: 'The champion looks at every move as its player saw it. It takes some minutes, goes on while you look elsewhere, and is kept with the game.',
  unvalued: 'The champion knows the classic game only, so the moves of this game are not valued. What the enemy could believe is told below.',
  progress: (a: Analysis) => `${a.done} of ${a.all} plies`,
  progressLabel: 'Plies analysed',
  course: 'The course of the game',
  courseWords: 'Red’s expected score, as red and as blue could see it, of a hundred. Click or drag to go there.',
  courseLabel: (plies: number) => `Red’s expected score over ${plies} plies, in red’s and in blue’s view`,
  materialWords: 'What red’s pieces were truly worth more than blue’s.',
  materialLabel: (lead: number) => `Red’s lead in pieces, ${lead} at last`,
  material: 'red’s lead in pieces',
  accounts: 'Whose account',
  skill: 'Skill',
  luck: 'Luck',
  bars: (side: string) => `What made ${side}’s result`,
  parts: {
    lost: 'own moves lost against the best',
    given: 'the enemy’s moves gave away',
    struck: 'own attacks',
    suffered: 'the enemy’s attacks',
    unseen: 'what could not be foreseen',
  } satisfies Partial<Record<keyof Account, string>>,
  sum: (side: string, a: Account) =>
    `${side} expected ${plain(a.start)} at first. Skill brought ${signed(a.given - a.lost)}, luck ${signed(luckOf(a))}: ${plain(a.result)} of 100.`,
  moments: 'What decided it',
  noMoments: 'No single move decided this game.',
  ply: (n: number) => `Ply ${n}`,
  moveSaid(told: Told): string {
    if (!told.grade) return '';
    return `${strings.colorNames[told.mover]}’s ${dashed(told.move)}: ${told.grade}, ${plain(told.lost)} points below ${dashed(told.best)}.`;
  },
  by: (by: string) => `Valued by ${by}, in each player’s own view. A loss is counted where it exceeds twice its standard error.`,
  secrets: 'What was given away',
  secretsWords: (color: Color) => `How well the enemy could know each of ${strings.colors[color]}’s pieces at its turns, by the best guesser in its view.`,
  secretsTable: (color: Color) => `What the enemy could believe of ${strings.colors[color]}’s pieces`,
  piece: 'piece',
  from: 'from',
  here: 'at this ply',
  over: 'over the game',
  told: 'in words',
  heldFor: (percent: number, rank: string, right: boolean) => (right ? `${percent}%` : `${percent}%, rather held for a ${rankName(rank)}`),
  gone: 'off the board',
  curve: (text: string) => `Percent known over the game: ${text}`,
};

export function luckOf(a: Account): number {
  return a.struck + a.suffered + a.unseen;
}
