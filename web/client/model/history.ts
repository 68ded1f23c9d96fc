// What a setup was before each change, so that a change can be taken back.

import { formatSetup, type SetupSquares } from './setup.ts';

const LONGEST = 200;

export class History {
  private past: SetupSquares[] = [];
  private now: SetupSquares | undefined;

  /** Notes how the setup stands; another than before can be taken back. */
  note(setup: SetupSquares): void {
    if (this.now && formatSetup(this.now) !== formatSetup(setup)) this.past = [...this.past, this.now].slice(-LONGEST);
    this.now = setup;
  }

  get possible(): boolean {
    return this.past.length > 0;
  }

  /** The setup before the last change. */
  back(): SetupSquares | undefined {
    const before = this.past[this.past.length - 1];
    this.past = this.past.slice(0, -1);
    this.now = before ?? this.now;
    return before;
  }
}
