// Before a game of two people: the invitation, both armies placed unseen, and who is
// ready. The page asks every moment how far the other is.

import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { announce, say } from '../announce.ts';
import type { Invitation, PeopleTable } from '../model/people.ts';
import { emptySetup, formatSetup, parseSetup, untouched, type SetupSquares } from '../model/setup.ts';
import { other } from '../model/squares.ts';
import type { Color, GameMeta } from '../model/wire.ts';
import { draftFits, loadDraft, saveDraft } from '../pages/Setups.tsx';
import { Missing } from '../pages/Missing.tsx';
import { Card } from '../parts/Card.tsx';
import { SetupEditor } from '../parts/SetupEditor.tsx';
import { attempt, missingWords, SetupButtons, SetupLibrary, SetupScoreCard } from '../parts/SetupTools.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { Code } from './Code.tsx';
import { invitation } from './Friend.tsx';
import { keepLink } from './links.ts';
import { requests } from './requests.ts';

const ASK_EVERY = 1200;

/** Follows how far both are, until the game has begun or is gone. */
function useTable(first: GameMeta, onBegun: (meta: GameMeta) => void): [GameMeta, string, (meta: GameMeta) => void] {
  const [meta, setMeta] = useState(first);
  const [gone, setGone] = useState('');
  useEffect(() => {
    let ended = false;
    let timer = 0;
    const ask = async () => {
      try {
        const next = await api.game(first.id);
        if (ended) return;
        setMeta(next);
        if (next.phase !== 'setup') {
          announce(strings.people.bothReady);
          onBegun(next);
          return;
        }
      } catch (e) {
        if (ended) return;
        // A server that restarts is asked again.
        if ((e as { status?: number }).status === 404) {
          setGone((e as Error).message);
          return;
        }
      }
      timer = window.setTimeout(ask, ASK_EVERY);
    };
    timer = window.setTimeout(ask, ASK_EVERY);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [first.id]);
  return [meta, gone, setMeta];
}

export function BeforeTheGame({ meta: first, seat, onBegun }: { meta: GameMeta; seat: Color; onBegun: (meta: GameMeta) => void }) {
  const [meta, gone, setMeta] = useTable(first, onBegun);
  const table = meta.table!;
  const { variant } = table;
  const [setup, setSetup] = useState<SetupSquares>(() => (draftFits(variant) ? loadDraft(variant) : emptySetup()));
  const ready = table.ready.includes(seat);
  const change = (next: SetupSquares) => {
    if (ready) return;
    setSetup(next);
    saveDraft(variant, next);
  };
  useEffect(() => {
    if (draftFits(variant)) return;
    void attempt(async () => {
      const proposed = parseSetup((await api.proposeSetup(variant, 'human', formatSetup(emptySetup()))).setup);
      setSetup((now) => (untouched(now) ? proposed : now));
    });
  }, []);
  const words = strings.people;
  const lacking = missingWords(setup, variant);
  const send = (army: string) =>
    attempt(async () => {
      const next = await api.setUp(meta.id, seat, army);
      setMeta(next);
      if (army) announce(words.youWait);
      if (next.phase !== 'setup') onBegun(next);
    });
  if (gone) return <Missing why={gone} />;
  return (
    <div class="with-board tall">
      <section class="board-side">
        <div class="who">
          <strong>{strings.newGame.yourSetup(strings.colorNames[seat])}</strong>
        </div>
        <SetupEditor setup={setup} onChange={change} variant={variant} color={seat} />
        {!ready && <SetupButtons setup={setup} onChange={change} variant={variant} />}
      </section>
      <aside>
        {table.free && <Invite table={table} />}
        <Card title={words.table}>
          <p class="words">{words.about(table)}</p>
          <Progress table={table} seat={seat} />
          <div class="start">
            {(ready || lacking) && <p class="words">{ready ? words.youWait : lacking}</p>}
            {ready ? (
              <button class="wide" id="not-ready" onClick={() => send('')}>
                {words.notReady}
              </button>
            ) : (
              <button class="primary wide" id="ready" disabled={lacking !== ''} onClick={() => send(formatSetup(setup))}>
                {words.ready}
              </button>
            )}
          </div>
          <button
            class="small"
            onClick={() =>
              attempt(async () => {
                await api.dropGame(meta.id);
                go('/lobby');
              })
            }
          >
            {words.leave}
          </button>
        </Card>
        {!ready && <SetupScoreCard setup={setup} variant={variant} />}
        {!ready && <SetupLibrary setup={setup} onChange={change} variant={variant} />}
      </aside>
    </div>
  );
}

/** How far the other is. */
function Progress({ table, seat }: { table: PeopleTable; seat: Color }) {
  const words = strings.people;
  const them = other(seat);
  const text = table.free === them ? words.freeSeat(them) : table.ready.includes(them) ? words.isReady(table[them]) : words.placing(table[them]);
  useEffect(() => announce(text), [text]);
  return (
    <p class="words" id="other-side">
      {text}
    </p>
  );
}

/** The link for the free seat, as long as this page knows it. */
function Invite({ table }: { table: PeopleTable }) {
  const words = strings.people;
  const [known, setKnown] = useState<Invitation | undefined>(invitation.value?.game === table.game ? invitation.value : undefined);
  const renew = () =>
    attempt(async () => {
      const made = await requests.invite(table.game);
      invitation.value = made;
      keepLink(made.link, made.game);
      setKnown(made);
    });
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(known!.link);
      say(words.copied);
    });
  return (
    <Card title={words.link} class="invite">
      {known?.link ? (
        <>
          <p class="words">
            <input readOnly id="link" value={known.link} aria-label={words.link} onFocus={(e) => e.currentTarget.select()} />
          </p>
          <p class="quiet">{words.linkWords}</p>
          <div class="buttons">{navigator.clipboard && <button onClick={copy}>{words.copy}</button>}</div>
          <Code rows={known.qr} label={words.qr} />
        </>
      ) : (
        <>
          <p class="quiet">{known ? words.waitingOpen : words.anotherWords}</p>
          <button id="renew" onClick={renew}>
            {words.another}
          </button>
        </>
      )}
      {table.looking && (
        <p class="quiet">
          {words.watchLink}: <code id="watch-link">{`${known?.watch ?? `${location.origin}/watch/${table.game}`}`}</code>
        </p>
      )}
    </Card>
  );
}
