// What the board is told. It knows squares, pieces and legal destinations; it
// knows no rules.

import type { Battle, Color, Piece } from '../model/wire.ts';
import type { Numbering } from '../model/ranks.ts';

export interface Arrow {
  from: number;
  to: number;
  /** 0 to 1: how strongly it is drawn. */
  weight: number;
  label?: string;
}

export interface BattleScene {
  from: number;
  at: number;
  attacker: { color: Color; rank: string };
  defender: { color: Color; rank: string };
  outcome: Battle;
}

/** A note on a piece: a rank it may be, a tone. */
export interface Note {
  rank: string;
  tone: '' | 'a' | 'b' | 'c';
}

export interface BoardProps {
  side: Color;
  pieces: Piece[];
  numbering: Numbering;
  shapes: boolean;
  /** Where each square's piece may go. */
  legal?: Map<number, number[]>;
  /** An editor's board, where every square is open: the legal squares go unmarked. */
  editing?: boolean;
  /** Why a move is forbidden, by "from-to" in squares' numbers. */
  forbidden?: Map<string, string>;
  last?: { from: number; to: number };
  /** The moves are for later: their squares are marked more quietly. */
  ahead?: boolean;
  /** A move that waits for its turn. */
  premove?: { from: number; to: number } | undefined;
  heat?: Map<number, number>;
  arrows?: Arrow[];
  marked?: number;
  /** What a person has noted on pieces, by square. */
  notes?: Map<number, Note>;
  battle?: BattleScene;
  /** What a square holds, and whether the selected piece may go there. */
  label: (square: number, target: boolean) => string;
  name: string;
  /** A part of the drawing instead of the whole board, as an SVG view box. */
  view?: string;
  onMove?: (from: number, to: number) => void;
  onForbidden?: (why: string) => void;
  /** A piece is selected that may go to some squares. */
  onSelect?: (square: number, targets: number[]) => void;
  /** A click or Enter where the selected piece cannot go. */
  onMiss?: (from: number, to: number) => void;
  /** A square is looked at: by a click, the keyboard or the mouse over it. */
  onInspect?: (square: number | undefined) => void;
  /** A click that neither selects nor moves. */
  onSquare?: (square: number) => void;
  /** A piece is thrown off the board, or Delete is pressed on it. */
  onRemove?: (square: number) => void;
  onSkip?: () => void;
  /** Escape is pressed on the board. */
  onEscape?: () => void;
}
