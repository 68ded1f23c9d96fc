// Puzzles: one move is clearly best. One a day, and all the others.

import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce.ts';
import { api } from '../api.ts';
import { Board } from '../board/Board.tsx';
import { dashed } from '../model/notation.ts';
import { keepSolved, solved } from '../model/puzzles.ts';
import { moveName, parseMove } from '../model/squares.ts';
import type { Puzzle, PuzzleAnswer, PuzzleList } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { Missing } from './Missing.tsx';
import { legalMap, squareLabel } from './PlayBoard.tsx';

const words = strings.puzzles;

export function PuzzlePage({ id }: { id: string | undefined }) {
  const [list, setList] = useState<PuzzleList>();
  useEffect(() => {
    void attempt(async () => setList(await api.puzzles()));
  }, []);
  if (!list) return <p class="page quiet">{strings.loading}</p>;
  const index = id === undefined ? list.today : list.ids.indexOf(id);
  const chosen = list.ids[index];
  if (chosen === undefined) return <Missing why={words.none} />;
  return <Solving key={chosen} id={chosen} index={index} list={list} />;
}

function Solving({ id, index, list }: { id: string; index: number; list: PuzzleList }) {
  const { numbering, shapes } = settings.value;
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const [answer, setAnswer] = useState<PuzzleAnswer>();
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    void attempt(async () => setPuzzle(await api.puzzle(id)));
  }, []);
  useEffect(() => {
    if (puzzle) announce(words.ask(strings.colors[puzzle.color]));
  }, [puzzle]);
  if (!puzzle) return <p class="page quiet">{strings.loading}</p>;
  const { position, color } = puzzle;

  const ask = (move: string) =>
    attempt(async () => {
      const reply = await api.solve(id, move);
      if (reply.best === '') {
        setWrong(move);
        announce(words.wrong(dashed(move)));
        return;
      }
      keepSolved(id, reply.right ? 'solved' : 'shown');
      setWrong('');
      setAnswer(reply);
      announce(`${reply.right ? words.right : words.solution(dashed(reply.best))} ${reply.why}`);
    });

  const best = answer && parseMove(answer.best);
  const pieces = position.pieces.map((p) => (p.color === color ? p : { ...p, shown: false }));
  return (
    <div class="with-board">
      <section class="board-side">
        <div class="stage">
          <Board
            side={color}
            name={words.boardName(strings.colors[color])}
            pieces={pieces}
            numbering={numbering}
            shapes={shapes}
            legal={legalMap(answer ? [] : position.legal)}
            arrows={best ? [{ ...best, weight: 1 }] : []}
            label={squareLabel(pieces, color)}
            onMove={(from, to) => void ask(moveName(from, to))}
          />
        </div>
      </section>
      <aside>
        <Question {...{ puzzle, answer, wrong, index, list }} onGiveUp={() => void ask('')} />
        <AllPuzzles list={list} at={id} />
      </aside>
    </div>
  );
}

interface QuestionProps {
  puzzle: Puzzle;
  answer: PuzzleAnswer | undefined;
  wrong: string;
  index: number;
  list: PuzzleList;
  onGiveUp: () => void;
}

function Question({ puzzle, answer, wrong, index, list, onGiveUp }: QuestionProps) {
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (answer) onward.current?.focus({ preventScroll: true });
  }, [answer]);
  const next = list.ids[(index + 1) % list.ids.length]!;
  return (
    <Card class={`status lesson-card ${answer?.right ? 'reached' : wrong ? 'failed' : ''}`}>
      <p class="quiet">
        {index === list.today ? words.today : words.title} · {words.number(index + 1, list.ids.length)}
      </p>
      <p class="headline" id="ask">
        {answer ? (answer.right ? words.right : words.solution(dashed(answer.best))) : words.ask(strings.colors[puzzle.color])}
      </p>
      {wrong && (
        <p class="words" id="wrong">
          {words.wrong(dashed(wrong))}
        </p>
      )}
      {answer && (
        <>
          <p class="words" id="why">
            {answer.why}
          </p>
          <p class="quiet">
            {words.worth(answer.win, dashed(answer.second), answer.gap)} {words.from(answer.game)}
          </p>
        </>
      )}
      <div class="buttons">
        {!answer && <button onClick={onGiveUp}>{words.giveUp}</button>}
        <a ref={onward} class={answer ? 'button primary' : 'button'} href={`/puzzles/${next}`}>
          {words.next}
        </a>
        {index !== list.today && (
          <a class="button" href="/puzzles">
            {words.toToday}
          </a>
        )}
      </div>
    </Card>
  );
}

function AllPuzzles({ list, at }: { list: PuzzleList; at: string }) {
  const done = list.ids.filter((id) => solved.value[id] === 'solved').length;
  return (
    <Card title={words.all}>
      <p class="words">{words.tally(done, list.ids.length)}</p>
      <ol class="puzzle-list">
        {list.ids.map((id, i) => {
          const how = solved.value[id] ?? '';
          return (
            <li key={id}>
              <a class={`${how} ${id === at ? 'here' : ''}`} href={`/puzzles/${id}`} aria-current={id === at ? 'page' : undefined} aria-label={`${words.number(i + 1, list.ids.length)}, ${words.states[how]}`}>
                {i + 1}
              </a>
            </li>
          );
        })}
      </ol>
      <p class="quiet">{words.judged}</p>
    </Card>
  );
}
