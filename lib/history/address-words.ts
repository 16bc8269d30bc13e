import { shownAddress } from '@/lib/url/shown-address';

const MAX_WORDS = 80;
/** Limit of a stored word, in UTF-16 code units. */
const LONGEST_WORD = 100;

/** A Chinese or Japanese letter, or letters and digits of other scripts up to the next separator. */
const WORD =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]&&[\p{L}\p{N}]]|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]]+/gv;

/**
 * Returns the words of an address or a search text, in lower case. Words are separated by
 * characters other than letters and digits. Each Chinese or Japanese letter is a word.
 */
export function wordsOf(text: string): string[] {
  const shown = shownAddress(text.replace(/^https?:\/\//i, ''));
  const plain = decoded(shown).normalize('NFC').toLowerCase();
  const words = (plain.match(WORD) ?? []).map((word) => word.slice(0, LONGEST_WORD));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** Whether each prefix begins at least one of the words. */
export function hasWords(words: readonly string[], prefixes: readonly string[]): boolean {
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
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
