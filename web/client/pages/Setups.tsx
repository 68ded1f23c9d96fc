import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Choice } from '../parts/Card.tsx';
import { SetupEditor } from '../parts/SetupEditor.tsx';
import { attempt, SetupButtons, SetupLibrary, SetupScoreCard } from '../parts/SetupTools.tsx';
import { JudgeCard } from '../parts/SetupWorkshop.tsx';
import { emptySetup, fits, formatSetup, parseSetup, untouched, type SetupSquares } from '../model/setup.ts';
import type { Color } from '../model/wire.ts';
import { strings } from '../strings.ts';

const DRAFT = 'marengo.setup.';

export function loadDraft(variant: string): SetupSquares {
  const text = localStorage.getItem(DRAFT + variant) ?? '';
  return text.length === 40 ? parseSetup(text) : emptySetup();
}

export function saveDraft(variant: string, setup: SetupSquares): void {
  localStorage.setItem(DRAFT + variant, formatSetup(setup));
}

export function forgetDraft(variant: string): void {
  localStorage.removeItem(DRAFT + variant);
}

export function draftFits(variant: string): boolean {
  return fits(localStorage.getItem(DRAFT + variant) ?? '', variant);
}

/** The setup editor on its own, without a game. */
export function SetupsPage() {
  const [variant, setVariant] = useState('classic');
  const [color, setColor] = useState<Color>('red');
  const [setup, setSetup] = useState(() => loadDraft('classic'));
  const [heat, setHeat] = useState<readonly number[]>();
  const waiting = useRef(''); // the variant that a first proposal is wanted for
  useEffect(() => {
    const draft = loadDraft(variant);
    setSetup(draft);
    waiting.current = untouched(draft) ? variant : '';
    if (!waiting.current) return;
    void attempt(async () => {
      const proposed = parseSetup((await api.proposeSetup(variant, 'guarded', formatSetup(emptySetup()))).setup);
      if (waiting.current === variant) setSetup(proposed);
    });
  }, [variant]);
  const change = (next: SetupSquares) => {
    waiting.current = '';
    setSetup(next);
    saveDraft(variant, next);
  };
  return (
    <div class="with-board tall">
      <section class="board-side">
        <SetupEditor setup={setup} onChange={change} variant={variant} color={color} heat={heat} />
      </section>
      <aside>
        <h1>{strings.setups.title}</h1>
        <p class="words">{strings.setups.intro}</p>
        <div class="row">
          <Choice label={strings.newGame.variant} options={variantOptions()} value={variant} onChange={setVariant} />
          <Choice
            label={strings.newGame.color}
            options={(['red', 'blue'] as const).map((id) => ({ id, text: strings.colorNames[id] }))}
            value={color}
            onChange={setColor}
          />
        </div>
        <SetupButtons setup={setup} onChange={change} variant={variant} />
        <JudgeCard setup={setup} variant={variant} onHeat={setHeat} />
        <SetupScoreCard setup={setup} variant={variant} />
        <SetupLibrary setup={setup} onChange={change} variant={variant} />
      </aside>
    </div>
  );
}

export function variantOptions() {
  return (['classic', 'barrage'] as const).map((id) => ({ id: id as string, text: strings.variants[id] }));
}
