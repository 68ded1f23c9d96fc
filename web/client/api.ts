// Requests to the server. Every failure becomes one sentence.

import { strings } from './strings.ts';
import type { ClusterStatus } from './model/cluster.ts';
import type {
  Analysis, Arena, BoardState, Boot, FreePosition, GameMeta, GameRecord, GameRow, Ladder, Lesson, LessonState, Mind, OwnSetup, Puzzle, PuzzleAnswer, PuzzleList, SetupJudgement, SetupResult, SetupScore, Statistics,
} from './model/wire.ts';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', signal: signal ?? null };
  if (typeof body === 'string') init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (e) {
    if (signal?.aborted) throw e;
    throw new ApiError(0, strings.errors.unreachable);
  }
  if (!response.ok) {
    const text = await response.text();
    let message = text.trim();
    try {
      message = (JSON.parse(text) as { text: string }).text;
    } catch {
      // The body is a plain sentence.
    }
    throw new ApiError(response.status, message ? strings.sentence(message) : strings.errors.failed(response.status));
  }
  return response;
}

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await call(method, path, body)).json()) as T;
}

/** Reads an answer of one JSON object a line as it arrives. */
async function lines<T>(path: string, body: unknown, each: (item: T) => void, signal: AbortSignal): Promise<void> {
  const response = await call('POST', path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part) each(JSON.parse(part) as T);
  }
}

export interface NewGame {
  rules: string;
  variant: string;
  /** Who plays: 'me', or an agent's name. */
  red: string;
  blue: string;
  level: number;
  seconds: number;
  setup?: string;
  clock?: { minutes: number; increment: number };
  seed?: string;
  position?: string;
  open?: boolean;
  counts: boolean;
}

export interface MindRequest {
  game?: string;
  ply?: number;
  position?: string;
  color: string;
  agent: string;
  seconds: number;
}

export const api = {
  boot: () => json<Boot>('GET', '/api/boot'),
  newGame: (game: NewGame) => json<GameMeta>('POST', '/api/games', game),
  game: (id: string) => json<GameMeta>('GET', `/api/games/${id}`),
  dropGame: (id: string) => call('DELETE', `/api/games/${id}`),
  rematch: (id: string, level = 0) => json<GameMeta>('POST', `/api/games/${id}/rematch`, { level }),
  setUp: (id: string, seat: string, setup: string) => json<GameMeta>('POST', `/api/games/${id}/setup`, { seat, setup }),
  games: (query: string) => json<{ games: GameRow[]; total: number }>('GET', `/api/games?${query}`),
  record: (id: string) => json<GameRecord>('GET', `/api/games/${id}/record`),
  importGame: (name: string, text: string) => json<GameMeta>('POST', `/api/import?name=${encodeURIComponent(name)}`, text),
  board: (from: { game: string; ply: number } | { text: string }, moves: string[]) => json<BoardState>('POST', '/api/board', { ...from, moves }),
  analysis: (id: string, method: 'GET' | 'POST' | 'DELETE') => json<Analysis>(method, `/api/games/${id}/analysis`),
  mind: (request: MindRequest, each: (mind: Mind) => void, signal: AbortSignal) => lines('/api/mind', request, each, signal),
  setups: () => json<OwnSetup[]>('GET', '/api/setups'),
  saveSetup: (setup: Omit<OwnSetup, 'id'>) => json<OwnSetup>('POST', '/api/setups', setup),
  renameSetup: (id: number, name: string) => json<OwnSetup>('PATCH', `/api/setups/${id}`, { name }),
  deleteSetup: (id: number) => call('DELETE', `/api/setups/${id}`),
  setupResults: () => json<SetupResult[]>('GET', '/api/setups/results'),
  judgeSetup: (setup: string, each: (so: SetupJudgement) => void, signal: AbortSignal) => lines('/api/setups/judge', { setup }, each, signal),
  scoreSetup: (variant: string, setup: string) => json<SetupScore>('POST', '/api/setups/score', { variant, setup }),
  proposeSetup: (variant: string, kind: string, setup: string) =>
    json<{ setup: string }>('POST', '/api/setups/propose', { variant, kind, setup }),
  position: (p: Omit<FreePosition, 'error'>) => json<FreePosition>('POST', '/api/position', p),
  arena: () => json<Arena>('GET', '/api/arena'),
  startMatch: (match: { a: string; b: string; rules: string; games: number; seconds: number; seed: string }) =>
    json<{ id: number }>('POST', '/api/matches', match),
  stopMatch: (id: number) => call('DELETE', `/api/matches/${id}`),
  puzzles: () => json<PuzzleList>('GET', '/api/puzzles'),
  puzzle: (id: string) => json<Puzzle>('GET', `/api/puzzles/${encodeURIComponent(id)}`),
  solve: (id: string, move: string) => json<PuzzleAnswer>('POST', `/api/puzzles/${encodeURIComponent(id)}`, { move }),
  ladder: () => json<Ladder>('GET', '/api/ladder'),
  lessons: () => json<Lesson[]>('GET', '/api/lessons'),
  tryLesson: (lesson: string, step: string, moves: string[]) => json<LessonState>('POST', '/api/lessons/try', { lesson, step, moves }),
  lessonSetup: (setup: string) => json<{ fault: string }>('POST', '/api/lessons/setup', { setup }),
  cluster: () => json<ClusterStatus>('GET', '/api/cluster'),
  statistics: () => json<Statistics>('GET', '/api/statistics'),
};
