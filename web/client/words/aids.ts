/** The sentences of the aids that may be chosen while playing. */
export const aids = {
  title: 'Aids',
  short: { remember: 'Revealed ranks stay shown', glance: 'What beats what', warn: 'A word before a sure loss' },
  faded: 'Ranks fade after a move, as at the table.',
  glance: 'What beats what: what the piece in hand beats, and what it falls to, beneath the board',
  warn: 'A word before a sure loss: a move that loses its piece for certain is asked for twice',
  loses: (rank: string) => `This loses your ${rank} for sure. Play it again if you mean it.`,
  name: 'What beats what',
  beats: 'beats',
  ties: 'equals',
  falls: 'falls to',
  ladder: 'Higher beats lower. Miners (3) defuse bombs, an attacking spy beats the marshal (10).',
};
