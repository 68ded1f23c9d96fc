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
import { dashed, describePiece } from '../model/notation.ts';
import { premoves } from '../model/premove.ts';
import { rankName } from '../model/ranks.ts';
import { lastFrame } from '../model/replay.ts';
import { isLake, moveName, other, squareName } from '../model/squares.ts';
import type { Color, GameState, Piece } from '../model/wire.ts';
import { Captured } from '../parts/Captured.tsx';
import { ClockFace } from '../parts/ClockFace.tsx';
import { Glance } from '../parts/Glance.tsx';
import { aidsIn, settings } from '../settings.ts';
import type { Line } from '../socket.ts';
import { strings } from '../strings.ts';

export function legalMap(legal: number[][]): Map<number, number[]> {
  return new Map(legal.map(([from, ...to]) => [from!, to]));
}

export function squareLabel(pieces: Piece[], you: Color | 'watch'): (square: number, target?: boolean) => string {
  const at = new Map(pieces.map((p) => [p.at, p]));
  return (square, target = false) => {
    const piece = at.get(square);
    const what = piece ? describePiece(piece, you, settings.value.numbering) : isLake(square) ? strings.board.lake : strings.board.empty;
    return [squareName(square), what, target && strings.board.target].filter(Boolean).join(', ');
  };
}

/** Plays a move: what was asked about it is answered. */
export function playMove(game: FollowedGame, line: Line, from: number, to: number): void {
  game.asked.value = undefined;
  game.pending.value = { from, to };
  line.send({ type: 'move', move: moveName(from, to), draw: game.offering.value });
  game.offering.value = false;
}

const DAY = 86_400_000;

/** Whether moves are asked about here: who does not move has whole days left in a game of days a move. */
function confirmed({ clock }: GameState): boolean {
  const { confirm } = settings.value;
  return confirm === 'always' || (confirm === 'days' && clock !== undefined && Math.max(clock.red, clock.blue) >= DAY);
}

export interface PlayBoardProps {
  game: FollowedGame;
  state: GameState;
  line: Line;
  mindOn: boolean;
  onInspect: (square: number | undefined) => void;
}

export function PlayBoard({ game, state, line, mindOn, onInspect }: PlayBoardProps) {
  const { numbering, shapes } = settings.value;
  const { remember, glance } = aidsIn(state.people);
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
  const ahead = !mine && !over && !pending && (state.thinking || state.people !== undefined) && state.seat !== 'watch' && !battle;
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
  const arrows: Arrow[] = hint ? arrowsOf(hint, 1).map((arrow) => ({ ...arrow, label: '' })) : mind && mind.ply === state.ply && mindArrows.value ? arrowsOf(mind) : [];
  // A move on its way is marked as the last one: of an attack nothing else is seen before the answer.
  const last = pending ?? events[events.length - 1];
  const top = other(you);

  // A move that was sent ahead is played once it may be.
  useEffect(() => {
    const waiting = game.premove.value;
    if (!mine || !waiting) return;
    game.premove.value = undefined;
    const { from, to } = waiting;
    if (!legalMap(position.legal).get(from)?.includes(to)) announce(strings.play.premoveGone);
    else if (sureLoss(from, to)) play(from, to);
    else playMove(game, line, from, to);
  }, [state, mine]);

  const notes = useMemo(() => notesOn(over ? [] : (state.marks ?? []), pieces), [state, pieces, over]);
  const marking = game.marking.value;
  const hidden = (square: number) => !over && state.seat !== 'watch' && pieces.some((p) => p.at === square && p.color === top && p.rank === '');
  const [seen, setSeen] = useState<number>();

  /** What is said of a move that loses its piece for certain. */
  function sureLoss(from: number, to: number): string {
    const lost = settings.value.warn && position.losing.some(([a, b]) => a === from && b === to);
    return lost ? strings.aids.loses(rankName(pieces.find((p) => p.at === from)?.rank ?? '')) : '';
  }

  function play(from: number, to: number) {
    if (ahead) {
      game.premove.value = { from, to };
      announce(strings.play.premoveSet(moveName(from, to)));
      return;
    }
    const asked = game.asked.value;
    const why = sureLoss(from, to) || (confirmed(state) ? strings.play.confirm(dashed(moveName(from, to))) : '');
    if (why && (asked?.from !== from || asked.to !== to)) {
      game.asked.value = { from, to, why };
      announce(why);
      return;
    }
    playMove(game, line, from, to);
  }

  const label = squareLabel(pieces, state.seat);
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
          premove={game.premove.value ?? game.asked.value}
          {...(mind ? { heat: heatOf(mind, mindSide.value, mindRank.value) } : {})}
          arrows={arrows}
          {...(battle ? { battle } : {})}
          label={(square, target) => [label(square, target), noteWords(notes.get(square))].filter(Boolean).join(', ')}
          onMove={play}
          onSelect={(square, to) => announce(strings.board.mayGo(label(square), to.map(squareName)))}
          onMiss={(from, to) => announce(strings.board.cannotGo(squareName(from), squareName(to)))}
          onForbidden={(why) => say(why)}
          onInspect={(square) => {
            setSeen(square);
            onInspect(square);
          }}
          notes={notes}
          {...(marking !== undefined ? { marked: marking } : {})}
          onSquare={(square) => {
            const asked = game.asked.value;
            if (asked?.to === square) return playMove(game, line, asked.from, asked.to);
            game.premove.value = undefined;
            game.asked.value = undefined;
            game.marking.value = hidden(square) && square !== marking ? square : undefined;
          }}
          onEscape={() => {
            game.premove.value = undefined;
            game.asked.value = undefined;
            game.marking.value = undefined;
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
        {state.score && !state.result && you && <span class="tally">{strings.ending.tally(state.score)}</span>}
        <span>{strings.play.playerNote(player, strings.colors[color], toMove, state.thinking)}</span>
      </div>
      <div class="edge">
        {state.clock && <ClockFace clock={state.clock} color={color} received={received} />}
        <Captured pieces={state.position.pieces} dead={state.position.dead} color={color} variant={state.variant} />
      </div>
    </div>
  );
}
