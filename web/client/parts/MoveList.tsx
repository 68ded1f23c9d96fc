import { useEffect, useRef } from 'preact/hooks';
import { moveText } from '../model/notation.ts';
import type { Color, GameEvent } from '../model/wire.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

export interface MoveListProps {
  events: readonly GameEvent[];
  first: Color;
  /** The ply shown on the board. */
  at: number;
  /** Signs behind moves, by the ply with them. */
  signs?: Map<number, string>;
  /** Battles before this ply are listed without their ranks. */
  ranksFrom?: number;
  onGo?: (ply: number) => void;
}

/** The moves in pairs; in a replay each is a button. */
export function MoveList({ events, first, at, signs, ranksFrom = 0, onGo }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  const offset = first === 'red' ? 0 : 1;

  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('.here');
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [at, events.length]);

  if (events.length === 0) return <p class="quiet">{strings.play.noMoves}</p>;
  const rows = Math.ceil((events.length + offset) / 2);
  return (
    <ol class="moves" ref={list} tabIndex={0} aria-label={strings.play.moves}>
      {Array.from({ length: rows }, (_, row) => (
        <li key={row}>
          <span class="number">{row + 1}</span>
          {[0, 1].map((column) => {
            const i = row * 2 + column - offset;
            const event = events[i];
            if (!event) return <span key={column} />;
            const sign = signs?.get(i + 1);
            const marks = [event.battle ? 'fought' : '', i + 1 === at ? 'here' : '', sign ? 'sign' : ''].join(' ');
            const shown = i >= ranksFrom ? event : { ...event, attacker: undefined, defender: undefined };
            const text = moveText(shown, settings.value.numbering);
            return onGo ? (
              <button key={column} class={marks} data-sign={sign} aria-current={i + 1 === at ? 'step' : undefined} onClick={() => onGo(i + 1)}>
                {text}
              </button>
            ) : (
              <span key={column} class={marks}>
                {text}
              </span>
            );
          })}
        </li>
      ))}
    </ol>
  );
}
