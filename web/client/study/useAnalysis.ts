// The analysis of a finished game: what the server keeps, and how it grows.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { say } from '../announce.ts';
import type { Analysis } from '../model/wire.ts';

const EVERY_MILLISECONDS = 1000;

export interface AnalysisHandle {
  analysis: Analysis | undefined;
  begin: () => void;
  stop: () => void;
}

/** Follows a game's analysis, and begins it where that was asked for. */
export function useAnalysis(id: string, wanted: boolean): AnalysisHandle {
  const [analysis, setAnalysis] = useState<Analysis>();
  // A game that has none, such as one that was never finished, says so in its place.
  const ask = (method: 'GET' | 'POST' | 'DELETE') =>
    api.analysis(id, method).then(setAnalysis, (e: Error) => {
      if (method === 'GET') setAnalysis({ done: 0, all: 0, running: false, mine: false, error: e.message });
      else say(e.message, true);
    });
  useEffect(() => {
    setAnalysis(undefined);
    const first = wanted ? ask('POST') : Promise.resolve();
    void first.then(() => ask('GET'));
  }, [id]);
  useEffect(() => {
    if (!analysis?.running) return;
    const timer = setTimeout(() => ask('GET'), EVERY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [analysis]);
  return { analysis, begin: () => void ask('POST'), stop: () => void ask('DELETE') };
}
