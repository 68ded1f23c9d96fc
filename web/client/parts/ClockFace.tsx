import { useEffect, useState } from 'preact/hooks';
import type { Clock, Color } from '../model/wire.ts';
import { formatTime } from '../model/time.ts';

/** A running clock, counted down here between the server's messages. */
export function ClockFace({ clock, color, received }: { clock: Clock; color: Color; received: number }) {
  const [now, setNow] = useState(() => performance.now());
  const running = clock.running === color;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, [running]);
  const left = clock[color] - (running ? Math.max(0, now - received) : 0);
  return (
    <time class={`clock ${running ? 'running' : ''} ${left < 20000 ? 'low' : ''}`} role="timer">
      {formatTime(left)}
    </time>
  );
}
