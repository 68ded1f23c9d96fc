// Pages by path: /play/ID, /replay/ID/37. The server answers every such path
// with the same page.

import { signal } from '@preact/signals';

export interface Route {
  page: string;
  args: string[];
  query: URLSearchParams;
}

export function parseRoute(path: string, search: string): Route {
  const [page = '', ...args] = path.split('/').filter(Boolean).map(decoded);
  return { page: page || home(), args, query: new URLSearchParams(search) };
}

const VISITED = 'marengo.visited';

/** Where the bare address leads: whoever comes for the first time is asked what for. */
function home(): string {
  try {
    return localStorage.getItem(VISITED) ? 'play' : 'welcome';
  } catch {
    return 'play';
  }
}

/** The person has chosen a way. */
export function settleIn(): void {
  try {
    localStorage.setItem(VISITED, '1');
  } catch {
    // A browser that forbids storage is asked each time.
  }
}

/** A part of an address that nobody could have written stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(parseRoute('/', ''));

function read(): void {
  route.value = parseRoute(location.pathname, location.search);
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Follows links inside the page without loading it anew. */
export function watchRoutes(): void {
  addEventListener('popstate', read);
  document.addEventListener('click', (e) => {
    const link = (e.target as Element | null)?.closest?.('a');
    const href = link?.getAttribute('href');
    if (!link || !href?.startsWith('/') || link.hasAttribute('download') || link.target) return;
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    go(href);
  });
  read();
}
