// One game's line to the server. It reconnects by itself, asking for what came
// after the last ply it saw; a command that the line lost is sent again, which
// is harmless because it names its ply.

import { signal, type Signal } from '@preact/signals';
import { api, type ApiError } from './api.ts';
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
  let unsent: string | undefined;

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = new URLSearchParams({ seat, seen: String(seen()) });
    socket = new WebSocket(`${scheme}://${location.host}/api/games/${game}/line?${query}`);
    socket.onopen = () => {
      online.value = true;
      retry = FIRST_RETRY;
      if (unsent) socket!.send(unsent);
    };
    socket.onmessage = (e) => {
      const message = JSON.parse(String(e.data)) as ServerMessage;
      if (message.type !== 'mind') unsent = undefined;
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
      const text = JSON.stringify({ ...command, game, seat, ply: seen() });
      unsent = text;
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
