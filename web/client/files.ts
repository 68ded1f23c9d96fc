// Game files: opened from the list, or dropped anywhere on the page.

import { signal } from '@preact/signals';
import { api } from './api.ts';
import { say } from './announce.ts';
import { go } from './router.ts';

/** A file hovers over the page. */
export const hovering = signal(false);

/** Keeps a game file and shows it. */
export async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    go(`/replay/${(await api.importGame(file.name, await file.text())).id}`);
  } catch (e) {
    say((e as Error).message, true);
  }
}

/** Lets files be dropped for as long as the page lives. */
export function watchDrops(): void {
  const carries = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (e) => {
    if (!carries(e)) return;
    e.preventDefault();
    hovering.value = true;
  });
  addEventListener('dragleave', (e) => {
    if (!e.relatedTarget) hovering.value = false;
  });
  addEventListener('drop', (e) => {
    if (!carries(e)) return;
    e.preventDefault();
    hovering.value = false;
    void openFile(e.dataTransfer?.files[0]);
  });
}
