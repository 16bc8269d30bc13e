import { originalAddress } from './enclosed-address';
import { cutAddress, readAddress, unquotedText } from './typed-address';

/** A dropped or pasted text; a field is empty if the browser offers no text of this type. */
export interface GivenText {
  /** `text/uri-list`: one address per line, or a comment after `#`. */
  uriList: string;
  /** `text/plain` */
  plain: string;
}

/** Limit in characters: nobody drops a longer text as an address. */
const MAX_READ_LENGTH = 100_000;

const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * Returns the first web address of a text; null if there is none. Among other words, an address
 * needs a scheme. An address above the length limit is cut, and the form reports the excess.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const lines = uriList.slice(0, MAX_READ_LENGTH).split(/[\r\n]+/);
  const listed = lines.filter((line) => !line.startsWith('#'));
  const words = plain.slice(0, MAX_READ_LENGTH).split(/\s+/).map(unquotedText).filter(Boolean);
  const candidates = words.length === 1 ? words : words.flatMap(addressInWord);
  const found = [...listed, ...candidates].find(isAddress);
  return found === undefined ? null : cutAddress(found.trim());
}

function addressInWord(word: string): string[] {
  const address = originalAddress(word);
  return /^https?:/i.test(address) ? [address.replace(SENTENCE_END, '')] : [];
}

function isAddress(text: string): boolean {
  const read = readAddress(text);
  return 'url' in read || read.problem === 'tooLong';
}
