// What the server may not have heard yet, in the order it was said. After the line broke
// all of it is said again, which is harmless because every command names its ply.

import type { Command, ServerMessage } from './wire.ts';

export type Sent = Command & { game: string; seat: string; ply: number };

export class Outbox {
  private unheard: Sent[] = [];

  add(command: Sent): void {
    this.unheard = [...this.unheard, command];
  }

  /** An answer settles what was said before it; a move only one that shows what came of it. */
  hear(message: ServerMessage): void {
    if (message.type === 'mind') return;
    this.unheard = this.unheard.filter((c) => c.type === 'move' && message.type !== 'error' && !settled(c, message));
  }

  get all(): readonly Sent[] {
    return this.unheard;
  }
}

function settled(move: Sent, message: ServerMessage): boolean {
  return message.type === 'state' && (message.ply !== move.ply || message.result !== undefined);
}
