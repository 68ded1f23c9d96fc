// How a cluster is, as the server tells it (package cluster's Status). The server's
// test compares the names.

export interface ClusterStatus {
  server: string;
  when: string;
  queued: number;
  results: number;
  matches: ClusterMatch[];
  workers: ClusterWorker[];
  dropped?: Record<string, number>;
}

export interface ClusterMatch {
  v: number;
  key: string;
  kind: string;
  title: string;
  host: string;
  state: string;
  lasting: boolean;
  lease: number;
  platform: string;
  players: unknown[];
  lots: unknown[];
  files?: string[];
  began: string;
  updated: string;
  pairs: ClusterPairs;
  meetings?: ClusterMeeting[];
  failures?: ClusterFailure[];
  dropped?: Record<string, number>;
}

export interface ClusterPairs {
  done: number;
  queued: number;
  again: number;
  per_hour: number;
}

export interface ClusterMeeting {
  a: string;
  b: string;
  wins: number;
  draws: number;
  losses: number;
  score: number;
  score_low: number;
  score_high: number;
  elo: number;
  elo_error: number;
  sprt?: { llr: number; lower: number; upper: number; verdict: string };
}

export interface ClusterFailure {
  number: number;
  worker: string;
  reason: string;
  when: string;
}

export interface ClusterWorker {
  v: number;
  id: string;
  version: string;
  platform: string;
  kernel: string;
  slots: number;
  bench: number;
  set_aside?: string;
  agents: unknown[];
  engines?: string[];
  began: string;
  updated: string;
  leaving?: boolean;
  playing?: ClusterPlaying[];
  done: number;
  failed: number;
  per_hour: number;
  refused?: ClusterRefusal[];
  dropped?: Record<string, number>;
}

export interface ClusterPlaying {
  match: string;
  number: number;
  what: string;
  since: string;
}

export interface ClusterRefusal {
  match: string;
  lot: string;
  why: string;
}
