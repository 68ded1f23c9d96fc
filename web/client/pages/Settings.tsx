import { Card, Choice } from '../parts/Card.tsx';
import { PieceIcon } from '../board/Piece.tsx';
import { change, settings } from '../settings.ts';
import { strings } from '../strings.ts';

export function SettingsPage() {
  const s = settings.value;
  const checks = [
    { key: 'remember', text: strings.settings.remember },
    { key: 'glance', text: strings.aids.glance },
    { key: 'warn', text: strings.aids.warn },
    { key: 'shapes', text: strings.settings.shapes },
    { key: 'motion', text: strings.settings.motion },
    { key: 'sound', text: strings.settings.sound },
  ] as const;
  return (
    <div class="page narrow">
      <h1>{strings.settings.title}</h1>
      <Card title={strings.settings.look}>
        <Choice
          label={strings.settings.theme}
          options={(['auto', 'light', 'dark'] as const).map((id) => ({ id, text: strings.settings.themes[id] }))}
          value={s.theme}
          onChange={(v) => change('theme', v)}
        />
        <Choice
          label={strings.settings.numbering}
          options={(['european', 'american'] as const).map((id) => ({ id, text: strings.settings.numberings[id] }))}
          value={s.numbering}
          onChange={(v) => change('numbering', v)}
        />
        <p class="pieces-row">
          {[...'M983SBF'].map((rank, i) => (
            <PieceIcon key={rank} color={i % 2 ? 'blue' : 'red'} rank={rank} numbering={s.numbering} shapes={s.shapes} size={44} />
          ))}
        </p>
      </Card>
      <Card title={strings.settings.aids}>
        <Choice
          label={strings.settings.confirm}
          options={(['never', 'days', 'always'] as const).map((id) => ({ id, text: strings.settings.confirms[id] }))}
          value={s.confirm}
          onChange={(v) => change('confirm', v)}
        />
        <p class="quiet">{strings.settings.confirm}</p>
        {checks.map(({ key, text }) => (
          <label key={key} class="check">
            <input type="checkbox" checked={s[key]} onChange={(e) => change(key, e.currentTarget.checked)} /> {text}
          </label>
        ))}
      </Card>
    </div>
  );
}
