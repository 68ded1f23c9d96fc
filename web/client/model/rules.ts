// Rules as the server names them: a preset such as "match/barrage", or spelt out as
// "two=3,scout=true,more=true,quiet=200,plies=4000".

export interface SpeltRules {
  /** A preset's name, '' for rules that are none. */
  preset: string;
  variant: string;
  /** How often a piece may cross the same border; 0 for any number of times. */
  two: number;
  /** Whether chasing is forbidden. */
  more: boolean;
  /** Plies without a battle, and in all, that draw the game; 0 for no limit. */
  quiet: number;
  plies: number;
}

export function parseRules(text: string): SpeltRules {
  const [base = '', variant = 'classic'] = text.split('/');
  const parts = new Map(base.split(',').map((part) => part.split('=') as [string, string]));
  const number = (key: string) => Number(parts.get(key) ?? 0);
  return {
    preset: base.includes('=') ? '' : base,
    variant,
    two: number('two'),
    more: parts.get('more') === 'true',
    quiet: number('quiet'),
    plies: number('plies'),
  };
}
