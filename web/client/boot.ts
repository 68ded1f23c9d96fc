// What the server offers, fetched once: agents, rules, named setups.

import { signal } from '@preact/signals';
import { api } from './api.ts';
import { say } from './announce.ts';
import type { AgentInfo, Boot } from './model/wire.ts';

export const boot = signal<Boot | undefined>(undefined);

export async function loadBoot(): Promise<void> {
  try {
    boot.value = await api.boot();
  } catch (e) {
    say((e as Error).message, true);
  }
}

export function agentInfo(name: string): AgentInfo | undefined {
  const base = name.split(':')[0];
  return boot.value?.agents.find((a) => a.name === name) ?? boot.value?.agents.find((a) => a.name === base);
}

export function agentsFor(variant: string): AgentInfo[] {
  return boot.value?.agents.filter((a) => a.variants.includes(variant)) ?? [];
}

/** The agents that can be asked about a position. */
export function helpersFor(variant: string): AgentInfo[] {
  return agentsFor(variant).filter((a) => !a.whole);
}

/** The agent that a person would choose to ask: the strongest that is rated. */
export function strongest(variant: string, list: AgentInfo[] = helpersFor(variant)): string {
  const rated = list.filter((a) => a.rating !== undefined).sort((a, b) => b.rating! - a.rating!);
  return (rated[0] ?? list[list.length - 1])?.name ?? '';
}
