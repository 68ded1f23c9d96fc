import { useEffect } from 'preact/hooks';
import { headline } from '../title.ts';

/** Puts a sentence into the tab's title for as long as the page is there. */
export function useHeadline(text: string | undefined): void {
  useEffect(() => {
    headline.value = (text ?? '').replace(/[.…]\s*$/, '').trim();
    return () => {
      headline.value = '';
    };
  }, [text]);
}
