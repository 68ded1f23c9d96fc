// What the analysis board says.

export const boardWords = {
  tryMoves: 'Try other moves from here',
  title: 'Analysis board',
  nothing: 'The analysis board begins from a ply of a finished game or from a free position.',
  boardName: (ply: number) => `Analysis board after ply ${ply}`,
  back: 'Back',
  forward: 'Forward',
  prune: 'Take this move out',
  toGame: 'Back to the game',
  players: 'Players',
  answer: 'Let it answer',
  thinking: 'Thinking …',
  mind: 'Show its mind',
  tried: 'Moves tried',
  none: 'Move a piece of the side to move. Go back and move another, and the line branches.',
  start: 'start',
  textLabel: 'The line as text',
  read: 'Read the text',
  copyText: 'Copy text',
  textCopied: 'The text is copied.',
};
