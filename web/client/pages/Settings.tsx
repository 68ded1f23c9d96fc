import { Card, Choice, Field } from '../parts/Card.tsx';
import { PieceIcon } from '../board/Piece.tsx';
import { change, settings, type Settings } from '../settings.ts';
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
        <Field label={strings.settings.confirm} hint={strings.settings.confirmHint}>
          <select id="confirm" value={s.confirm} onChange={(e) => change('confirm', e.currentTarget.value as Settings['confirm'])}>
            {(['never', 'days', 'always'] as const).map((id) => (
              <option key={id} value={id}>
                {strings.settings.confirms[id]}
              </option>
            ))}
          </select>
        </Field>
        {checks.map(({ key, text }) => (
          <label key={key} class="check">
            <input type="checkbox" checked={s[key]} onChange={(e) => change(key, e.currentTarget.checked)} /> {text}
          </label>
        ))}
      </Card>
    </div>
  );
}
