import type { ComponentChildren } from 'preact';

/** One card of the column beside the board. */
export function Card({ title, children, class: extra = '', id }: { title?: string; children: ComponentChildren; class?: string; id?: string }) {
  return (
    <section class={`card ${extra}`} id={id} aria-label={title}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}

/** Tabs that the arrow keys walk through. */
export function Tabs<T extends string>({ tabs, value, onChange, label }: { tabs: { id: T; text: string }[]; value: T; onChange: (id: T) => void; label: string }) {
  function key(e: KeyboardEvent) {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const i = tabs.findIndex((t) => t.id === value);
    const next = tabs[(i + step + tabs.length) % tabs.length]!;
    onChange(next.id);
    (e.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
    e.preventDefault();
  }
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={key}>
      {tabs.map((t) => (
        <button key={t.id} role="tab" data-tab={t.id} aria-selected={t.id === value} tabIndex={t.id === value ? 0 : -1} class={t.id === value ? 'on' : ''} onClick={() => onChange(t.id)}>
          {t.text}
        </button>
      ))}
    </div>
  );
}

/** A labelled choice. */
export function Field({ label, children, hint }: { label: string; children: ComponentChildren; hint?: string | undefined }) {
  return (
    <label class="field-row">
      <span>{label}</span>
      {children}
      {hint && <small>{hint}</small>}
    </label>
  );
}

/** A row of buttons of which one is chosen. */
export function Choice<T extends string | number>({ label, options, value, onChange }: { label: string; options: { id: T; text: string; title?: string }[]; value: T; onChange: (id: T) => void }) {
  return (
    <div class="choice" role="group" aria-label={label}>
      {options.map((o) => (
        <button key={o.id} type="button" title={o.title} aria-pressed={o.id === value} class={o.id === value ? 'on' : ''} onClick={() => onChange(o.id)}>
          {o.text}
        </button>
      ))}
    </div>
  );
}
