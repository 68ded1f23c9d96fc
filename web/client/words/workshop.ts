import type { SetupJudgement } from '../model/wire.ts';

const percent = (x: number) => `${Math.round(x * 100)}%`;

/** The sentences of the setup workshop. */
export const workshop = {
  undo: 'Undo',
  undoKey: 'Ctrl+Z',
  guarded: 'Guarded flag',
  results: (wins: number, draws: number, losses: number) => `${wins} won, ${draws} drawn, ${losses} lost`,
  unplayed: 'not played yet',
  title: 'How strong, how readable',
  intro: 'Fast games of one player against itself, with this setup against human-like ones. Meanwhile a guesser looks at it from the enemy’s side.',
  start: 'Try it in fast games',
  playing: 'Playing …',
  stop: 'Stop',
  progress: 'Fast games played',
  strong: ({ score, low, high, games }: SetupJudgement) => `It scores ${percent(score)} in ${games} games (${percent(low)} to ${percent(high)}); half would be usual.`,
  readable({ read, usual, flag, usualFlag }: SetupJudgement): string {
    const how = read > usual * 1.1 ? 'Easier to read than usual' : read < usual * 0.9 ? 'Harder to read than usual' : 'About as readable as usual';
    return `${how}: after forty moves each a guesser gives ${percent(read)} to what your hidden pieces are (usually ${percent(usual)}), and ${percent(flag)} to your flag’s place (usually ${percent(usualFlag)}).`;
  },
  heat: 'Show where others would look for my flag',
};
