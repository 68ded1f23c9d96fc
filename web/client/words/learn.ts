/** The sentences of a first visit. */
export const welcome = {
  title: 'Marengo',
  intro: 'Two armies face each other, and neither sees the other’s ranks. Find the flag.',
  learn: { title: 'Learn', words: 'Five short boards, a few minutes each. You play, nothing needs to be read first.' },
  play: { title: 'Play at once', words: 'A whole game against an easy opponent. Your pieces are placed for you.' },
  look: { title: 'Look at a game', words: 'Two strong players, all ranks open, and a window into both minds.' },
};

export interface StepWords {
  /** What to do. */
  ask: string;
  /** What it has shown. */
  done: string;
  /** Why it went wrong. */
  wrong?: string;
}

/** The sentences of the lessons; steps by "lesson/step". */
export const learn = {
  title: 'Learn',
  intro: 'Five short boards. Play them in any order, with the mouse, a finger, or the keyboard: the arrow keys walk over the board, Enter takes a piece and puts it down.',
  lessons: {
    moves: { title: 'Moves and battles', words: 'How pieces walk, and who beats whom.' },
    special: { title: 'Scouts, spy, miners and bombs', words: 'The pieces that are different.' },
    flag: { title: 'The flag, and setting up', words: 'What the game is about, and how to guard it.' },
    hidden: { title: 'What is hidden', words: 'How to find out, and how to tell from what you see.' },
    game: { title: 'A small game', words: 'Barrage: eight pieces a side, against a gentle opponent.' },
  } as Record<string, { title: string; words: string }>,
  steps: {
    'moves/walk': { ask: 'You are red. Walk your lieutenant (5) to the framed square. A piece moves one square a turn, never diagonally.', done: 'That is how all pieces walk, but for bombs and the flag, which stay, and scouts, which run.' },
    'moves/win': { ask: 'Walk your colonel (8) up to the blue captain (6) and onto it: that is an attack.', done: 'The higher rank wins and takes the square. The lower leaves the board.', wrong: 'That was no win.' },
    'moves/choose': { ask: 'Your captain (6) stands before a major (7) and a sergeant (4). Attack the one it beats.', done: 'Six beats four.', wrong: 'The higher rank won, and it was theirs. Attackers fall too.' },
    'moves/equal': { ask: 'Two generals (9). Attack.', done: 'Equal ranks both leave the board. Trading is worth it when you are ahead.', wrong: 'That was no tie.' },
    'special/scout': { ask: 'Your scout (2) runs along free squares as far as it likes. Attack the spy at the far end, in one move if you can.', done: 'A scout sees far. But whoever runs shows that it is a scout.', wrong: 'The scout did not get there.' },
    'special/spy': { ask: 'Their marshal (10) beats all that moves, but one: your spy, when it attacks first. Do it.', done: 'An attacking spy brings the marshal down. Attacked itself, it falls to anyone.', wrong: 'Only the spy brings a marshal down.' },
    'special/miner': { ask: 'Bombs never move, and whoever attacks one perishes, but the miner (3). Clear a bomb away.', done: 'Miners are worth keeping: late in the game somebody must open the way to the flag.', wrong: 'The bomb stays, the attacker is gone.' },
    'flag/capture': { ask: 'Take the flag and the game is won. Bombs stand around it: which piece opens the way?', done: 'The flag is taken, the game is won.', wrong: 'That piece could not pass the bomb.' },
    'flag/setup': { ask: 'Set up a small army of eight on your side of the board: choose a piece below and click squares. Guard the flag: back row, a bomb beside it, no square open next to it.', done: 'Nobody walks up to this flag unseen.' },
    'hidden/ask': { ask: 'You do not see their ranks. Send one of your scouts (2) to find one out.', done: 'A battle shows both ranks. For a scout you know a piece that you can hunt, or must avoid.' },
    'hidden/still': { ask: 'One of the three is the flag. Walk closer with your colonel (8) and watch which of them move: what has moved is neither bomb nor flag.', done: 'Only one of them stood still all the time.', wrong: 'That was not the flag.' },
    'hidden/fear': { ask: 'Their colonel (8) is known, and your major (7) must not meet it. But they have not seen your marshal (10): make way for it, and strike.', done: 'What they do not know is your strength. From now on they know your marshal.', wrong: 'The colonel beats that piece.' },
  } as Record<string, StepWords>,
  step: (n: number, all: number) => `Board ${n} of ${all}`,
  again: 'Try again',
  next: 'Next board',
  nextLesson: 'Next lesson',
  all: 'All lessons',
  start: 'Start',
  resume: 'Again',
  done: 'Done',
  finished: 'Lesson done.',
  boardName: 'Lesson board, you are red',
  check: 'Done, look at it',
  faults: {
    row: 'The flag stands in front. Put it into the back row.',
    open: 'A square next to the flag is open: an enemy could walk up to it. Put a piece there.',
    bomb: 'No bomb stands beside the flag. Bombs guard it best.',
  } as Record<string, string>,
  game: 'Eight pieces a side: a marshal, a general, a miner, two scouts, a spy, a bomb and the flag. Your opponent is gentle, and you may take moves back.',
  gameStart: 'Play the small game',
  gameOn: 'Back to your game',
};
