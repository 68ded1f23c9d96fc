// An invitation: what it is for, and a button that takes the seat. What proves the seat
// stands after the # and leaves the address at once.

import { useEffect, useState } from 'preact/hooks';
import type { PeopleTable } from '../model/people.ts';
import { Missing } from '../pages/Missing.tsx';
import { useBusy } from '../pages/useBusy.ts';
import { Card } from '../parts/Card.tsx';
import { go } from '../router.ts';
import { strings } from '../strings.ts';
import { gameOf, keepLink } from './links.ts';
import { requests } from './requests.ts';
import { useName } from './useName.tsx';

const KEPT = 'marengo.join';

/** The link's secret, which a reload before the seat is taken does not lose. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret) {
    sessionStorage.setItem(KEPT, secret);
    history.replaceState(null, '', '/join');
  }
  return secret || (sessionStorage.getItem(KEPT) ?? '');
}

export function JoinPage() {
  const [secret] = useState(takeSecret);
  const [table, setTable] = useState<PeopleTable>();
  const [failed, setFailed] = useState('');
  const words = strings.people;
  const me = useName();
  const [busy, attempt] = useBusy();
  const mine = gameOf(secret);
  useEffect(() => {
    if (mine) go(`/play/${mine}`, true);
    else if (secret) requests.look(secret).then(setTable, (e: Error) => setFailed(e.message));
  }, [secret]);
  if (!secret) return <Missing why={words.noLink} />;
  if (failed) return <Missing why={failed} />;
  if (!table) return <p class="page quiet">{strings.loading}</p>;
  const take = () =>
    attempt(async () => {
      await me.keep();
      const meta = await requests.join({ secret });
      keepLink(secret, meta.id);
      sessionStorage.removeItem(KEPT);
      go(`/play/${meta.id}`, true);
    });
  return (
    <div class="page narrow">
      <h1>{words.joinTitle}</h1>
      <Card>
        <p class="words">{words.joinWords(table)}</p>
        {me.field}
        <p class="quiet">{words.honest}</p>
        <button class="primary wide" id="take-seat" autoFocus disabled={busy} onClick={take}>
          {words.take}
        </button>
      </Card>
    </div>
  );
}
