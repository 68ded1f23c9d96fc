import { strings } from '../strings.ts';

/** What a bad link shows: what is wrong, and the way back. */
export function Missing({ why }: { why: string }) {
  return (
    <div class="page narrow" id="missing">
      <h1>{strings.missing.title}</h1>
      <p class="words">{why}</p>
      <div class="buttons">
        <a class="button primary" href="/play">
          {strings.missing.back}
        </a>
        <a class="button" href="/replay">
          {strings.missing.games}
        </a>
        <a class="button" href="/watch">
          {strings.missing.watch}
        </a>
      </div>
    </div>
  );
}
