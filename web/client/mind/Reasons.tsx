// Why a player chose its move: in a sentence, what speaks for each move, and the tables that
// the player keeps. Plans are told in words, the move that is played first.

import { dashed } from '../model/notation.ts';
import type { Mind, Table } from '../model/wire.ts';
import { strings } from '../strings.ts';
import { decimal, inWords, ofHundred } from './overlay.ts';
import { Waiting } from './Waiting.tsx';

/** Moves whose reasons are told beside a table of plans or figures. */
const TOLD = 6;

export function ReasonsPanel({ mind }: { mind?: Mind | undefined }) {
  if (!mind) return <Waiting />;
  const t = mind.thoughts;
  // Empty lists travel as null.
  const tables = (t.tables ?? []).filter((x) => x.columns && x.rows);
  const planned = tables.some(isPlans);
  const told = planned ? [] : (t.candidates ?? []).filter((c) => c.note || c.line).slice(0, TOLD);
  return (
    <>
      <p class="words" id="reason">
        {inWords(t.summary ?? '') || strings.mind.noReasons(mind.agent)}
      </p>
      {told.length > 0 && (
        <ul class="plain told">
          {told.map((c) => (
            <li key={c.move}>
              <b>{dashed(c.move)}</b>
              {t.valued && c.win !== undefined && <span class="expects"> {ofHundred(c.win)}</span>} {inWords(c.note ?? '')}
              {c.line && c.line.length > 1 && <small>{strings.mind.goesOn(c.line.slice(1).map(dashed).join(', '))}</small>}
            </li>
          ))}
        </ul>
      )}
      {tables.map((x) => (isPlans(x) ? <Plans key={x.name} table={x} /> : <NumberTable key={x.name} table={x} />))}
    </>
  );
}

/** De Boer's table 8.1: moves against plans, the last column their sum. */
function isPlans(t: Table): boolean {
  return t.name === 'plans' && t.columns?.at(-1) === 'total';
}

/** Each move with its sum and what the plans say of it, the loudest first. */
function Plans({ table }: { table: Table }) {
  const columns = table.columns ?? [];
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={strings.mind.plansTitle}>
      <table class="figures plans">
        <caption>{strings.mind.plansTitle}</caption>
        <thead>
          <tr>
            <th>{strings.mind.move}</th>
            <th>{strings.mind.total}</th>
            <th class="text">{strings.mind.plansSay}</th>
          </tr>
        </thead>
        <tbody>
          {(table.rows ?? []).map((row, i) => (
            <tr key={row.name} class={i === 0 ? 'best' : ''}>
              <td>{dashed(row.name)}</td>
              <td>{decimal(row.cells.at(-1) ?? 0)}</td>
              <td class="text">{spoken(columns, row.cells)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function spoken(columns: string[], cells: number[]): string {
  const said = cells
    .slice(0, -1)
    .map((value, i) => ({ value, name: strings.mind.plans[columns[i]!] ?? columns[i]! }))
    .filter(({ value }) => Math.abs(value) >= 0.005)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return said.length === 0 ? strings.mind.silent : said.map(({ value, name }) => `${name} ${value > 0 ? '+' : ''}${decimal(value)}`).join(', ');
}

function NumberTable({ table }: { table: Table }) {
  const columns = table.columns ?? [];
  const rows = table.rows ?? [];
  const text = rows.every((r) => r.cells.every(Number.isInteger)) ? (v: number) => v.toLocaleString('en') : decimal;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={table.name}>
      <table class="figures">
        <caption>{dashed(table.name)}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((c) => (
              <th key={c}>{c}</th>
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
  );
}
