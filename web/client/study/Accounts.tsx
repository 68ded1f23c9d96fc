// Luck and skill as two bars that add up to the result, and the moments that decided it.

import { useState } from 'preact/hooks';
import type { Account, Color, GameRecord, Report } from '../model/wire.ts';
import { Choice } from '../parts/Card.tsx';
import { strings } from '../strings.ts';
import { luckOf, signed, words } from './words.ts';

export function Accounts({ record, report }: { record: GameRecord; report: Report }) {
  const [side, setSide] = useState<Color>(record.you || record.winner || 'red');
  const a = report[side];
  return (
    <div class="accounts">
      <Choice label={words.accounts} options={(['red', 'blue'] as const).map((id) => ({ id, text: strings.colorNames[id] }))} value={side} onChange={setSide} />
      <p class="words" id="account">
        {words.sum(strings.colorNames[side], a)}
      </p>
      <div role="group" aria-label={words.bars(strings.colors[side])}>
        <Bar name={words.skill} value={a.given - a.lost} reach={reachOf(report)} parts={partsOf(a, ['lost', 'given'])} />
        <Bar name={words.luck} value={luckOf(a)} reach={reachOf(report)} parts={partsOf(a, ['struck', 'suffered', 'unseen'])} />
      </div>
    </div>
  );
}

function partsOf(a: Account, keys: (keyof typeof words.parts)[]): string {
  return keys.map((key) => `${words.parts[key]} ${signed(key === 'lost' ? -a[key] : a[key])}`).join(', ');
}

/** What half a bar's width stands for: the same for both sides and both bars. */
function reachOf({ red, blue }: Report): number {
  return Math.max(0.5, ...[red, blue].flatMap((a) => [Math.abs(a.given - a.lost), Math.abs(luckOf(a))]));
}

function Bar({ name, value, reach, parts }: { name: string; value: number; reach: number; parts: string }) {
  const width = (50 * Math.abs(value)) / reach;
  return (
    <div class="account-bar">
      <span class="name">{name}</span>
      <span class="track" aria-hidden="true">
        <i class={value < 0 ? 'less' : 'more'} style={{ width: `${width}%`, left: `${value < 0 ? 50 - width : 50}%` }} />
      </span>
      <b>{signed(value)}</b>
      <small>{parts}</small>
    </div>
  );
}

export function Moments({ report, at, onPly }: { report: Report; at: number; onPly: (ply: number) => void }) {
  return (
    <>
      <h3>{words.moments}</h3>
      {report.moments.length === 0 && <p class="quiet">{words.noMoments}</p>}
      <ol class="moments">
        {report.moments.map((m) => (
          <li key={m.ply}>
            <button class="link" aria-current={m.ply === at ? 'step' : undefined} onClick={() => onPly(m.ply)}>
              <b>{words.ply(m.ply)}</b>
            </button>{' '}
            {m.text}
          </li>
        ))}
      </ol>
    </>
  );
}
