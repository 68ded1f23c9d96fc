// The page around every page: name, navigation, notes and the live region.

import { useEffect, useRef, useState } from 'preact/hooks';
import { note, say, spoken } from './announce.ts';
import { loadBoot } from './boot.ts';
import { hovering } from './files.ts';
import { ClusterPage } from './pages/Cluster.tsx';
import { FriendPage } from './people/Friend.tsx';
import { JoinPage } from './people/Join.tsx';
import { LobbyPage } from './people/Lobby.tsx';
import { MatchPage } from './people/Match.tsx';
import { GamesPage } from './pages/Games.tsx';
import { HelpPage, Shortcuts } from './pages/Help.tsx';
import { LadderPage } from './pages/Ladder.tsx';
import { LearnPage, LessonPage } from './pages/Learn.tsx';
import { Missing } from './pages/Missing.tsx';
import { NewGamePage } from './pages/NewGame.tsx';
import { PlayPage } from './pages/Play.tsx';
import { PositionPage } from './pages/Position.tsx';
import { PuzzlePage } from './pages/Puzzles.tsx';
import { RatingsPage } from './pages/Ratings.tsx';
import { ReplayPage } from './pages/Replay.tsx';
import { SettingsPage } from './pages/Settings.tsx';
import { SetupsPage } from './pages/Setups.tsx';
import { StatisticsPage } from './pages/Statistics.tsx';
import { WatchPage } from './pages/Watch.tsx';
import { WelcomePage } from './pages/Welcome.tsx';
import { route, type Route } from './router.ts';
import { AnalysisBoardPage } from './study/AnalysisBoard.tsx';
import { change, settings } from './settings.ts';
import { strings } from './strings.ts';
import { headline } from './title.ts';

const NAVIGATION = ['play', 'lobby', 'learn', 'puzzles', 'setups', 'replay', 'position', 'watch', 'ratings', 'statistics', 'help', 'settings'] as const;

/** What may stand after a page's name: a game, and a ply of it. The server knows the same. */
const ARGUMENTS: Record<string, number> = { play: 1, watch: 1, match: 1, learn: 1, puzzles: 1, replay: 2, board: 2 };

function Page() {
  const { page, args } = route.value;
  const id = args[0];
  if (args.length > (ARGUMENTS[page] ?? 0)) return <Missing why={strings.missing.page} />;
  switch (page) {
    case 'play':
      return id ? <PlayPage id={id} /> : <NewGamePage />;
    case 'welcome':
      return <WelcomePage />;
    case 'learn':
      return id ? <LessonPage key={id} id={id} /> : <LearnPage />;
    case 'friend':
      return <FriendPage />;
    case 'join':
      return <JoinPage />;
    case 'lobby':
      return <LobbyPage />;
    case 'match':
      return id ? <MatchPage key={id} id={id} /> : <LobbyPage />;
    case 'puzzles':
      return <PuzzlePage key={id ?? ''} id={id} />;
    case 'ladder':
      return <LadderPage />;
    case 'setups':
      return <SetupsPage />;
    case 'replay':
      return id ? <ReplayPage id={id} /> : <GamesPage />;
    case 'board':
      return <AnalysisBoardPage id={id} ply={args[1]} />;
    case 'position':
      return <PositionPage />;
    case 'watch':
      return <WatchPage id={id} />;
    case 'ratings':
      return <RatingsPage />;
    case 'statistics':
      return <StatisticsPage />;
    case 'cluster':
      return <ClusterPage />;
    case 'help':
      return <HelpPage />;
    case 'settings':
      return <SettingsPage />;
    default:
      return <Missing why={strings.missing.page} />;
  }
}

/** A page that is all board has its title for those who do not see it. */
function untitled({ page, args }: Route): boolean {
  return ['play', 'puzzles'].includes(page) || (args.length > 0 && ['watch', 'learn', 'replay'].includes(page));
}

/** The name and the pages; where they do not fit, behind a button. */
function Header() {
  const [open, setOpen] = useState(false);
  const page = route.value.page;
  const title = headline.value || (strings.nav[page] ?? '');
  useEffect(() => {
    document.title = strings.title(title);
  }, [title]);
  useEffect(() => setOpen(false), [route.value]);
  return (
    <header onKeyDown={(e) => e.key === 'Escape' && setOpen(false)}>
      <a class="brand" href="/play">
        {strings.name}
      </a>
      <button class="menu" aria-expanded={open} aria-controls="pages" onClick={() => setOpen(!open)}>
        {strings.nav[page] ?? strings.menu} <span aria-hidden="true">☰</span>
        <span class="sr">{strings.menu}</span>
      </button>
      <nav id="pages" class={open ? 'open' : ''} aria-label={strings.navigation}>
        {NAVIGATION.map((id) => (
          <a key={id} href={`/${id}`} class={page === id ? 'on' : ''} aria-current={page === id ? 'page' : undefined}>
            {strings.nav[id]}
          </a>
        ))}
      </nav>
    </header>
  );
}

function toggleSound(): void {
  change('sound', !settings.value.sound);
  say(settings.value.sound ? strings.settings.soundOn : strings.settings.soundOff);
}

/** On another page one is at its heading, unless it has put one elsewhere. */
function useFocusOnPage(): void {
  const { page, args } = route.value;
  const place = `${page}/${args[0] ?? ''}`;
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    const main = document.querySelector<HTMLElement>('#main')!;
    if (main.contains(document.activeElement)) return;
    const at = main.querySelector<HTMLElement>('h1') ?? main;
    at.tabIndex = -1;
    at.focus({ preventScroll: true });
  }, [place]);
}

export function App() {
  const [keys, setKeys] = useState(false);
  useFocusOnPage();

  useEffect(() => {
    void loadBoot();
    const key = (e: KeyboardEvent) => {
      if ((e.target as Element).closest('input, textarea, select')) return;
      if (e.key === '?') setKeys((on) => !on);
      else if (e.key === 'm' && !e.ctrlKey && !e.metaKey && !e.altKey) toggleSound();
      else if (e.key === 'Escape') setKeys(false);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);

  return (
    <>
      <a class="skip" href="#main">
        {strings.skip}
      </a>
      <Header />
      <main id="main" aria-label={headline.value || strings.nav[route.value.page]} class={hovering.value ? 'dropping' : ''}>
        {untitled(route.value) && <h1 class="sr">{headline.value || strings.nav[route.value.page]}</h1>}
        <Page />
      </main>
      {keys && (
        <div class="keys">
          <Shortcuts />
          <button onClick={() => setKeys(false)}>{strings.close}</button>
        </div>
      )}
      {note.value && (
        <div class={note.value.error ? 'note error' : 'note'} onClick={() => (note.value = undefined)}>
          {note.value.text}
        </div>
      )}
      <div class="sr" role="log" aria-live="polite" id="spoken">
        {spoken.value.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </>
  );
}
