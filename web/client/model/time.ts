/** Milliseconds as minutes and seconds, with tenths in the last twenty seconds. */
export function formatTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const minutes = Math.floor(left / 60000);
  const seconds = Math.floor((left % 60000) / 1000);
  const tenths = left < 20000 ? `.${Math.floor((left % 1000) / 100)}` : '';
  return `${minutes}:${String(seconds).padStart(2, '0')}${tenths}`;
}

export interface Ago {
  n: number;
  unit: 'now' | 'minute' | 'hour' | 'day';
}

/** How long ago a moment was, in its largest unit. */
export function ago(date: string, now: number): Ago {
  const minutes = Math.floor((now - Date.parse(date)) / 60_000);
  if (!(minutes >= 1)) return { n: 0, unit: 'now' };
  if (minutes < 60) return { n: minutes, unit: 'minute' };
  if (minutes < 24 * 60) return { n: Math.floor(minutes / 60), unit: 'hour' };
  return { n: Math.floor(minutes / (24 * 60)), unit: 'day' };
}
