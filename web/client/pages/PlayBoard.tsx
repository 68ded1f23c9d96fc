// The board of a live game with the two players on its edges.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/Board.tsx';
import type { Arrow, Note } from '../board/types.ts';
import { announce, say } from '../announce.ts';
import { arrowsOf, heatOf } from '../mind/overlay.ts';
import { mindArrows, mindRank, mindSide } from '../mind/MindWindow.tsx';
import type { FollowedGame } from '../model/game.ts';
import { notesOn } from '../model/marks.ts';
import { remembered } from '../model/memory.ts';
import { describePiece } from '../model/notation.ts';
import { premoves } from '../model/premove.ts';
import { rankName } from '../model/ranks.ts';
import { lastFrame } from '../model/replay.ts';
import { isLake, moveName, other, squareName } from '../model/squares.ts';
import type { Color, GameState, Piece } from '../model/wire.ts';
import { Captured } from '../parts/Captured.tsx';
import { ClockFace } from '../parts/ClockFace.tsx';
import { Glance } from '../parts/Glance.tsx';
import { settings } from '../settings.ts';
import type { Line } from '../socket.ts';
import { strings } from '../strings.ts';
import { MarkPalette } from './Marks.tsx';

export function legalMap(legal: number[][]): Map<number, number[]> {
  return new Map(legal.map(([from, ...to]) => [from!, to]));
}

export function squareLabel(pieces: Piece[], you: Color | 'watch'): (square: number) => string {
  const at = new Map(pieces.map((p) => [p.at, p]));
  return (square) => {
    const piece = at.get(square);
    const what = piece ? describePiece(piece, you, settings.value.numbering) : isLake(square) ? strings.board.lake : strings.board.empty;
    return `${squareName(square)}, ${what}`;
  };
}

export interface PlayBoardProps {
  game: FollowedGame;
  state: GameState;
  line: Line;
  mindOn: boolean;
  onInspect: (square: number | undefined) => void;
}

export function PlayBoard({ game, state, line, mindOn, onInspect }: PlayBoardProps) {
  const { numbering, shapes, remember, glance, warn } = settings.value;
  const you: Color = state.seat === 'watch' ? 'red' : state.seat;
  const events = game.events.value;
  const pending = game.pending.value;
  const battle = game.battle.value;
  const over = Boolean(state.result);
  const position = state.position;

  const pieces = useMemo(() => {
    const record = over && !battle ? game.record.value : undefined;
    const opened = record && lastFrame(record).pieces;
    const seen = opened ?? (state.open || state.seat === 'watch' ? position.pieces : remembered(position.pieces, you, events, remember));
    if (!pending) return seen;
    const blocked = seen.some((p) => p.at === pending.to);
    return seen.map((p) => (p.at === pending.from && !blocked ? { ...p, at: pending.to } : p));
  }, [state, events, pending, remember, you, over, battle, game.record.value]);

  const mine = position.toMove === state.seat && !over && !pending && !battle;
  const ahead = !mine && !over && state.thinking && state.seat !== 'watch' && !battle;
  const legal = useMemo(
    () => (mine ? legalMap(position.legal) : ahead ? premoves(pieces, you) : new Map<number, number[]>()),
    [state, mine, ahead, pieces],
  );
  const forbidden = useMemo(
    () => new Map(mine ? position.forbidden.map((f) => [`${f.from}-${f.to}`, strings.play.forbidden(f.rule, f.since)]) : []),
    [state, mine],
  );

  const thoughts = mindOn ? game.minds.value[you] : undefined;
  const mind = thoughts && state.ply - thoughts.ply <= 1 ? thoughts : undefined;
  const hint = over ? undefined : game.hint.value;
  const arrows: Arrow[] = hint ? arrowsOf(hint, 1) : mind && mind.ply === state.ply && mindArrows.value ? arrowsOf(mind) : [];
  const last = events[events.length - 1];
  const top = other(you);

  // A move that was sent ahead is played once it may be.
  useEffect(() => {
    const waiting = game.premove.value;
    if (!mine || !waiting) return;
    game.premove.value = undefined;
    if (legalMap(position.legal).get(waiting.from)?.includes(waiting.to)) play(waiting.from, waiting.to);
    else announce(strings.play.premoveGone);
  }, [state, mine]);

  const notes = useMemo(() => notesOn(over ? [] : (state.marks ?? []), pieces), [state, pieces, over]);
  const [marking, setMarking] = useState<number>();
  const hidden = (square: number) => !over && state.seat !== 'watch' && pieces.some((p) => p.at === square && p.color === top && p.rank === '');
  const [seen, setSeen] = useState<number>();
  const [warned, setWarned] = useState('');
  useEffect(() => {
    setMarking(undefined);
    setWarned('');
  }, [state.ply]);
  function stopMarking() {
    setMarking(undefined);
    if (marking !== undefined) document.querySelector<SVGElement>(`[data-square="${squareName(marking)}"]`)?.focus({ preventScroll: true });
  }

  function play(from: number, to: number) {
    if (ahead) {
      game.premove.value = { from, to };
      announce(strings.play.premoveSet(moveName(from, to)));
      return;
    }
    const name = moveName(from, to);
    if (warn && warned !== name && position.losing.some(([a, b]) => a === from && b === to)) {
      setWarned(name);
      say(strings.aids.loses(rankName(pieces.find((p) => p.at === from)?.rank ?? '')));
      return;
    }
    game.pending.value = { from, to };
    line.send({ type: 'move', move: name, draw: game.offering.value });
    game.offering.value = false;
  }

  return (
    <>
      <PlayerBar state={state} color={top} you={false} />
      <div class={line.online.value ? 'stage' : 'stage offline'}>
        <Board
          side={you}
          name={strings.play.boardName(strings.colorNames[you])}
          pieces={pieces}
          numbering={numbering}
          shapes={shapes}
          legal={legal}
          forbidden={forbidden}
          {...(last ? { last } : {})}
          ahead={ahead}
          premove={game.premove.value}
          {...(mind ? { heat: heatOf(mind, mindSide.value, mindRank.value) } : {})}
          arrows={arrows}
          {...(battle ? { battle } : {})}
          label={(square) => [squareLabel(pieces, state.seat)(square), noteWords(notes.get(square))].filter(Boolean).join(', ')}
          onMove={play}
          onForbidden={(why) => say(why)}
          onInspect={(square) => {
            setSeen(square);
            onInspect(square);
          }}
          notes={notes}
          {...(marking !== undefined ? { marked: marking } : {})}
          onSquare={(square) => {
            game.premove.value = undefined;
            setMarking(hidden(square) && square !== marking ? square : undefined);
          }}
          onEscape={() => {
            game.premove.value = undefined;
            setMarking(undefined);
          }}
          onSkip={() => game.skip()}
        />
        {!line.online.value && (
          <p class="connection" role="status">
            {strings.play.reconnecting}
          </p>
        )}
      </div>
      {glance && !over && <Glance rank={pieces.find((p) => p.at === seen && p.color === you)?.rank ?? ''} color={you} />}
      {marking !== undefined && <MarkPalette state={state} square={marking} onMark={(mark) => line.send({ type: 'mark', mark })} onClose={stopMarking} />}
      <PlayerBar state={state} color={you} you={state.seat !== 'watch'} />
      <button class="sr" onClick={() => announce(describeBoard(state))}>
        {strings.play.readBoard}
      </button>
    </>
  );
}

/** A mark as the screen reader says it. */
function noteWords(note: Note | undefined): string {
  return note ? strings.marks.noted(note.rank && rankName(note.rank), note.tone && strings.marks.tones[note.tone]) : '';
}

function describeBoard(state: GameState): string {
  const label = squareLabel(state.position.pieces, state.seat);
  return [...state.position.pieces].sort((a, b) => a.at - b.at).map((p) => label(p.at)).join('; ');
}

function PlayerBar({ state, color, you }: { state: GameState; color: Color; you: boolean }) {
  const player = state[color];
  const toMove = state.position.toMove === color && !state.result;
  const received = useMemo(() => performance.now(), [state]);
  return (
    <div class={toMove ? 'who to-move' : 'who'} data-player={color}>
      <div>
        <i class={`swatch ${color}`} aria-hidden="true" />
        <strong>{you ? strings.play.you : player.name}</strong>{' '}
        {state.score && !state.result && you && <span class="tally">{strings.ending.score(state.score, state[other(color)].name)}</span>}
        <span>{strings.play.playerNote(player, strings.colors[color], toMove, state.thinking)}</span>
      </div>
      <div class="edge">
        {state.clock && <ClockFace clock={state.clock} color={color} received={received} />}
        <Captured pieces={state.position.pieces} dead={state.position.dead} color={color} variant={state.variant} />
      </div>
    </div>
  );
}
