// The window into a player's mind (De Boer, figure 8.1 and Table 8.1): where a
// rank is likely, what a piece may be, which moves were weighed and why.

import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Card, Choice, Tabs } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { figure, isSign, LETTERS, rankName, rankTitle } from '../model/ranks.ts';
import { dashed } from '../model/notation.ts';
import { other, parseSquare, squareName } from '../model/squares.ts';
import type { Evaluation } from '../model/game.ts';
import type { Mind, Piece, Table } from '../model/wire.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { Bars } from './Bars.tsx';
import { beliefAt, beliefRows, decimal, type Side } from './overlay.ts';

export type MindTab = 'belief' | 'moves' | 'tables' | 'graph' | 'log';

/** What the reader chose to look at; shared by every mind window of the page. */
export const mindTab = signal<MindTab>('belief');
export const mindRank = signal('M');
export const mindSide = signal<Side>('enemy');
export const mindArrows = signal(true);

export interface MindWindowProps {
  mind?: Mind | undefined;
  title: string;
  pieces: Piece[];
  inspected?: number | undefined;
  evaluations: Evaluation[];
  at: number;
  onPly?: (ply: number) => void;
}

export function MindWindow(props: MindWindowProps) {
  const tab = mindTab.value;
  const tabs = (['belief', 'moves', 'tables', 'graph', 'log'] as const).map((id) => ({ id, text: strings.mind.tabs[id] }));
  return (
    <Card class="mind" title={props.title}>
      <Tabs tabs={tabs} value={tab} onChange={(id) => (mindTab.value = id)} label={strings.mind.title} />
      <div role="tabpanel">
        {tab === 'belief' && <BeliefPanel {...props} />}
        {tab === 'moves' && <MovesPanel mind={props.mind} />}
        {tab === 'tables' && <TablesPanel mind={props.mind} />}
        {tab === 'graph' && <GraphPanel {...props} />}
        {tab === 'log' && <LogPanel mind={props.mind} />}
      </div>
    </Card>
  );
}

function Waiting({ mind }: { mind?: Mind | undefined }) {
  return <p class="quiet">{mind ? strings.mind.nothing(mind.agent) : strings.mind.waiting}</p>;
}

function BeliefPanel({ mind, pieces, inspected }: MindWindowProps) {
  const numbering = settings.value.numbering;
  const side = mindSide.value;
  const rows = beliefRows(mind, side);
  const chosen = beliefAt(mind, inspected) ?? mostLikely(mind, side, mindRank.value);
  const square = chosen && parseSquare(chosen.square);
  const piece = pieces.find((p) => p.at === square);
  if (!mind) return <Waiting />;
  const enemy = other(mind.color);
  const pieceColor = chosen?.side === 'own' ? mind.color : enemy;
  return (
    <>
      <Choice
        label={strings.mind.whose}
        options={[
          { id: 'enemy', text: strings.mind.enemy },
          { id: 'own', text: strings.mind.own },
        ]}
        value={side}
        onChange={(s) => (mindSide.value = s)}
      />
      <div class="ranks" role="group" aria-label={strings.mind.chooseRank}>
        {[...LETTERS].map((letter) => (
          <button key={letter} class={letter === mindRank.value ? 'on' : ''} aria-pressed={letter === mindRank.value} aria-label={rankName(letter)} title={rankName(letter)} onClick={() => (mindRank.value = letter)}>
            {isSign(letter) ? <PieceIcon color={side === 'enemy' ? enemy : mind.color} rank={letter} numbering="european" shapes={false} size={22} /> : figure(letter, numbering)}
          </button>
        ))}
      </div>
      <p class="words">{strings.mind.heat(side === 'enemy' ? strings.mind.theEnemy : strings.mind.yours, rankTitle(mindRank.value, numbering), rows.length)}</p>
      {chosen && square !== undefined ? (
        <>
          <h3>{strings.mind.onSquare(strings.colors[pieceColor], squareName(square))}</h3>
          <p class="words">{chosen.note || strings.mind.pieceWords(piece?.moved ?? false, mind.counted)}</p>
          <Bars p={chosen.p} color={pieceColor} />
        </>
      ) : (
        <p class="quiet">{strings.mind.pointAt}</p>
      )}
    </>
  );
}

/** The piece most likely to have a rank: shown until the reader points at one. */
function mostLikely(mind: Mind | undefined, side: Side, rank: string) {
  const column = LETTERS.indexOf(rank);
  const rows = [...beliefRows(mind, side)].sort((a, b) => (b.p[column] ?? 0) - (a.p[column] ?? 0));
  return rows[0] ? { ...rows[0], side } : undefined;
}

function MovesPanel({ mind }: { mind?: Mind | undefined }) {
  if (!mind) return <Waiting />;
  const t = mind.thoughts;
  const candidates = t.candidates ?? [];
  const work = strings.mind.work(t);
  const has = {
    win: t.valued && candidates.some((c) => c.win !== undefined),
    score: candidates.some((c) => c.score !== undefined),
    p: candidates.some((c) => c.p !== undefined),
    visits: candidates.some((c) => c.visits !== undefined),
    line: candidates.some((c) => c.line),
  };
  return (
    <>
      {t.summary && <p class="words">{t.summary}</p>}
      {t.valued && <p class="words">{strings.mind.chance(strings.colors[mind.color], Math.round(t.win * 100))}</p>}
      {work && <p class="quiet">{work}</p>}
      <label class="check">
        <input type="checkbox" checked={mindArrows.value} onChange={(e) => (mindArrows.value = e.currentTarget.checked)} /> {strings.mind.arrows}
      </label>
      {candidates.length === 0 ? (
        <Waiting mind={mind} />
      ) : (
        <div class="scroll">
          <table class="figures">
            <thead>
              <tr>
                <th>{strings.mind.move}</th>
                {has.win && <th>{strings.mind.win}</th>}
                {has.score && <th>{strings.mind.score}</th>}
                {has.p && <th>{strings.mind.share}</th>}
                {has.visits && <th>{strings.mind.visits}</th>}
                <th class="text">{has.line ? strings.mind.line : strings.mind.why}</th>
              </tr>
            </thead>
            <tbody>
              {candidates.slice(0, 12).map((c, i) => (
                <tr key={c.move} class={i === 0 ? 'best' : ''}>
                  <td>{dashed(c.move)}</td>
                  {has.win && <td>{Math.round((c.win ?? 0) * 100)}%</td>}
                  {has.score && <td>{c.score === undefined ? '' : decimal(c.score)}</td>}
                  {has.p && <td>{c.p === undefined ? '' : `${Math.round(c.p * 100)}%`}</td>}
                  {has.visits && <td>{c.visits?.toLocaleString('en')}</td>}
                  <td class="text">{(c.line ?? []).map(dashed).join(' ') || c.note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function TablesPanel({ mind }: { mind?: Mind | undefined }) {
  // Empty lists travel as null.
  const tables = (mind?.thoughts.tables ?? []).filter((t) => t.columns && t.rows);
  if (tables.length === 0) return <Waiting mind={mind} />;
  return (
    <>
      {tables.map((t) => (
        <NumberTable key={t.name} table={t} />
      ))}
    </>
  );
}

export function NumberTable({ table }: { table: Table }) {
  const columns = table.columns ?? [];
  const rows = (table.rows ?? []).slice(0, 40);
  const known = columns.filter((c) => strings.mind.plans[c]);
  const text = rows.every((r) => r.cells.every(Number.isInteger)) ? (v: number) => v.toLocaleString('en') : decimal;
  return (
    <>
      <div class="scroll">
        <table class="figures">
          <caption>{table.name}</caption>
          <thead>
            <tr>
              <th />
              {columns.map((c) => (
                <th key={c} title={strings.mind.plans[c]}>
                  {c}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((r, i) => (
              <tr key={r.name + i}>
                <td>{dashed(r.name)}</td>
                {r.cells.map((v, j) => (
                  <td key={j} class={v < 0 ? 'minus' : v === 0 ? 'zero' : ''}>
                    {v === 0 ? '0' : text(v)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {known.length > 0 && <p class="quiet">{known.map((c) => `${c}: ${strings.mind.plans[c]}`).join('; ')}.</p>}
    </>
  );
}

const SIDES = ['red', 'blue'] as const;

function GraphPanel({ evaluations, at, onPly }: MindWindowProps) {
  const plot = useMemo(
    () => ({
      x: evaluations.map((e) => e.ply),
      y: SIDES.map((by) => evaluations.map((e) => (e.by === by ? e.red * 100 : null))),
    }),
    [evaluations],
  );
  if (evaluations.length < 2) return <p class="quiet">{strings.mind.noGraph}</p>;
  return (
    <>
      <p class="words">{strings.mind.graphWords}</p>
      <Graph
        label={strings.mind.graphLabel(Math.round(evaluations[evaluations.length - 1]!.red * 100))}
        x={plot.x}
        y={plot.y}
        series={SIDES.map((by) => ({ name: strings.mind.seenBy(strings.colors[by]), color: `--${by}` }))}
        range={[0, 100]}
        marks={[at]}
        {...(onPly ? { onPick: onPly } : {})}
        format={(v) => `${v}%`}
      />
    </>
  );
}

function LogPanel({ mind }: { mind?: Mind | undefined }) {
  const log = mind?.thoughts.log ?? [];
  if (log.length === 0) return <Waiting mind={mind} />;
  return (
    <pre class="log" tabIndex={0}>
      {log.join('\n')}
    </pre>
  );
}
