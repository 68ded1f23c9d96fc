/** Milliseconds as minutes and seconds, with tenths in the last twenty seconds. */
export function formatTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  const minutes = Math.floor(left / 60000);
  const seconds = Math.floor((left % 60000) / 1000);
  const tenths = left < 20000 ? `.${Math.floor((left % 1000) / 100)}` : '';
  return `${minutes}:${String(seconds).padStart(2, '0')}${tenths}`;
}
