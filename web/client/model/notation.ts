// Moves as people read them: "b4–b5", "j4#2×j7#6".

import type { Color, GameEvent, Piece } from './wire.ts';
import { figure, isSign, rankName, type Numbering } from './ranks.ts';
import { squareName } from './squares.ts';
import { strings } from '../strings.ts';

export function moveText(event: GameEvent, numbering: Numbering): string {
  const from = squareName(event.from);
  const to = squareName(event.to);
  if (!event.battle) return `${from}–${to}`;
  const rank = (letter?: string) => (letter ? `#${figure(letter, numbering)}` : '');
  return `${from}${rank(event.attacker)}×${to}${rank(event.defender)}`;
}

/** "a4-a5" with a real dash, for tables of candidate moves. */
export function dashed(move: string): string {
  return move.replace('-', '–').replace('x', '×');
}

/** One sentence for the screen reader. */
export function announceMove(event: GameEvent, mover: string): string {
  const from = squareName(event.from);
  const to = squareName(event.to);
  if (!event.battle) return strings.announce.move(mover, from, to);
  const attacker = rankName(event.attacker ?? '');
  const defender = rankName(event.defender ?? '');
  return strings.announce.battle(mover, from, to, attacker, defender, event.battle);
}

/** So few ranks that a piece may have are worth a word of its label. */
const FEW = 4;

/** What a square holds, for its label. */
export function describePiece(piece: Piece, you: Color | 'watch', numbering: Numbering): string {
  const own = you === 'watch' ? strings.colors[piece.color] : piece.color === you ? strings.board.your : strings.board.enemy;
  const rank = piece.rank ? rankName(piece.rank) + (isSign(piece.rank) ? '' : ` ${figure(piece.rank, numbering)}`) : strings.board.hidden;
  const notes = [
    piece.moved ? strings.board.moved : '',
    piece.shown && piece.color === you ? strings.board.known : '',
    piece.may && piece.may.length <= FEW && piece.color !== you ? strings.board.mayBe([...piece.may].map((l) => figure(l, numbering)).join(' ')) : '',
  ].filter(Boolean);
  return [`${own} ${rank}`, ...notes].join(', ');
}
