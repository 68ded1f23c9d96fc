// The course of a finished game: what either side could expect, the true material beside
// it. A click or a drag leads to a ply.

import { useMemo } from 'preact/hooks';
import { lead } from '../model/material.ts';
import type { GameRecord, Report } from '../model/wire.ts';
import { Graph } from '../parts/Graph.tsx';
import { strings } from '../strings.ts';
import { words } from './words.ts';

const SIDES = ['red', 'blue'] as const;

export function Course({ record, report, at, onPly }: { record: GameRecord; report: Report; at: number; onPly: (ply: number) => void }) {
  const x = useMemo(() => Array.from({ length: record.events.length + 1 }, (_, i) => i), [record]);
  const expected = useMemo(() => SIDES.map((side) => x.map((ply) => redScore(report, side, ply))), [report, x]);
  const material = useMemo(() => [lead(record.events, record.first)], [record]);
  const marks = [at, ...report.moments.map((m) => m.ply)];
  return (
    <div class="course">
      {report.valued && (
        <>
          <p class="quiet">
            {words.courseWords} <Legend />
          </p>
          <Graph
            label={words.courseLabel(report.plies.length)}
            x={x}
            y={expected}
            height={110}
            series={SIDES.map((side) => ({ name: strings.mind.seenBy(strings.colors[side]), color: `--${side}` }))}
            range={[0, 100]}
            marks={marks}
            onPick={onPly}
          />
        </>
      )}
      <p class="quiet">{words.materialWords}</p>
      <Graph label={words.materialLabel(material[0]![material[0]!.length - 1]!)} x={x} y={material} height={90} series={[{ name: words.material, color: '--soft' }]} marks={[at]} onPick={onPly} />
    </div>
  );
}

function Legend() {
  return (
    <span class="legend">
      {SIDES.map((side) => (
        <span key={side}>
          <i class={`swatch ${side}`} aria-hidden="true" />
          {strings.mind.seenBy(strings.colors[side])}
        </span>
      ))}
    </span>
  );
}

/** Red's expected score of a hundred before a ply, as the side to move sees it. */
function redScore(report: Report, side: 'red' | 'blue', ply: number): number | null {
  const told = report.plies[ply];
  if (!told || told.mover !== side) return null;
  return Math.round(1000 * (side === 'red' ? told.value : 1 - told.value)) / 10;
}
