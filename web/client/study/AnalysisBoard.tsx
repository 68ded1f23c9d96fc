// The analysis board: from any ply of a finished game or a free position try moves for
// either side, branch, let players answer. Its address holds all of it.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce, say } from '../announce.ts';
import { Board } from '../board/Board.tsx';
import { helpersFor, strongest } from '../boot.ts';
import { arrowsOf, heatOf } from '../mind/overlay.ts';
import { MindWindow, mindArrows, mindRank, mindSide } from '../mind/MindWindow.tsx';
import { announceMove } from '../model/notation.ts';
import { moveName, other } from '../model/squares.ts';
import type { BoardState, Color, Mind } from '../model/wire.ts';
import { Missing } from '../pages/Missing.tsx';
import { legalMap, squareLabel } from '../pages/PlayBoard.tsx';
import { useMind } from '../pages/useMind.ts';
import { Captured } from '../parts/Captured.tsx';
import { Card, Field } from '../parts/Card.tsx';
import { go, route } from '../router.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { Branches } from './Branches.tsx';
import { decode, encode, encodedAt, pathTo, play, prune, sprout, type Tree } from './tree.ts';
import { boardWords as words } from './boardWords.ts';

export function AnalysisBoardPage({ id, ply }: { id: string | undefined; ply: string | undefined }) {
  const text = route.value.query.get('text') ?? '';
  if (!id && !text) return <Missing why={words.nothing} />;
  return <AnalysisBoard key={`${id} ${ply} ${text}`} from={id ? { game: id, ply: Number(ply ?? 0) || 0 } : { text }} />;
}

type From = { game: string; ply: number } | { text: string };

function AnalysisBoard({ from }: { from: From }) {
  const [tree, setTree] = useState<Tree>(() => decode(route.value.query.get('line') ?? '', Number(route.value.query.get('at') ?? 0)));
  const [board, setBoard] = useState<BoardState>();
  const [failed, setFailed] = useState('');
  const [side, setSide] = useState<Color>('red');
  const [mindAgent, setMindAgent] = useState('');
  const [inspected, setInspected] = useState<number>();
  const path = pathTo(tree, tree.at);

  useEffect(() => {
    let late = false;
    api.board(from, path).then(
      (b) => !late && setBoard(b),
      (e: Error) => {
        if (late) return;
        if (path.length === 0) {
          setFailed(e.message);
          return;
        }
        // A line that cannot be played, as an address may have: the tree begins anew.
        say(e.message, true);
        setTree(sprout());
      },
    );
    go(addressOf(from, tree), true);
    return () => {
      late = true;
    };
  }, [path.join()]);

  const move = (text: string) => setTree((t) => play(t, text));
  const step = (to: number | undefined) => to !== undefined && to >= 0 && setTree((t) => ({ ...t, at: to }));
  useStepKeys(() => step(tree.nodes[tree.at]!.parent), () => step(tree.nodes[tree.at]!.children[0]));

  const toMove = board?.position.toMove;
  const mind = useMind(mindAgent && board && toMove ? { position: board.text, color: toMove, agent: mindAgent, seconds: 1 } : undefined);
  const legal = useMemo(() => legalMap(board?.position.legal ?? []), [board]);
  const forbidden = useMemo(() => new Map(board?.position.forbidden.map((f) => [`${f.from}-${f.to}`, strings.play.forbidden(f.rule, f.since)])), [board]);
  if (failed) return <Missing why={failed} />;
  if (!board) return <p class="page quiet">{strings.loading}</p>;
  const last = board.events.at(-1);
  const { numbering, shapes } = settings.value;
  return (
    <div class="with-board tall">
      <section class="board-side">
        <Edge board={board} color={other(side)} />
        <div class="stage">
          <Board
            side={side}
            name={words.boardName(board.position.ply)}
            pieces={board.position.pieces}
            numbering={numbering}
            shapes={shapes}
            legal={legal}
            forbidden={forbidden}
            {...(last ? { last } : {})}
            {...(mind ? { heat: heatOf(mind, mindSide.value, mindRank.value), arrows: mindArrows.value ? arrowsOf(mind) : [] } : {})}
            label={squareLabel(board.position.pieces, 'watch')}
            onMove={(a, b) => {
              move(moveName(a, b));
              announce(moveName(a, b));
            }}
            onForbidden={(why) => say(why)}
            onInspect={setInspected}
          />
        </div>
        <Edge board={board} color={side} />
      </section>
      <aside>
        <h1>{words.title}</h1>
        <Card>
          <p class="headline" role="status" id="board-state">
            {board.result ? strings.result(board.result, 'watch') : strings.position.moves(strings.colorNames[toMove || 'red'])}
          </p>
          {last && <p class="quiet">{announceMove(last, strings.colorNames[toMove ? other(toMove) : board.result?.winner || 'red'])}</p>}
          <div class="buttons">
            <button disabled={tree.at === 0} onClick={() => step(tree.nodes[tree.at]!.parent)}>
              {words.back}
            </button>
            <button disabled={tree.nodes[tree.at]!.children.length === 0} onClick={() => step(tree.nodes[tree.at]!.children[0])}>
              {words.forward}
            </button>
            <button onClick={() => setSide(other(side))}>{strings.replay.turn}</button>
            <button id="prune" disabled={tree.at === 0} onClick={() => setTree((t) => prune(t, t.at))}>
              {words.prune}
            </button>
            {'game' in from && (
              <a class="button" href={`/replay/${from.game}/${from.ply}`}>
                {words.toGame}
              </a>
            )}
          </div>
        </Card>
        <Answer board={board} mindAgent={mindAgent} setMindAgent={setMindAgent} onMove={move} />
        <Card title={words.tried}>
          <Branches tree={tree} first={toMoveAt(board, path.length)} onGo={(id) => step(id)} />
        </Card>
        {mindAgent && <MindWindow title={strings.mind.of(mindAgent)} mind={mind} pieces={board.position.pieces} inspected={inspected} evaluations={[]} at={0} />}
        <Share text={board.text} />
      </aside>
    </div>
  );
}

/** Who was to move before so many moves were tried. */
function toMoveAt(board: BoardState, tried: number): Color {
  const played = board.events.length - tried;
  return played % 2 === 0 ? board.first : other(board.first);
}

function addressOf(from: From, tree: Tree): string {
  const query = new URLSearchParams();
  if ('text' in from) query.set('text', from.text);
  const line = encode(tree);
  if (line) {
    query.set('line', line);
    query.set('at', String(encodedAt(tree)));
  }
  const rest = query.size > 0 ? `?${query}` : '';
  return 'game' in from ? `/board/${from.game}/${from.ply}${rest}` : `/board${rest}`;
}

function Edge({ board, color }: { board: BoardState; color: Color }) {
  return (
    <div class={board.position.toMove === color ? 'who to-move' : 'who'}>
      <div>
        <i class={`swatch ${color}`} aria-hidden="true" />
        <strong>{strings.colorNames[color]}</strong>
      </div>
      <Captured pieces={board.position.pieces} dead={board.position.dead} color={color} variant={board.variant} />
    </div>
  );
}

/** A player is asked for its move, or for its mind. */
function Answer(props: { board: BoardState; mindAgent: string; setMindAgent: (agent: string) => void; onMove: (move: string) => void }) {
  const { board, mindAgent, setMindAgent, onMove } = props;
  const [chosen, setChosen] = useState('');
  const [asking, setAsking] = useState<AbortController>();
  const agents = helpersFor(board.variant);
  const agent = agents.some((a) => a.name === chosen) ? chosen : strongest(board.variant);
  useEffect(() => () => asking?.abort(), [asking]);

  async function answer() {
    const abort = new AbortController();
    setAsking(abort);
    try {
      let final: Mind | undefined;
      await api.mind({ position: board.text, color: board.position.toMove || 'red', agent, seconds: 1 }, (m) => (final = m), abort.signal);
      const move = final?.thoughts.candidates?.[0]?.move;
      if (move && !abort.signal.aborted) onMove(move);
    } catch (e) {
      if (!abort.signal.aborted) say((e as Error).message, true);
    }
    setAsking(undefined);
  }
  return (
    <Card title={words.players}>
      <Field label={strings.mind.whoThinks}>
        <select
          id="board-agent"
          value={agent}
          onChange={(e) => {
            setChosen(e.currentTarget.value);
            if (mindAgent) setMindAgent(e.currentTarget.value);
          }}
        >
          {agents.map((a) => (
            <option key={a.name} value={a.name}>
              {a.name}
            </option>
          ))}
        </select>
      </Field>
      <div class="buttons">
        <button class="primary" id="answer" disabled={Boolean(board.result) || asking !== undefined} onClick={() => void answer()}>
          {asking ? words.thinking : words.answer}
        </button>
        <button id="board-mind" aria-pressed={mindAgent !== ''} onClick={() => setMindAgent(mindAgent ? '' : agent)}>
          {words.mind}
        </button>
      </div>
    </Card>
  );
}

function Share({ text }: { text: string }) {
  const [draft, setDraft] = useState<string>();
  const copy = (what: string, done: string) =>
    navigator.clipboard.writeText(what).then(
      () => say(done),
      () => say(what),
    );
  return (
    <Card title={strings.position.share}>
      <textarea id="board-text" rows={5} spellcheck={false} aria-label={words.textLabel} value={draft ?? text} onInput={(e) => setDraft(e.currentTarget.value)} />
      <div class="buttons">
        <button id="read-text" disabled={draft === undefined} onClick={() => go(`/board?text=${encodeURIComponent(draft ?? '')}`)}>
          {words.read}
        </button>
        <button onClick={() => copy(text, words.textCopied)}>{words.copyText}</button>
        <button onClick={() => copy(location.href, strings.replay.linkCopied)}>{strings.replay.link}</button>
      </div>
    </Card>
  );
}

/** The arrow keys step, unless they belong to the board, a field or a tab. */
function useStepKeys(back: () => void, forward: () => void) {
  const latest = useRef({ back, forward });
  latest.current = { back, forward };
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if ((e.target as Element).closest('input, select, textarea, [role=tablist], [role=grid]') || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'ArrowLeft') latest.current.back();
      else if (e.key === 'ArrowRight') latest.current.forward();
      else return;
      e.preventDefault();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
