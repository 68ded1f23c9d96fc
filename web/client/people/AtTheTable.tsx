// What two people have between them beside the board: who is there, offers, phrases, a
// claim of victory, a rematch. Everything is a button, and everything is spoken.

import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce.ts';
import type { FollowedGame } from '../model/game.ts';
import { other } from '../model/squares.ts';
import type { Color, GameState } from '../model/wire.ts';
import { Card } from '../parts/Card.tsx';
import { go } from '../router.ts';
import type { Line } from '../socket.ts';
import { strings } from '../strings.ts';

export function AtTheTable({ game, state, line }: { game: FollowedGame; state: GameState; line: Line }) {
  const people = state.people!;
  const you = state.seat as Color;
  const them = other(you);
  const name = state[them].name;
  const words = strings.people;
  const here = people.here.includes(them);
  const heard = game.phrase.value;
  const next = game.following.value;

  // The first news is how it is; later ones are events.
  const known = useRef(false);
  useEffect(() => {
    if (known.current) announce(here ? words.here(name) : words.away(name));
    known.current = true;
  }, [here]);
  useEffect(() => {
    if (heard && heard.from !== you) announce(words.said(name, words.phrases[heard.phrase] ?? ''));
  }, [heard]);
  useEffect(() => {
    if (people.takeback === them) announce(words.backAsked(name));
  }, [people.takeback]);
  useEffect(() => {
    if (people.rematch === them) announce(words.rematchOffered(name));
  }, [people.rematch]);
  useEffect(() => {
    if (next) go(`/play/${next}`);
  }, [next]);

  return (
    <Card title={words.table} class="people">
      <p class="words" id="presence">
        {here ? words.here(name) : words.away(name)} {people.lookers > 0 && words.lookers(people.lookers)}
      </p>
      {heard && (
        <p class="words phrase" id="phrase">
          {words.said(heard.from === you ? strings.play.you : name, words.phrases[heard.phrase] ?? '')}
        </p>
      )}
      <div class="row">
        <select aria-label={words.say} id="say" value="" onChange={(e) => e.currentTarget.value && line.send({ type: 'say', phrase: Number(e.currentTarget.value) })}>
          <option value="">{words.say} …</option>
          {words.phrases.map((text, i) => (
            <option key={i} value={i}>
              {text}
            </option>
          ))}
        </select>
        <label class="check">
          <input type="checkbox" id="mute" checked={people.muted} onChange={(e) => line.send({ type: 'mute', accept: e.currentTarget.checked })} /> {words.mute}
        </label>
      </div>
    </Card>
  );
}

/** What waits for an answer: it stands in the status card, which no screen is too small for. */
export function AskedByThem({ state, line }: { state: GameState; line: Line }) {
  const people = state.people!;
  const them = other(state.seat as Color);
  const name = state[them].name;
  const words = strings.people;
  return (
    <>
      {people.claim >= 0 && <Claim key={String(people.here.includes(them))} name={name} state={state} line={line} />}
      {people.takeback === them && (
        <div class="offer">
          <p>{words.backAsked(name)}</p>
          <div class="buttons">
            <button onClick={() => line.send({ type: 'back', accept: true })}>{strings.play.accept}</button>
            <button onClick={() => line.send({ type: 'back', accept: false })}>{strings.play.decline}</button>
          </div>
        </div>
      )}
      {people.takeback === state.seat && <p class="quiet">{words.backWaiting}</p>}
    </>
  );
}

export function Rematch({ state, line }: { state: GameState; line: Line }) {
  const { rematch } = state.people!;
  const them = other(state.seat as Color);
  const words = strings.people;
  if (rematch === state.seat) return <p class="quiet">{words.rematchWaiting}</p>;
  return (
    <div class={rematch === them ? 'offer' : ''}>
      {rematch === them && <p class="words">{words.rematchOffered(state[them].name)}</p>}
      <button class="primary" id="people-rematch" onClick={() => line.send({ type: 'rematch', accept: true })}>
        {words.rematch}
      </button>
    </div>
  );
}

/** Counts down until the victory can be claimed. */
function Claim({ name, state, line }: { name: string; state: GameState; line: Line }) {
  const words = strings.people;
  const [until] = useState(() => performance.now() + state.people!.claim);
  const [now, setNow] = useState(() => performance.now());
  const left = Math.ceil((until - now) / 1000);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, [left <= 0]);
  if (left > 0) return <p class="quiet">{words.claimIn(name, left)}</p>;
  return (
    <div class="offer">
      <p>{words.claimWords(name)}</p>
      <button onClick={() => line.send({ type: 'claim' })}>{words.claim}</button>
    </div>
  );
}
