import type { Mind } from '../model/wire.ts';
import { strings } from '../strings.ts';

export function Waiting({ mind }: { mind?: Mind | undefined }) {
  return <p class="quiet">{mind ? strings.mind.nothing(mind.agent) : strings.mind.waiting}</p>;
}
