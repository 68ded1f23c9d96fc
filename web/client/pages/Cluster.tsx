// What the machines of a cluster do: matches, how they stand, and workers.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { ClusterMatch, ClusterMeeting, ClusterStatus, ClusterWorker } from '../model/cluster.ts';
import { Card } from '../parts/Card.tsx';
import { strings } from '../strings.ts';

const POLL_MILLISECONDS = 2000;
const texts = strings.cluster;

export function ClusterPage() {
  const [status, setStatus] = useState<ClusterStatus>();
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    let gone = false;
    const look = async () => {
      try {
        const next = await api.cluster();
        if (!gone) {
          setStatus(next);
          setTrouble('');
        }
      } catch (e) {
        if (!gone) setTrouble((e as Error).message);
      }
    };
    void look();
    const timer = setInterval(() => void look(), POLL_MILLISECONDS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, []);
  return (
    <div class="page narrow">
      <h1>{texts.title}</h1>
      <p class="words">{texts.intro}</p>
      {trouble && <p role="alert">{trouble}</p>}
      {!status && !trouble && <p class="quiet">{strings.loading}</p>}
      {status && (
        <>
          <p>{texts.queue(status.server, status.queued, status.results)}</p>
          <Dropped counts={status.dropped} />
          {status.matches.length === 0 && <p class="quiet">{texts.noMatches}</p>}
          {status.matches.map((m) => (
            <Match key={m.key} match={m} />
          ))}
          {status.workers.length === 0 && <p class="quiet">{texts.noWorkers}</p>}
          {status.workers.map((w) => (
            <Worker key={w.id} worker={w} />
          ))}
        </>
      )}
    </div>
  );
}

function Match({ match: m }: { match: ClusterMatch }) {
  return (
    <Card title={`${m.kind} ${m.key.slice(0, 6)}: ${m.title}`}>
      <p class="quiet">{texts.pairs(m.state, m.host, m.pairs)}</p>
      {(m.meetings ?? []).map((g) => (
        <Meeting key={`${g.a} ${g.b}`} meeting={g} />
      ))}
      {(m.failures ?? []).map((f) => (
        <p key={`${f.number} ${f.worker} ${f.when}`}>{texts.failure(f)}</p>
      ))}
      <Dropped counts={m.dropped} />
    </Card>
  );
}

function Meeting({ meeting: g }: { meeting: ClusterMeeting }) {
  return (
    <div class="match">
      <strong>
        {g.a} – {g.b}
      </strong>
      <div class="score-bar" role="img" aria-label={texts.score(g)}>
        <i class="win" style={{ flexGrow: g.wins }} />
        <i class="draw" style={{ flexGrow: g.draws }} />
        <i class="loss" style={{ flexGrow: g.losses }} />
      </div>
      <p class="quiet">
        {texts.score(g)}
        {g.sprt && ` · ${texts.sprt(g.sprt)}`}
      </p>
    </div>
  );
}

function Worker({ worker: w }: { worker: ClusterWorker }) {
  return (
    <Card title={w.id}>
      <p class="quiet">{texts.worker(w)}</p>
      {w.leaving && <p>{texts.leaving}</p>}
      {w.set_aside && <p>{texts.aside(w.set_aside)}</p>}
      {(w.playing ?? []).map((p) => (
        <p key={`${p.match} ${p.number}`}>{texts.playing(p)}</p>
      ))}
      {(w.refused ?? []).map((r) => (
        <p key={`${r.match} ${r.lot}`}>{texts.refused(r)}</p>
      ))}
      <Dropped counts={w.dropped} />
    </Card>
  );
}

function Dropped({ counts }: { counts?: Record<string, number> | undefined }) {
  const list = Object.entries(counts ?? {});
  return list.length > 0 ? <p>{texts.dropped(list)}</p> : null;
}
