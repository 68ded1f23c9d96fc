/** How many games the running score looks back on. */
export const WINDOW = 10;

/** The mean score of the last ten games after each one, oldest first. */
export function runningScore(games: { opponent: string; score: number }[], opponent: string): number[] {
  const scores = games.filter((g) => opponent === '' || g.opponent === opponent).map((g) => g.score);
  return scores.map((_, i) => {
    const recent = scores.slice(Math.max(0, i + 1 - WINDOW), i + 1);
    return recent.reduce((a, b) => a + b, 0) / recent.length;
  });
}
