// Line plots through uPlot, redrawn when the data, the theme or the width change.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { settings } from '../settings.ts';

export interface Series {
  name: string;
  /** A custom property of the style sheet, such as "--red". */
  color: string;
  points?: boolean;
}

export interface GraphProps {
  label: string;
  x: number[];
  y: (number | null)[][];
  series: Series[];
  height?: number;
  range?: [number, number];
  marks?: number[];
  /** Intervals: x, low, high. */
  bars?: [number, number, number][];
  onPick?: (x: number) => void;
  format?: (y: number) => string;
  formatX?: (x: number) => string;
}

/** Of the axes' font, in pixels. */
const LETTER_WIDTH = 7;
/** Plies, games and agents are counted in whole numbers. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function Graph(props: GraphProps) {
  const box = useRef<HTMLDivElement>(null);
  const theme = settings.value.theme;

  useEffect(() => {
    const element = box.current!;
    const draw = () => {
      element.replaceChildren();
      const plot = new uPlot(options(props, element.clientWidth), [props.x, ...props.y] as uPlot.AlignedData, element);
      // A press picks, and so does every move while the button is held.
      element.onpointerdown = element.onpointermove = (e) => {
        if (props.onPick && e.buttons & 1) props.onPick(nearest(props.x, plot.posToVal(e.clientX - plot.over.getBoundingClientRect().left, 'x')));
      };
    };
    draw();
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (Math.abs(element.clientWidth - width) < 2) return;
      width = element.clientWidth;
      draw();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [props.x, props.y, props.marks?.join(), theme]);

  return (
    <>
      <div class="graph" ref={box} role="img" aria-label={props.label} style={{ minHeight: `${props.height ?? 140}px` }} />
      <Numbers {...props} />
    </>
  );
}

/** The plot's figures for those who do not see it. */
function Numbers({ label, x, y, series, format = String, formatX = String }: GraphProps) {
  return (
    <div class="sr">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {series.map((s) => (
              <th key={s.name}>{s.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {x.map((value, i) => (
            <tr key={value}>
              <th scope="row">{formatX(value)}</th>
              {series.map((s, j) => (
                <td key={s.name}>{y[j]?.[i] == null ? '' : format(Math.round(y[j]![i]!))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The value of a growing list that is nearest. */
export function nearest(x: readonly number[], value: number): number {
  return x.reduce((best, v) => (Math.abs(v - value) < Math.abs(best - value) ? v : best), x[0]!);
}

function options(props: GraphProps, width: number): uPlot.Options {
  const axis = { stroke: css('--soft'), grid: { stroke: css('--line'), width: 1 }, ticks: { stroke: css('--line'), width: 1 }, font: '11px ui-monospace, monospace' };
  return {
    width: Math.max(width, 120),
    height: props.height ?? 140,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
    scales: { x: { time: false, ...(props.bars ? { range: [-0.5, props.x.length - 0.5] } : {}) }, y: props.range ? { range: props.range } : {} },
    axes: [
      { ...axis, ...(crowded(props, width) ? { size: 76, rotate: -50 } : { size: 28 }), incrs: WHOLE_STEPS, ...(props.bars ? { splits: () => props.x, grid: { show: false } } : {}), ...(props.formatX ? { values: (_: uPlot, v: number[]) => v.map(props.formatX!) } : {}) },
      { ...axis, size: 44, ...(props.format ? { values: (_: uPlot, v: number[]) => v.map(props.format!) } : {}) },
    ],
    series: [
      {},
      ...props.series.map((s) => ({
        label: s.name,
        stroke: css(s.color),
        width: s.points ? 0 : 2,
        spanGaps: true,
        points: { show: Boolean(s.points), size: 7, fill: css(s.color) },
      })),
    ],
    padding: [8, props.formatX ? 36 : 8, 0, 0],
    hooks: { drawAxes: [(plot) => drawBars(plot, props.bars ?? [])], draw: [(plot) => drawMarks(plot, props.marks ?? [])] },
  };
}

/** Names under a plot are turned when they would run into one another. */
function crowded({ x, bars, formatX = String }: GraphProps, width: number): boolean {
  const longest = Math.max(0, ...x.map((v) => formatX(v).length));
  return bars !== undefined && x.length * (longest + 1) * LETTER_WIDTH > width - 80;
}

function drawBars(plot: uPlot, bars: [number, number, number][]): void {
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = css('--gold');
  ctx.lineWidth = 3 * devicePixelRatio;
  ctx.lineCap = 'round';
  for (const [x, low, high] of bars) {
    const at = plot.valToPos(x, 'x', true);
    ctx.beginPath();
    ctx.moveTo(at, plot.valToPos(low, 'y', true));
    ctx.lineTo(at, plot.valToPos(high, 'y', true));
    ctx.stroke();
  }
  ctx.restore();
}

/** Vertical gold lines: the ply shown and the key moments. */
function drawMarks(plot: uPlot, marks: number[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = css('--gold');
  ctx.lineWidth = devicePixelRatio;
  for (const mark of marks) {
    const x = plot.valToPos(mark, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
