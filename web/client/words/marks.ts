/** The sentences of private marks. */
export const marks = {
  title: (square: string) => `What may the piece on ${square} be? Only you see this.`,
  maybe: (rank: string) => `maybe ${rank}`,
  tones: { a: 'green mark', b: 'violet mark', c: 'orange mark' },
  done: 'Done',
  said: (square: string, rank: string, tone: string) => `${square}: ${[rank && `maybe ${rank}`, tone].filter(Boolean).join(', ') || 'no mark'}.`,
  how: 'Click an enemy piece to note what it may be.',
  score: (right: number, all: number) => `Your marks: ${right} of ${all} right.`,
  truth: (square: string, guessed: string, was: string) => (guessed === was ? `${square}: ${was}` : `${square}: ${was}, not ${guessed}`),
  noted: (rank: string, tone: string) => `your mark: ${[rank && `maybe ${rank}`, tone].filter(Boolean).join(', ')}`,
};
