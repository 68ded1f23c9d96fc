// Who one is to the other: asked where a game of two people is made or joined, of who has
// no name yet.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../model/people.ts';
import { Field } from '../parts/Card.tsx';
import { attempt } from '../announce.ts';
import { strings } from '../strings.ts';
import { requests } from './requests.ts';

export function useName(): { field: ComponentChildren; keep: () => Promise<void> } {
  const [me, setMe] = useState<Me>();
  const [name, setName] = useState('');
  useEffect(() => {
    void attempt(async () => setMe(await requests.me()));
  }, []);
  const words = strings.people;
  return {
    field: !me ? null : me.name ? (
      <p class="words">{words.nameIs(me.name)}</p>
    ) : (
      <Field label={words.callMe}>
        <input id="name" value={name} maxLength={24} autoComplete="nickname" onInput={(e) => setName(e.currentTarget.value)} />
      </Field>
    ),
    keep: async () => {
      if (name.trim()) setMe(await requests.name(name.trim()));
    },
  };
}
