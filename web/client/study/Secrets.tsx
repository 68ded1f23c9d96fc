// What I gave away: how well the enemy could know each piece, turn by turn.

import { useState } from 'preact/hooks';
import { PieceIcon } from '../board/Piece.tsx';
import { rankName } from '../model/ranks.ts';
import { squareName } from '../model/squares.ts';
import type { Color, GameRecord, Report, Secret } from '../model/wire.ts';
import { Card, Choice } from '../parts/Card.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';
import { words } from './words.ts';

/** The pieces whose ranks matter most come first. */
const ORDER = 'FM98S37654B2';

export function Secrets({ record, report, at }: { record: GameRecord; report: Report; at: number }) {
  const [side, setSide] = useState<Color>(record.you || 'red');
  const rows = report.secrets.filter((s) => s.color === side).sort((a, b) => ORDER.indexOf(a.rank) - ORDER.indexOf(b.rank) || a.start - b.start);
  const { numbering, shapes } = settings.value;
  return (
    <Card title={words.secrets} id="secrets">
      <Choice label={words.accounts} options={(['red', 'blue'] as const).map((id) => ({ id, text: strings.colorNames[id] }))} value={side} onChange={setSide} />
      <p class="quiet">{words.secretsWords(side)}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={words.secretsTable(side)}>
        <table class="figures secrets">
          <thead>
            <tr>
              <th>{words.piece}</th>
              <th class="text">{words.here}</th>
              <th class="text">{words.over}</th>
              <th class="text">{words.told}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((s) => (
              <tr key={s.start} data-piece={squareName(s.start)}>
                <td>
                  <PieceIcon color={side} rank={s.rank} numbering={numbering} shapes={shapes} size={22} />
                  <span>
                    {rankName(s.rank)} {words.from} {squareName(s.start)}
                  </span>
                </td>
                <td class="text">{here(s, at, record.events.length)}</td>
                <td class="text">
                  <Curve secret={s} last={record.events.length} at={at} />
                </td>
                <td class="text">{s.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** What could be believed at the enemy's turn nearest before a ply. */
export function here(s: Secret, at: number, last: number): string {
  let i = -1;
  while (i + 1 < s.plies.length && s.plies[i + 1]! <= at) i++;
  const off = s.plies.length > 0 && at > s.plies[s.plies.length - 1]! + 1 && s.plies[s.plies.length - 1]! < last - 2;
  if (off || s.plies.length === 0) return words.gone;
  const k = Math.max(0, i);
  const held = s.held[k] ?? '';
  return words.heldFor(s.known[k]!, held, held === s.rank);
}

const WIDTH = 120;
const HEIGHT = 24;

function Curve({ secret, last, at }: { secret: Secret; last: number; at: number }) {
  const x = (ply: number) => (WIDTH * ply) / Math.max(1, last);
  const points = secret.plies.map((ply, i) => `${x(ply).toFixed(1)},${(HEIGHT - 1 - ((HEIGHT - 2) * secret.known[i]!) / 100).toFixed(1)}`).join(' ');
  return (
    <svg class={`curve ${secret.color}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={words.curve(secret.text)}>
      <line class="at" x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
      <polyline points={points} />
    </svg>
  );
}
