// The rules with pictures, how to move, the shortcuts, and who the agents are.

import { boot } from '../boot.ts';
import { Board } from '../board/Board.tsx';
import { PieceIcon } from '../board/Piece.tsx';
import { counts, rankName, TRAY_ORDER } from '../model/ranks.ts';
import type { Piece } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { settings } from '../settings.ts';
import { strings } from '../strings.ts';

function piece(id: number, color: 'red' | 'blue', at: number, rank: string): Piece {
  return { id, color, at, rank, moved: false, shown: false };
}

/** Two pictures: how pieces move, and how a scout runs. */
const MOVES: { pieces: Piece[]; from: number; to: number[]; view: string }[] = [
  { pieces: [piece(0, 'red', 34, '6'), piece(1, 'red', 33, 'B'), piece(2, 'blue', 35, '')], from: 34, to: [44, 35, 24], view: '195 395 410 410' },
  { pieces: [piece(0, 'red', 30, '2'), piece(1, 'blue', 60, ''), piece(2, 'red', 33, '4')], from: 30, to: [60, 32], view: '-5 295 410 410' },
];

export function HelpPage() {
  const { numbering, shapes } = settings.value;
  return (
    <div class="page columns">
      <div>
        <h1>{strings.help.title}</h1>
        <Card title={strings.help.goalTitle}>
          {strings.help.goal.map((p) => (
            <p key={p}>{p}</p>
          ))}
        </Card>
        <Card title={strings.help.piecesTitle}>
          <table class="figures pieces">
            <tbody>
              {[...TRAY_ORDER].map((rank) => (
                <tr key={rank}>
                  <td>
                    <PieceIcon color="red" rank={rank} numbering={numbering} shapes={shapes} size={36} />
                  </td>
                  <td class="text">
                    <b>{rankName(rank)}</b> <span class="quiet">× {counts('classic')[rank]}</span>
                  </td>
                  <td class="text">{strings.help.pieces[rank]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <Card title={strings.help.rulesTitle}>
          {strings.help.rules.map((p) => (
            <p key={p}>{p}</p>
          ))}
        </Card>
      </div>
      <div>
        <Card title={strings.help.moveTitle}>
          <div class="figures-row">
          {strings.help.move.map((text, i) => (
            <figure key={text}>
              <div class="crop">
                <Board side="red" name={text} pieces={MOVES[i]!.pieces} numbering={numbering} shapes={shapes} view={MOVES[i]!.view} arrows={MOVES[i]!.to.map((to) => ({ from: MOVES[i]!.from, to, weight: 0.4 }))} label={() => ''} />
              </div>
              <figcaption>{text}</figcaption>
            </figure>
          ))}
          </div>
        </Card>
        <Card title={strings.help.battleTitle}>
          {strings.help.battles.map(([attacker, defender, text]) => (
            <p class="battle-row" key={text}>
              <PieceIcon color="red" rank={attacker} numbering={numbering} shapes={shapes} size={40} />
              <span aria-hidden="true">×</span>
              <PieceIcon color="blue" rank={defender} numbering={numbering} shapes={shapes} size={40} />
              <span>{text}</span>
            </p>
          ))}
        </Card>
        <Shortcuts />
        <Card title={strings.help.agentsTitle}>
          <dl class="agents">
            {boot.value?.agents.map((a) => (
              <div key={a.name}>
                <dt>{strings.newGame.agentOption(a.name, a.rating)}</dt>
                <dd>
                  {strings.sentence(a.description)} {a.paper && <span class="quiet">{strings.help.paper(a.paper)}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <p class="quiet">{strings.help.trademark}</p>
        </Card>
      </div>
    </div>
  );
}

export function Shortcuts() {
  return (
    <Card title={strings.help.shortcutsTitle} id="shortcuts">
      <dl class="shortcuts">
        {strings.help.shortcuts.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
