// The free position: put any pieces anywhere, then play or analyse from there.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../announce.ts';
import { helpersFor, boot, strongest } from '../boot.ts';
import { Board } from '../board/Board.tsx';
import { PieceIcon } from '../board/Piece.tsx';
import { arrowsOf, heatOf } from '../mind/overlay.ts';
import { MindWindow, mindArrows, mindRank, mindSide } from '../mind/MindWindow.tsx';
import { erase, flag, leftOf, paint, shift, type Brush } from '../model/position.ts';
import { rankName, TRAY_ORDER } from '../model/ranks.ts';
import { isLake, other } from '../model/squares.ts';
import type { Color, Piece } from '../model/wire.ts';
import { Card, Choice, Field } from '../parts/Card.tsx';
import { attempt } from '../parts/SetupTools.tsx';
import { go, route } from '../router.ts';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { boardWords } from '../study/boardWords.ts';
import { squareLabel } from './PlayBoard.tsx';
import { variantOptions } from './Setups.tsx';
import { useMind } from './useMind.ts';

const SQUARES = Array.from({ length: 100 }, (_, i) => i).filter((i) => !isLake(i));
const DRAFT = 'marengo.position';

export function PositionPage() {
  const [variant, setVariant] = useState('classic');
  const [pieces, setPieces] = useState<Piece[]>([]);
  const [toMove, setToMove] = useState<Color>('red');
  const [brush, setBrush] = useState<Brush>({ color: 'red', rank: 'M' });
  const [chosen, setChosen] = useState<number>();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [analysing, setAnalysing] = useState('');
  const { numbering, shapes } = settings.value;

  async function read(shared: string) {
    await attempt(async () => {
      const p = await api.position({ text: shared, toMove: 'red', variant: '', pieces: [] });
      setPieces(p.pieces);
      setToMove(p.toMove);
      setVariant(p.variant);
      setProblem(p.error ?? '');
      setText(p.text);
    });
  }

  useEffect(() => {
    const shared = route.value.query.get('text') ?? localStorage.getItem(DRAFT);
    if (shared) void read(shared);
  }, []);

  function change(next: Piece[], mover: Color = toMove, kind: string = variant) {
    setPieces(next);
    setToMove(mover);
    setVariant(kind);
    setAnalysing('');
    void attempt(async () => {
      const p = await api.position({ text: '', toMove: mover, variant: kind, pieces: next });
      setText(p.text);
      setProblem(p.error ?? '');
      localStorage.setItem(DRAFT, p.text);
    });
  }

  const legal = useMemo(() => new Map(pieces.map((p) => [p.at, SQUARES.filter((s) => s !== p.at)])), [pieces]);
  const mind = useMind(analysing ? { position: text, color: toMove, agent: analysing, seconds: 2 } : undefined);
  const picked = pieces.find((p) => p.at === chosen);
  return (
    <div class="with-board tall">
      <section class="board-side">
        <div class="stage">
          <Board
            side="red"
            name={strings.position.boardName}
            pieces={pieces}
            numbering={numbering}
            shapes={shapes}
            legal={legal}
            editing
            {...(picked ? { marked: picked.at } : {})}
            {...(mind ? { heat: heatOf(mind, mindSide.value, mindRank.value), arrows: mindArrows.value ? arrowsOf(mind) : [] } : {})}
            label={squareLabel(pieces, 'watch')}
            onMove={(from, to) => {
              change(shift(pieces, from, to));
              setChosen(to);
            }}
            onSquare={(square) => change(paint(pieces, square, brush, variant))}
            onRemove={(square) => change(erase(pieces, square))}
            onInspect={(square) => square !== undefined && pieces.some((p) => p.at === square) && setChosen(square)}
          />
        </div>
        {(['blue', 'red'] as const).map((color) => (
          <div class="tray" key={color} role="group" aria-label={strings.position.palette(strings.colors[color])}>
            {[...TRAY_ORDER].map((rank) => {
              const left = leftOf(pieces, { color, rank }, variant);
              const on = brush.color === color && brush.rank === rank;
              return left <= 0 && leftOf([], { color, rank }, variant) === 0 ? null : (
                <button
                  key={rank}
                  class={on ? 'on' : ''}
                  aria-pressed={on}
                  disabled={left <= 0}
                  data-brush={color + rank}
                  onClick={() => setBrush({ color, rank })}
                >
                  <PieceIcon color={color} rank={rank} numbering={numbering} shapes={shapes} size={30} />
                  <span aria-hidden="true">{left}</span>
                  <span class="sr">{strings.setups.trayPiece(`${strings.colors[color]} ${rankName(rank)}`, left)}</span>
                </button>
              );
            })}
          </div>
        ))}
      </section>
      <aside>
        <h1>{strings.position.title}</h1>
        <p class="words">{strings.position.intro}</p>
        <Card>
          <div class="row">
            <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={(v) => change([], toMove, v)} />
            <Choice
              label={strings.position.toMove}
              options={(['red', 'blue'] as const).map((id) => ({ id, text: strings.position.moves(strings.colorNames[id]) }))}
              value={toMove}
              onChange={(c) => change(pieces, c)}
            />
          </div>
          {picked && (
            <div class="row" id="flags">
              <span>{squareLabel(pieces, 'watch')(picked.at)}</span>
              {(['moved', 'shown'] as const).map((key) => (
                <label key={key} class="check">
                  <input type="checkbox" checked={picked[key]} onChange={(e) => change(flag(pieces, picked.at, key, e.currentTarget.checked))} /> {strings.position.flags[key]}
                </label>
              ))}
              <button class="small" onClick={() => change(erase(pieces, picked.at))}>
                {strings.position.remove}
              </button>
            </div>
          )}
          <div class="buttons">
            <button onClick={() => change([])}>{strings.setups.clear}</button>
          </div>
          <p class="words" role="status" id="position-state">
            {pieces.length === 0 ? strings.position.empty : problem || strings.position.fine}
          </p>
        </Card>
        <PlayFrom text={text} ready={!problem && pieces.length > 0} variant={variant} onAnalyse={setAnalysing} analysing={analysing} />
        {analysing && <MindWindow title={strings.mind.of(analysing)} mind={mind} pieces={pieces} inspected={chosen} evaluations={[]} at={0} />}
        <Share text={text} onRead={read} />
      </aside>
    </div>
  );
}

function PlayFrom({ text, ready, variant, onAnalyse, analysing }: { text: string; ready: boolean; variant: string; onAnalyse: (agent: string) => void; analysing: string }) {
  const agents = helpersFor(variant);
  const [agent, setAgent] = useState('');
  const [color, setColor] = useState<Color>('red');
  const [open, setOpen] = useState(true);
  const name = agents.some((a) => a.name === agent) ? agent : strongest(variant);
  const play = () =>
    attempt(async () => {
      const game = { rules: boot.value?.rules[0]?.name ?? 'match', variant, red: 'me', blue: 'me', level: 5, seconds: 0, position: text, open, counts: false };
      game[other(color)] = name;
      go(`/play/${(await api.newGame(game)).id}`);
    });
  return (
    <Card title={strings.position.playTitle}>
      <Field label={strings.newGame.opponent}>
        <select id="position-opponent" value={name} onChange={(e) => setAgent(e.currentTarget.value)}>
          {agents.map((a) => (
            <option key={a.name} value={a.name}>
              {a.name}
            </option>
          ))}
        </select>
      </Field>
      <div class="row">
        <Choice
          label={strings.newGame.color}
          options={(['red', 'blue'] as const).map((id) => ({ id, text: strings.colorNames[id] }))}
          value={color}
          onChange={setColor}
        />
        <label class="check">
          <input type="checkbox" checked={open} onChange={(e) => setOpen(e.currentTarget.checked)} /> {strings.replay.open}
        </label>
      </div>
      <div class="buttons">
        <button class="primary" id="play-position" disabled={!ready} onClick={play}>
          {strings.position.play}
        </button>
        <button id="analyse-position" disabled={!ready} aria-pressed={analysing !== ''} onClick={() => onAnalyse(analysing ? '' : name)}>
          {strings.position.analyse}
        </button>
        {ready && (
          <a class="button" id="try-moves" href={`/board?text=${encodeURIComponent(text)}`}>
            {boardWords.title}
          </a>
        )}
      </div>
    </Card>
  );
}

function Share({ text, onRead }: { text: string; onRead: (text: string) => void }) {
  const [draft, setDraft] = useState<string>();
  const copy = () => {
    const url = `${location.origin}/position?text=${encodeURIComponent(text)}`;
    navigator.clipboard.writeText(url).then(
      () => say(strings.replay.linkCopied),
      () => say(url),
    );
  };
  return (
    <Card title={strings.position.share}>
      <textarea id="position-text" rows={4} spellcheck={false} aria-label={strings.position.shareLabel} value={draft ?? text} onInput={(e) => setDraft(e.currentTarget.value)} />
      <div class="buttons">
        <button
          disabled={draft === undefined}
          onClick={() => {
            onRead(draft ?? '');
            setDraft(undefined);
          }}
        >
          {strings.position.read}
        </button>
        <button onClick={copy} disabled={!text}>
          {strings.replay.link}
        </button>
      </div>
    </Card>
  );
}
