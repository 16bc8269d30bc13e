import { originalAddress } from './enclosed-address';
import { cutAddress, readAddress, unquotedText } from './typed-address';

/** The dropped or pasted texts by type; empty if a type is absent. */
export interface GivenText {
  /** `text/uri-list`: an address or a comment on each line. */
  uriList: string;
  /** `text/plain`. */
  plain: string;
}

/** Limit for the search, in characters. A longer text is not meant as an address. */
const MAX_READ_LENGTH = 100_000;

/** Punctuation at the end of a sentence. */
const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * Returns the first web address of a dropped or pasted text; null if there is none. An address
 * within a longer text must have a scheme. An address above the length limit is returned, cut, so
 * that the form can report the length.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const listed = uriList.slice(0, MAX_READ_LENGTH).split(/[\r\n]+/);
  const words = plain.slice(0, MAX_READ_LENGTH).split(/\s+/).map(unquotedText).filter(Boolean);
  const inText = words.length === 1 ? words : words.flatMap(addressInSentence);
  const found = [...listed.filter((line) => !line.startsWith('#')), ...inText].find(isAddress);
  return found === undefined ? null : cutAddress(found.trim());
}

/** Returns the address in a word, if the word begins with a scheme. */
function addressInSentence(word: string): string[] {
  const address = originalAddress(word);
  return /^https?:/i.test(address) ? [address.replace(SENTENCE_END, '')] : [];
}

function isAddress(text: string): boolean {
  const read = readAddress(text);
  return 'url' in read || read.problem === 'tooLong';
}
