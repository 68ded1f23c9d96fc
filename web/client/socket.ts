// One game's line to the server. It reconnects by itself, asking for what came
// after the last ply it saw, and says again what the server may not have heard.

import { signal, type Signal } from '@preact/signals';
import { api, type ApiError } from './api.ts';
import { Outbox } from './model/outbox.ts';
import type { Command, ServerMessage } from './model/wire.ts';

const FIRST_RETRY = 300;
const LAST_RETRY = 5000;

export interface Line {
  online: Signal<boolean>;
  send: (command: Command) => void;
  close: () => void;
}

export interface LineOptions {
  game: string;
  /** red, blue or watch: the cookie proves whose it is. */
  seat: string;
  /** The number of plies the client has seen. */
  seen: () => number;
  receive: (message: ServerMessage) => void;
  /** The game is not there any more, or cannot go on. */
  gone: (why: string) => void;
}

export function openLine({ game, seat, seen, receive, gone }: LineOptions): Line {
  const online = signal(false);
  let socket: WebSocket | undefined;
  let retry = FIRST_RETRY;
  let closed = false;
  let timer = 0;
  const outbox = new Outbox();

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ seat, seen: String(seen()) });
    socket = new WebSocket(`${scheme}://${location.host}/api/games/${game}/line?${query}`);
    socket.onopen = () => {
      online.value = true;
      retry = FIRST_RETRY;
      for (const command of outbox.all) socket!.send(JSON.stringify(command));
    };
    socket.onmessage = (e) => {
      const message = JSON.parse(String(e.data)) as ServerMessage;
      outbox.hear(message);
      receive(message);
    };
    socket.onclose = () => {
      const refused = !online.value;
      online.value = false;
      if (closed) return;
      // A socket does not say why it was refused; a request does.
      if (refused) {
        api.game(game).catch((e: ApiError) => {
          if (e.status !== 404 && e.status !== 410) return;
          closed = true;
          clearTimeout(timer);
          gone(e.message);
        });
      }
      timer = window.setTimeout(connect, retry);
      retry = Math.min(retry * 2, LAST_RETRY);
    };
  }

  connect();
  return {
    online,
    send(command) {
      const sent = { ...command, game, seat, ply: seen() };
      outbox.add(sent);
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(sent));
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
