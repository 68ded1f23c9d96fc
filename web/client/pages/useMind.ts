import { useEffect, useState } from 'preact/hooks';
import { api, type MindRequest } from '../api.ts';
import { say } from '../announce.ts';
import type { Mind } from '../model/wire.ts';

/** Asks an agent for its thoughts, again whenever the question changes. */
export function useMind(request: MindRequest | undefined): Mind | undefined {
  const [mind, setMind] = useState<Mind>();
  const key = JSON.stringify(request ?? null);
  useEffect(() => {
    setMind(undefined);
    if (!request) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api.mind(request, setMind, abort.signal).catch((e: Error) => {
        if (!abort.signal.aborted) say(e.message, true);
      });
    }, 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return mind;
}
