// Lessons: small boards that are played. The server's referee judges every move.

import { useEffect, useRef, useState } from 'preact/hooks';
import { announce, say } from '../announce.ts';
import { api } from '../api.ts';
import { Board } from '../board/Board.tsx';
import type { BattleScene } from '../board/types.ts';
import { BATTLE_MILLISECONDS, sceneOf } from '../model/game.ts';
import { finishLesson, keepProgress, progress } from '../model/lessons.ts';
import { announceMove } from '../model/notation.ts';
import { numbered } from '../model/ranks.ts';
import { emptySetup, formatSetup, fits, type SetupSquares } from '../model/setup.ts';
import { moveName } from '../model/squares.ts';
import type { Lesson, LessonState } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { SetupEditor } from '../parts/SetupEditor.tsx';
import { attempt, missingWords } from '../parts/SetupTools.tsx';
import { go } from '../router.ts';
import { settings } from '../settings.ts';
import { play } from '../sound.ts';
import { strings } from '../strings.ts';
import { Missing } from './Missing.tsx';
import { legalMap, squareLabel } from './PlayBoard.tsx';
import { saveDraft } from './Setups.tsx';
import { GENTLE } from './Welcome.tsx';

const words = strings.learn;

function useLessons(): Lesson[] | undefined {
  const [lessons, setLessons] = useState<Lesson[]>();
  useEffect(() => {
    void attempt(async () => setLessons(await api.lessons()));
  }, []);
  return lessons;
}

/** All five, with what is done. */
export function LearnPage() {
  const lessons = useLessons();
  const { done, game } = progress.value;
  useEffect(() => {
    if (!game || done.includes('game')) return;
    api.game(game).then(
      ({ phase }) => phase === 'over' && finishLesson('game'),
      () => keepProgress({ done }),
    );
  }, [game]);
  if (!lessons) return <p class="page quiet">{strings.loading}</p>;
  return (
    <div class="page narrow">
      <h1>{words.title}</h1>
      <p class="words">{words.intro}</p>
      <ol class="lessons">
        {lessons.map(({ id }, i) => (
          <li key={id}>
            <a class={done.includes(id) ? 'lesson done' : 'lesson'} href={`/learn/${id}`}>
              <b aria-hidden="true">{done.includes(id) ? '✓' : i + 1}</b>
              <span>
                <strong>{words.lessons[id]?.title}</strong>
                {words.lessons[id]?.words}
                {done.includes(id) && <span class="sr">{words.done}</span>}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function LessonPage({ id }: { id: string }) {
  const lessons = useLessons();
  const [at, setAt] = useState(0);
  if (!lessons) return <p class="page quiet">{strings.loading}</p>;
  const index = lessons.findIndex((l) => l.id === id);
  const lesson = lessons[index];
  if (!lesson) return <Missing why={strings.missing.page} />;
  if (id === 'game') return <SmallGame />;
  const step = lesson.steps[at]!;
  const last = at === lesson.steps.length - 1;
  const props: StepProps = {
    lesson: id,
    step,
    heading: words.step(at + 1, lesson.steps.length),
    next: last ? words.nextLesson : words.next,
    onNext: () => {
      if (!last) return setAt(at + 1);
      go(`/learn/${lessons[index + 1]?.id ?? ''}`);
    },
    onReached: () => last && finishLesson(id),
  };
  return step === 'setup' ? <SetupStep key={step} {...props} /> : <BoardStep key={step} {...props} />;
}

interface StepProps {
  lesson: string;
  step: string;
  heading: string;
  next: string;
  onNext: () => void;
  onReached: () => void;
}

function StepCard({ lesson, step, heading, state, next, onNext, onAgain }: StepProps & { state: 'open' | 'reached' | 'failed'; onAgain?: () => void }) {
  const { ask, done, wrong = '' } = words.steps[`${lesson}/${step}`]!;
  const text = { ask: numbered(ask, settings.value.numbering), done, wrong };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => announce(text.ask), []);
  useEffect(() => {
    if (state === 'open') return;
    announce(state === 'reached' ? text.done : `${text.wrong} ${words.again}.`);
    button.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <Card class={`status lesson-card ${state}`}>
      <p class="quiet">
        {words.lessons[lesson]!.title} · {heading}
      </p>
      <p class="headline" id="ask">
        {text.ask}
      </p>
      {state === 'reached' && <p class="words" id="reached">{text.done}</p>}
      {state === 'failed' && <p class="words" id="failed">{text.wrong}</p>}
      <div class="buttons">
        {state === 'reached' && (
          <button ref={button} class="primary" onClick={onNext}>
            {next}
          </button>
        )}
        {onAgain && state !== 'open' && (
          <button {...(state === 'failed' ? { ref: button, class: 'primary' } : {})} onClick={onAgain}>
            {words.again}
          </button>
        )}
        <a class="button" href="/learn">
          {words.all}
        </a>
      </div>
    </Card>
  );
}

function BoardStep(props: StepProps) {
  const { lesson, step } = props;
  const { numbering, shapes } = settings.value;
  const [moves, setMoves] = useState<string[]>([]);
  const [state, setState] = useState<LessonState>();
  const [battle, setBattle] = useState<BattleScene>();
  const [asking, setAsking] = useState(false);

  async function tryMoves(next: string[]) {
    setAsking(true);
    await attempt(async () => {
      const after = await api.tryLesson(lesson, step, next);
      setMoves(next);
      const seen = next.length === 0 ? after.events.length : (state?.events.length ?? 0);
      after.events.slice(seen).forEach((event, i) => tell(event, (seen + i) % 2 === 0, after));
      setState(after);
      if (after.reached) props.onReached();
    });
    setAsking(false);
  }
  useEffect(() => {
    void tryMoves([]);
  }, []);

  function tell(event: LessonState['events'][number], mine: boolean, after: LessonState) {
    play(event.battle || 'move');
    if (!after.reached && !after.failed) announce(announceMove(event, mine ? strings.announce.you : strings.colorNames.blue));
    const scene = mine && sceneOf(event, 'red');
    if (!scene) return;
    setBattle(scene);
    window.setTimeout(() => setBattle(undefined), BATTLE_MILLISECONDS);
  }

  if (!state) return <p class="page quiet">{strings.loading}</p>;
  const { position, events } = state;
  const last = events[events.length - 1];
  return (
    <div class="with-board">
      <section class="board-side">
        <div class="stage">
          <Board
            side="red"
            name={words.boardName}
            pieces={position.pieces.map((p) => ({ ...p, shown: false }))}
            numbering={numbering}
            shapes={shapes}
            legal={legalMap(battle || asking ? [] : position.legal)}
            {...(last ? { last } : {})}
            {...(state.target >= 0 && !state.reached ? { marked: state.target } : {})}
            {...(battle ? { battle } : {})}
            label={squareLabel(position.pieces, 'red')}
            onMove={(from, to) => void tryMoves([...moves, moveName(from, to)])}
            onSkip={() => setBattle(undefined)}
          />
        </div>
      </section>
      <aside>
        <StepCard {...props} state={state.reached ? 'reached' : state.failed ? 'failed' : 'open'} onAgain={() => void tryMoves([])} />
      </aside>
    </div>
  );
}

function SetupStep(props: StepProps) {
  const [setup, setSetup] = useState<SetupSquares>(emptySetup);
  const [reached, setReached] = useState(false);
  const lacking = missingWords(setup, 'barrage');
  const check = () =>
    attempt(async () => {
      const { fault } = await api.lessonSetup(formatSetup(setup));
      if (fault) return say(words.faults[fault] ?? fault);
      saveDraft('barrage', setup);
      setReached(true);
      props.onReached();
    });
  return (
    <div class="with-board tall">
      <section class="board-side">
        <SetupEditor setup={setup} onChange={setSetup} variant="barrage" color="red" />
      </section>
      <aside>
        <StepCard {...props} state={reached ? 'reached' : 'open'} />
        {!reached && (
          <Card>
            {lacking && <p class="words">{lacking}</p>}
            <button class="primary wide" id="check-setup" disabled={lacking !== ''} onClick={check}>
              {words.check}
            </button>
          </Card>
        )}
      </aside>
    </div>
  );
}

/** The last lesson: a Barrage game with the army of the third, or a proposed one. */
function SmallGame() {
  const { game } = progress.value;
  const start = () =>
    attempt(async () => {
      const draft = localStorage.getItem('marengo.setup.barrage') ?? '';
      const setup = fits(draft, 'barrage') ? draft : (await api.proposeSetup('barrage', 'guarded', formatSetup(emptySetup()))).setup;
      const { id } = await api.newGame({ rules: 'match', variant: 'barrage', red: 'me', blue: GENTLE.agent, level: GENTLE.level, seconds: 0, setup, counts: false });
      keepProgress({ ...progress.value, game: id });
      go(`/play/${id}`);
    });
  return (
    <div class="page narrow">
      <h1>{words.lessons['game']!.title}</h1>
      <p class="words">{words.game}</p>
      <div class="buttons">
        <button class="primary" id="small-game" onClick={start}>
          {words.gameStart}
        </button>
        {game && (
          <a class="button" href={`/play/${game}`}>
            {words.gameOn}
          </a>
        )}
        <a class="button" href="/learn">
          {words.all}
        </a>
      </div>
    </div>
  );
}
