import type { Ladder, Rung } from '../model/wire.ts';

function signed(x: number): string {
  return (x >= 0 ? '+' : '−') + Math.abs(Math.round(x));
}

function name({ agent, level }: Pick<Rung, 'agent' | 'level'>): string {
  return level < 5 ? `${agent}, level ${level}` : agent;
}

/** The sentences of the ladder. */
export const ladder = {
  title: 'The ladder',
  intro: 'These opponents have played each other in one tournament. Zero is their mean; 200 points more win about three games of four.',
  empty: 'No opponent here has been rated as it plays today.',
  name,
  rated: ({ rating, error, games }: Rung) => `${signed(rating)} ± ${Math.round(error)}, ${games} games`,
  yours: ({ played, score }: Rung) => (played === 0 ? '' : `you: ${score} of ${played}`),
  next: 'your level',
  standing: ({ rating, games }: Ladder) =>
    games === 0 ? 'You have not played a game here that counts, so you begin low.' : `After ${games === 1 ? 'one game' : `${games} games`} that count you stand at ${signed(rating)}.`,
  play: 'Play at my level',
  option: 'Someone at my level',
  link: 'The ladder of opponents',
  hint: (l: Ladder) => `${name(l.rungs[l.next]!)}, rated ${signed(l.rungs[l.next]!.rating)}; you stand at ${signed(l.rating)}. It adapts to how you do in games that count.`,
  summary: (rung: Rung) => `Against ${name(rung)}, at your level.`,
};
