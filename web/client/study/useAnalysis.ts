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

export function useAnalysis(id: string): AnalysisHandle {
  const [analysis, setAnalysis] = useState<Analysis>();
  const ask = (method: 'GET' | 'POST' | 'DELETE') => api.analysis(id, method).then(setAnalysis, (e: Error) => say(e.message, true));
  useEffect(() => {
    setAnalysis(undefined);
    void ask('GET');
  }, [id]);
  useEffect(() => {
    if (!analysis?.running) return;
    const timer = setTimeout(() => ask('GET'), EVERY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [analysis]);
  return { analysis, begin: () => void ask('POST'), stop: () => void ask('DELETE') };
}
