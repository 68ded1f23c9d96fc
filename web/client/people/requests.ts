// Requests about people: tables, invitations, the lobby, counted matches.

import { call, json } from '../api.ts';
import type { Contest, Invitation, Lobby, Me, NewContest, NewTable, PeopleTable } from '../model/people.ts';
import type { GameMeta } from '../model/wire.ts';

export const requests = {
  newTable: (t: NewTable) => json<Invitation>('POST', '/api/people/games', t),
  invite: (game: string) => json<Invitation>('POST', `/api/people/games/${game}/invite`, {}),
  look: (secret: string) => json<PeopleTable>('POST', '/api/people/look', { secret }),
  join: (by: { secret?: string; game?: string }) => json<GameMeta>('POST', '/api/people/join', by),
  lobby: () => json<Lobby>('GET', '/api/lobby'),
  me: () => json<Me>('GET', '/api/me'),
  name: (name: string) => json<Me>('POST', '/api/me', { name }),
  makeKey: () => json<{ key: string }>('POST', '/api/me/key', {}),
  revokeKey: async () => (await (await call('DELETE', '/api/me/key')).json()) as Me,
  useKey: (key: string) => json<Me>('POST', '/api/me/use', { key }),
  newContest: (c: NewContest) => json<Contest>('POST', '/api/contests', c),
  contest: (id: string) => json<Contest>('GET', `/api/contests/${id}`),
  contestGame: (id: number, setup: string) => json<GameMeta>('POST', `/api/contests/${id}/game`, { setup }),
};
