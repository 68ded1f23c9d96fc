// What the reader of a mind chose to look at; shared by every mind window of the page.

import { signal } from '@preact/signals';
import type { Side } from './overlay.ts';

export type MindTab = 'belief' | 'moves' | 'tables' | 'graph' | 'log';

export const mindTab = signal<MindTab>('belief');
export const mindRank = signal('M');
export const mindSide = signal<Side>('enemy');
export const mindArrows = signal(true);
