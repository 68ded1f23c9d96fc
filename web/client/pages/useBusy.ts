import { useRef, useState } from 'preact/hooks';
import { attempt } from '../announce.ts';

/** Attempts one thing at a time: what is asked for meanwhile is not begun twice. */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const under = useRef(false);
  const [busy, setBusy] = useState(false);
  const set = (on: boolean) => {
    under.current = on;
    setBusy(on);
  };
  return [
    busy,
    async (work) => {
      if (under.current) return;
      set(true);
      await attempt(work);
      set(false);
    },
  ];
}
