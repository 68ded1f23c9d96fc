// A game as this page follows it: messages in, signals out. What is shown lags
// behind what is known while a battle is on the stage.

import { signal } from '@preact/signals';
import type { BattleScene } from '../board/types.ts';
import type { PhraseMessage } from './people.ts';
import { announceMove } from './notation.ts';
import { endSound, soundOf, type Sound } from './sound.ts';
import { other } from './squares.ts';
import type { Color, GameEvent, GameRecord, GameState, Mind, ServerMessage } from './wire.ts';
import { strings } from '../strings.ts';

/** How long a battle stays on the stage. */
export const BATTLE_MILLISECONDS = 1100;

export interface Evaluation {
  ply: number;
  /** Red's chance to win, 0 to 1. */
  red: number;
  /** Whose View it was judged from. */
  by: Color;
}

export interface FollowOptions {
  say: (text: string, error?: boolean) => void;
  announce: (text: string) => void;
  battleTime: () => number;
  /** Lets something be heard. */
  play?: (sound: Sound) => void;
  /** Whoever sits down has not seen the battle that led here: it is shown first. */
  restage?: boolean;
  later?: (run: () => void, milliseconds: number) => number;
}

/** The battle of an event, if it has one. */
export function sceneOf(event: GameEvent, mover: Color): BattleScene | undefined {
  if (!event.battle) return undefined;
  return {
    from: event.from,
    at: event.to,
    attacker: { color: mover, rank: event.attacker ?? '' },
    defender: { color: other(mover), rank: event.defender ?? '' },
    outcome: event.battle,
  };
}

export class FollowedGame {
  /** The state on the board. */
  readonly shown = signal<GameState | undefined>(undefined);
  readonly events = signal<GameEvent[]>([]);
  readonly battle = signal<BattleScene | undefined>(undefined);
  readonly minds = signal<Record<string, Mind>>({});
  readonly hint = signal<Mind | undefined>(undefined);
  readonly evaluations = signal<Evaluation[]>([]);
  /** A move sent and not yet confirmed: the piece stands on its new square already. */
  readonly pending = signal<{ from: number; to: number } | undefined>(undefined);

  /** A move to be played as soon as its turn has come. */
  readonly premove = signal<{ from: number; to: number } | undefined>(undefined);
  /** A move that waits for a second word, and why. */
  readonly asked = signal<{ from: number; to: number; why: string } | undefined>(undefined);
  /** The square of the enemy piece that is being marked. */
  readonly marking = signal<number | undefined>(undefined);
  /** A draw is offered beside the next move. */
  readonly offering = signal(false);
  /** What was last said between two people, and the game that follows theirs. */
  readonly phrase = signal<PhraseMessage | undefined>(undefined);
  readonly following = signal('');
  /** The finished game with everything open, once it has been fetched. */
  readonly record = signal<GameRecord | undefined>(undefined);

  private queue: GameState[] = [];
  /** The state that the battle on the stage leads to. */
  private staged: GameState | undefined;
  private latest: GameState | undefined;
  private timer = 0;

  constructor(private readonly options: FollowOptions) {}

  /** The plies this page has seen, for the line to reconnect from. */
  seen(): number {
    return this.latest?.ply ?? 0;
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'error':
        this.pending.value = undefined;
        this.options.say(strings.errors.byCode[message.code] ?? strings.sentence(message.text), true);
        return;
      case 'mind':
        this.receiveMind(message.mind, message.hint);
        return;
      case 'phrase':
        this.phrase.value = message;
        return;
      case 'next':
        this.following.value = message.next;
        return;
      case 'state':
        this.latest = message;
        this.queue.push(message);
        if (!this.battle.value) this.next();
    }
  }

  /** Ends the battle on the stage. */
  skip(): void {
    if (!this.battle.value) return;
    clearTimeout(this.timer);
    this.battle.value = undefined;
    if (this.shown.value !== this.staged) this.show(this.staged!);
    // A battle was heard at its start; the end that it brought is heard after it.
    if (this.staged!.result) this.options.play?.(endSound(this.staged!));
    this.next();
  }

  private receiveMind(mind: Mind, hint: boolean): void {
    if (hint) {
      this.hint.value = mind;
      return;
    }
    this.minds.value = { ...this.minds.value, [mind.color]: mind };
    if (mind.thoughts.valued) {
      const red = mind.color === 'red' ? mind.thoughts.win : 1 - mind.thoughts.win;
      this.evaluations.value = [...this.evaluations.value.filter((e) => e.ply !== mind.ply), { ply: mind.ply, red, by: mind.color }].sort(
        (a, b) => a.ply - b.ply,
      );
    }
  }

  private next(): void {
    for (let state = this.queue.shift(); state; state = this.queue.shift()) {
      const scene = this.scene(state);
      const time = this.options.battleTime();
      this.tell(state);
      if (!scene || time === 0 || !this.shown.value) this.show(state);
      if (scene && time > 0) {
        this.staged = state;
        this.battle.value = scene;
        const later = this.options.later ?? ((run, ms) => window.setTimeout(run, ms));
        this.timer = later(() => this.skip(), time);
        return;
      }
    }
  }

  /** The battle that leads to a state, when it is the one ply that the board lacks: the machine's opening attack, too. */
  private scene(state: GameState): BattleScene | undefined {
    const before = this.shown.value;
    const event = state.events[state.events.length - 1];
    const unseen = before ? state.ply === before.ply + 1 : (this.options.restage === true || state.ply === 1) && !state.result;
    if (!event?.battle || !unseen) return undefined;
    return sceneOf(event, before ? before.position.toMove || 'red' : other(state.position.toMove || 'red'));
  }

  private show(state: GameState): void {
    const before = this.shown.value;
    this.events.value = [...this.events.value.slice(0, state.first), ...state.events];
    this.shown.value = state;
    if (!before || state.ply !== before.ply || state.result) {
      this.pending.value = undefined;
      this.hint.value = undefined;
      this.asked.value = undefined;
      this.marking.value = undefined;
    }
    if (state.result || (before && state.ply < before.ply)) this.premove.value = undefined;
    if (before && state.ply < before.ply) {
      this.evaluations.value = this.evaluations.value.filter((e) => e.ply <= state.ply);
      this.options.announce(strings.announce.takeback(state.ply));
    }
  }

  private tell(state: GameState): void {
    const before = this.shown.value;
    const sound = soundOf(before, state);
    if (sound) this.options.play?.(sound);
    const event = state.events[state.events.length - 1];
    const parts: string[] = [];
    if (before && event && state.ply === before.ply + 1) {
      const mover = before.position.toMove || 'red';
      const name = mover === state.seat ? strings.announce.you : state[mover].name;
      parts.push(announceMove(event, name));
    }
    if (state.result && !before?.result) parts.push(strings.result(state.result, state.seat));
    if (before && state.drawOffer && state.drawOffer !== before.drawOffer && state.drawOffer !== state.seat) {
      parts.push(strings.play.drawOffered(state[state.drawOffer].name));
    }
    if (state.declined && !before?.declined) parts.push(strings.play.drawDeclined);
    if (parts.length > 0) this.options.announce(parts.join(' '));
  }
}
