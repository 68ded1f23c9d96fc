// The moves that were tried, the main line first and what was tried instead below it.

import type { ComponentChildren } from 'preact';
import { dashed } from '../model/notation.ts';
import type { Color } from '../model/wire.ts';
import { other } from '../model/squares.ts';
import { strings } from '../strings.ts';
import { boardWords as words } from './boardWords.ts';
import type { Tree } from './tree.ts';

export function Branches({ tree, first, onGo }: { tree: Tree; first: Color; onGo: (id: number) => void }) {
  if (tree.nodes.length === 1) return <p class="quiet">{words.none}</p>;
  return (
    <div class="branches" id="branches">
      <button class={tree.at === 0 ? 'here' : ''} aria-current={tree.at === 0 ? 'step' : undefined} onClick={() => onGo(0)}>
        {words.start}
      </button>
      {after(0, first)}
    </div>
  );

  function after(id: number, mover: Color): ComponentChildren {
    const [main, ...others] = tree.nodes[id]!.children;
    if (main === undefined) return null;
    return (
      <>
        {step(main, mover)}
        {others.length > 0 && (
          <ul>
            {others.map((c) => (
              <li key={c}>
                {step(c, mover)}
                {after(c, other(mover))}
              </li>
            ))}
          </ul>
        )}
        {after(main, other(mover))}
      </>
    );
  }

  function step(id: number, mover: Color): ComponentChildren {
    return (
      <button key={id} class={id === tree.at ? 'here' : ''} aria-current={id === tree.at ? 'step' : undefined} aria-label={`${strings.colorNames[mover]} ${dashed(tree.nodes[id]!.move)}`} onClick={() => onGo(id)}>
        <i class={`swatch ${mover}`} aria-hidden="true" />
        {dashed(tree.nodes[id]!.move)}
      </button>
    );
  }
}
