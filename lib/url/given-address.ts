import { originalAddress } from './enclosed-address';
import { cutAddress, readAddress, unquotedText } from './typed-address';

/** A dropped or pasted text, once for each type. A field is empty if the type is absent. */
export interface GivenText {
  /** The `text/uri-list`. Each line is an address, or a comment that begins with `#`. */
  uriList: string;
  /** The `text/plain`. */
  plain: string;
}

/** Limit for the characters that are searched. Nobody drops a longer text as an address. */
const MAX_READ_LENGTH = 100_000;

/** Matches punctuation at the end of a sentence. */
const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * Returns the first web address of a dropped or pasted text; null if there is none. An address
 * among other words must have a scheme. Cuts an address above the length limit: the form reports
 * the excess.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const lines = uriList.slice(0, MAX_READ_LENGTH).split(/[\r\n]+/);
  const listed = lines.filter((line) => !line.startsWith('#'));
  const words = plain.slice(0, MAX_READ_LENGTH).split(/\s+/).map(unquotedText).filter(Boolean);
  const candidates = words.length === 1 ? words : words.flatMap(addressInWord);
  const found = [...listed, ...candidates].find(isAddress);
  return found === undefined ? null : cutAddress(found.trim());
}

/** Returns the address that a word contains; empty if the word does not begin with a scheme. */
function addressInWord(word: string): string[] {
  const address = originalAddress(word);
  return /^https?:/i.test(address) ? [address.replace(SENTENCE_END, '')] : [];
}

function isAddress(text: string): boolean {
  const read = readAddress(text);
  return 'url' in read || read.problem === 'tooLong';
}
