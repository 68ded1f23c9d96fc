// The tab's title: whose move it is while a game is played, else the page's name.

import { signal } from '@preact/signals';

/** What a page has to say in the title; '' for its plain name. */
export const headline = signal('');
