// The window into a player's mind (De Boer, figure 8.1 and Table 8.1): where a
// rank is likely, what a piece may be, which moves were weighed and why.

import { useMemo } from 'preact/hooks';
import { Card, Choice, Tabs } from '../parts/Card.tsx';
import { Graph } from '../parts/Graph.tsx';
import { figure, isSign, LETTERS, rankName, rankTitle } from '../model/ranks.ts';
import { other, parseSquare, squareName } from '../model/squares.ts';
import type { Evaluation } from '../model/game.ts';
import type { Mind, Piece } from '../model/wire.ts';
import { PieceIcon } from '../board/Piece.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { Bars } from './Bars.tsx';
import { mindRank, mindSide, mindTab } from './choices.ts';
import { MovesPanel } from './Moves.tsx';
import { beliefAt, beliefRows, ofHundred, type Side } from './overlay.ts';
import { ReasonsPanel } from './Reasons.tsx';
import { Waiting } from './Waiting.tsx';

export { mindArrows, mindRank, mindSide } from './choices.ts';

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
        {tab === 'tables' && <ReasonsPanel mind={props.mind} />}
        {tab === 'graph' && <GraphPanel {...props} />}
        {tab === 'log' && <LogPanel mind={props.mind} />}
      </div>
    </Card>
  );
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
        label={strings.mind.graphLabel(ofHundred(evaluations[evaluations.length - 1]!.red))}
        x={plot.x}
        y={plot.y}
        series={SIDES.map((by) => ({ name: strings.mind.seenBy(strings.colors[by]), color: `--${by}` }))}
        range={[0, 100]}
        marks={[at]}
        {...(onPly ? { onPick: onPly } : {})}
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
