import { shownAddress } from '@/lib/url/shown-address';

const MAX_WORDS = 80;
/** In characters. */
const LONGEST_WORD = 100;

/** A Chinese or Japanese letter, or letters and digits of other scripts up to the next separator. */
const WORD =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{N}]]|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv;

/**
 * Returns the words of an address, or of a text that is typed to find one, in lower case. Every character
 * that is neither letter nor digit separates words. Each Chinese or Japanese letter is a word.
 */
export function wordsOf(text: string): string[] {
  const shown = shownAddress(text.replace(/^https?:\/\//i, ''));
  const plain = decoded(shown).normalize('NFC').toLowerCase();
  const words = (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Whether each of the starts begins one of the words. */
export function hasWords(words: readonly string[], starts: readonly string[]): boolean {
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
