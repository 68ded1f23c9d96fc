// The column beside a live game: what is going on, what one may do, the mind
// window, the aid and the moves.

import { helpersFor, strongest } from '../boot.ts';
import { MindWindow } from '../mind/MindWindow.tsx';
import type { FollowedGame } from '../model/game.ts';
import { dashed } from '../model/notation.ts';
import { figure } from '../model/ranks.ts';
import { moveName, other, squareName } from '../model/squares.ts';
import type { Color, GameState } from '../model/wire.ts';
import { AskedByThem, AtTheTable } from '../people/AtTheTable.tsx';
import { Card } from '../parts/Card.tsx';
import { Ending } from './Ending.tsx';
import { MarkPalette } from './Marks.tsx';
import { MoveList } from '../parts/MoveList.tsx';
import { aidsIn, change, settings } from '../settings.ts';
import type { Line } from '../socket.ts';
import { strings } from '../strings.ts';
import { useState } from 'preact/hooks';
import { playMove } from './PlayBoard.tsx';

export interface PlayColumnProps {
  game: FollowedGame;
  state: GameState;
  line: Line;
  inspected: number | undefined;
  mindAgent: string;
  onMind: (agent: string) => void;
}

export function PlayColumn(props: PlayColumnProps) {
  const { game, state, line, mindAgent, onMind } = props;
  const you = state.seat as Color;
  const agents = helpersFor(state.variant);
  const offered: readonly ('remember' | 'glance' | 'warn')[] = !state.people ? ['remember', 'glance', 'warn'] : state.people.unaided ? [] : ['glance'];
  return (
    <>
      {state.result ? <Ending game={game} state={state} line={line} /> : <StatusCard {...props} />}
      {!state.result && <Actions game={game} state={state} line={line} />}
      {state.people && <AtTheTable game={game} state={state} line={line} />}
      {mindAgent ? (
        <MindWindow
          title={strings.mind.of(mindAgent)}
          mind={game.minds.value[you]}
          pieces={state.position.pieces}
          inspected={props.inspected}
          evaluations={game.evaluations.value}
          at={state.ply}
        />
      ) : null}
      {!state.result && (
        <Card class="slim">
          {state.people && <p class="quiet">{strings.people.agreed(state.people.unaided)}</p>}
          {offered.map((key) => (
            <label key={key} class="check">
              <input type="checkbox" id={key} checked={settings.value[key]} onChange={(e) => change(key, e.currentTarget.checked)} /> {strings.aids.short[key]}
            </label>
          ))}
          {!state.people && !settings.value.remember && <p class="quiet">{strings.aids.faded}</p>}
          <p class="quiet">{strings.marks.how}</p>
          {!state.counts && !state.people && (
            <div class="row mind-toggle">
              <label class="check">
                <input type="checkbox" id="mind" checked={mindAgent !== ''} onChange={(e) => onMind(e.currentTarget.checked ? strongest(state.variant) : '')} /> {strings.mind.title}
              </label>
              {mindAgent && (
                <select aria-label={strings.mind.whoThinks} value={mindAgent} onChange={(e) => onMind(e.currentTarget.value)}>
                  {agents.map((a) => (
                    <option key={a.name} value={a.name}>
                      {a.name}
                    </option>
                  ))}
                </select>
              )}
            </div>
          )}
        </Card>
      )}
      {aidsIn(state.people).remember && !state.result && <MayBeCard state={state} inspected={props.inspected} />}
      <Card title={strings.play.moves}>
        <MoveList events={game.events.value} first={state.begins} at={game.events.value.length} ranksFrom={ranksFrom(state, game.events.value.length)} />
      </Card>
    </>
  );
}

/** Without the aid the list forgets ranks as the board does: only the last two plies keep theirs. */
function ranksFrom(state: GameState, plies: number): number {
  return aidsIn(state.people).remember || state.result || state.open ? 0 : plies - 2;
}

/** Offers and whose turn it is: no dialog ever covers the board. */
function StatusCard({ game, state, line }: PlayColumnProps) {
  const offered = state.drawOffer && state.drawOffer !== state.seat;
  const hint = game.hint.value;
  const best = hint?.thoughts.candidates?.[0];
  return (
    <Card class="status">
      <p class="headline" id="status">
        {strings.play.status(state, game.battle.value)}
      </p>
      <Doubt game={game} line={line} />
      <Marking game={game} state={state} line={line} />
      {state.people && <AskedByThem state={state} line={line} />}
      {offered && (
        <div class="offer">
          <p>{strings.play.drawOffered(state[state.drawOffer as Color].name)}</p>
          <div class="buttons">
            <button onClick={() => line.send({ type: 'answer', accept: true })}>{strings.play.accept}</button>
            <button onClick={() => line.send({ type: 'answer', accept: false })}>{strings.play.decline}</button>
          </div>
        </div>
      )}
      {game.offering.value && <p class="quiet">{strings.play.drawWithMove}</p>}
      {state.drawOffer === state.seat && <p class="quiet">{strings.play.drawWaiting}</p>}
      {state.declined && <p class="quiet">{strings.play.drawDeclined}</p>}
      {hint && <p class="words">{best ? strings.play.hintIs(hint.agent, best.move, hint.thoughts.summary || best.note || '') : strings.play.hintNone}</p>}
      {!state.counts && <p class="quiet">{strings.play.uncounted}</p>}
    </Card>
  );
}

/** A move that waits for a second word. */
function Doubt({ game, line }: { game: FollowedGame; line: Line }) {
  const asked = game.asked.value;
  if (!asked) return null;
  return (
    <div class="offer" id="asked">
      <p>{asked.why}</p>
      <div class="buttons">
        <button class="primary" onClick={() => playMove(game, line, asked.from, asked.to)}>
          {strings.play.playIt(dashed(moveName(asked.from, asked.to)))}
        </button>
        <button onClick={() => (game.asked.value = undefined)}>{strings.play.notThat}</button>
      </div>
    </div>
  );
}

function Marking({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const square = game.marking.value;
  if (square === undefined) return null;
  const close = () => {
    game.marking.value = undefined;
    document.querySelector<SVGElement>(`[data-square="${squareName(square)}"]`)?.focus({ preventScroll: true });
  };
  return <MarkPalette state={state} square={square} onMark={(mark) => line.send({ type: 'mark', mark })} onClose={close} />;
}

function Actions({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const [sure, setSure] = useState(false);
  const mine = state.position.toMove === state.seat;
  return (
    <div class="buttons actions">
      {!state.counts && !state.people && <Hint game={game} state={state} line={line} />}
      {state.takebacks && (
        <button disabled={state.people ? state.ply < (mine ? 2 : 1) : state.ply < 2 || !mine} onClick={() => line.send({ type: 'takeback' })}>
          {state.people ? strings.people.askBack : strings.play.takeback}
        </button>
      )}
      <button aria-pressed={game.offering.value} class={game.offering.value ? 'on' : ''} disabled={!mine} onClick={() => (game.offering.value = !game.offering.value)}>
        {strings.play.offerDraw}
      </button>
      {sure ? (
        <>
          <button
            class="danger"
            onClick={() => {
              setSure(false);
              line.send({ type: 'resign' });
            }}
          >
            {strings.play.reallyResign}
          </button>
          <button onClick={() => setSure(false)}>{strings.play.playOn}</button>
        </>
      ) : (
        <button onClick={() => setSure(true)}>{strings.play.resign}</button>
      )}
      {state.counts && !state.people && <Help line={line} />}
    </div>
  );
}

/** In a game that counts: what help there would be, and what it costs. */
function Help({ line }: { line: Line }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return <button onClick={() => setAsked(true)}>{strings.play.help}</button>;
  return (
    <div class="offer">
      <p>{strings.play.helpWords}</p>
      <div class="buttons">
        <button onClick={() => line.send({ type: 'practice' })}>{strings.play.makePractice}</button>
        <button onClick={() => setAsked(false)}>{strings.play.playOn}</button>
      </div>
    </div>
  );
}

function Hint({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const [asked, setAsked] = useState(-1);
  return (
    <button
      disabled={state.position.toMove !== state.seat || asked === state.ply || Boolean(game.pending.value)}
      onClick={() => {
        setAsked(state.ply);
        game.hint.value = undefined;
        line.send({ type: 'hint', agent: strongest(state.variant) });
      }}
    >
      {strings.play.hint}
    </button>
  );
}

/** What each hidden enemy piece can still be, by counting. */
function MayBeCard({ state, inspected }: { state: GameState; inspected: number | undefined }) {
  const enemy = other(state.seat as Color);
  const groups = new Map<string, number[]>();
  for (const p of state.position.pieces) {
    if (p.color === enemy && p.rank === '' && p.may) groups.set(p.may, [...(groups.get(p.may) ?? []), p.at]);
  }
  const letters = (may: string) => [...may].map((l) => figure(l, settings.value.numbering)).join(' ');
  return (
    <Card title={strings.play.mayBe}>
      <dl class="may">
        {[...groups].map(([may, squares]) => (
          <div key={may} class={inspected !== undefined && squares.includes(inspected) ? 'on' : ''}>
            <dt>{squares.sort((a, b) => a - b).map(squareName).join(' ')}</dt>
            <dd>{letters(may)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
