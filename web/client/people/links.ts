// The invitations that this browser made or took: opened again, they lead to their games.

const KEY = 'marengo.links';
const LONGEST = 50;

function load(): [secret: string, game: string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

/** Keeps where a link leads, or what of it proves the seat. */
export function keepLink(link: string, game: string): void {
  const secret = link.replace(/^.*#/, '');
  if (!secret) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...load(), [secret, game]].slice(-LONGEST)));
  } catch {
    // Without storage the link says that it was used.
  }
}

export function gameOf(secret: string): string | undefined {
  return load().find(([s]) => s === secret)?.[1];
}
