// Under the board of a finished game: its course, luck and skill, what decided it, and what
// was given away.

import type { Analysis, GameRecord } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { Accounts, Moments } from './Accounts.tsx';
import { Course } from './Course.tsx';
import { Secrets } from './Secrets.tsx';
import type { AnalysisHandle } from './useAnalysis.ts';
import { words } from './words.ts';

export function Study({ record, handle, at, onPly }: { record: GameRecord; handle: AnalysisHandle; at: number; onPly: (ply: number) => void }) {
  const { analysis, begin, stop } = handle;
  if (!analysis || record.events.length === 0) return null;
  const { report } = analysis;
  const done = analysis.done >= analysis.all;
  const told = report?.plies[at];
  const said = told ? words.moveSaid(told) : '';
  return (
    <>
      <Card title={words.title} id="study">
        {!done && <Progress analysis={analysis} begin={begin} stop={stop} />}
        {analysis.error && <p class="words" role="alert">{analysis.error}</p>}
        {report && <Course record={record} report={report} at={at} onPly={onPly} />}
        {report && !report.valued && <p class="words">{words.unvalued}</p>}
        {said && (
          <p class="words" id="said">
            {said}
          </p>
        )}
        {report?.valued && done && (
          <>
            <Accounts record={record} report={report} />
            <Moments report={report} at={at} onPly={onPly} />
            <p class="quiet">{words.by(report.by)}</p>
          </>
        )}
      </Card>
      {report && done && <Secrets record={record} report={report} at={at} />}
    </>
  );
}

function Progress({ analysis, begin, stop }: { analysis: Analysis; begin: () => void; stop: () => void }) {
  if (!analysis.running) {
    return (
      <>
        {analysis.done === 0 && <p class="words">{words.intro}</p>}
        <button class="primary" id="analyse" onClick={begin}>
          {analysis.done > 0 ? words.goOn : words.begin}
        </button>
      </>
    );
  }
  return (
    <div class="row">
      <progress max={analysis.all} value={analysis.done} aria-label={words.progressLabel} />
      <span class="quiet" id="study-progress">
        {words.progress(analysis)}
      </span>
      {analysis.mine && (
        <button id="stop-study" onClick={stop}>
          {words.stop}
        </button>
      )}
    </div>
  );
}
