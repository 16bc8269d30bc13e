import { originalAddress } from './enclosed-address';
import { cutAddress, readAddress, unquotedText } from './typed-address';
import { unwrappedAddress } from './wrapped-address';

/** A dropped or pasted text. A field is empty if the browser offers no text of this type. */
export interface GivenText {
  /** `text/uri-list`: one address per line. Lines that begin with `#` are comments. */
  uriList: string;
  /** `text/plain` */
  plain: string;
}

/** In characters. */
const MAX_READ_LENGTH = 100_000;

const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * Returns the first web address of a text, unwrapped; null if the text has none. In a text of several
 * words, an address needs a scheme. `cutAddress` shortens a long address, and the form reports
 * `tooLong`.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const lines = uriList.slice(0, MAX_READ_LENGTH).split(/[\r\n]+/);
  const uris = lines.filter((line) => !line.startsWith('#'));
  const words = plain.slice(0, MAX_READ_LENGTH).split(/\s+/).map(unquotedText).filter(Boolean);
  const plainCandidates = words.length === 1 ? words : words.flatMap(addressInWord);
  const address = [...uris, ...plainCandidates].find(isAddress);
  return address === undefined ? null : unwrappedAddress(cutAddress(address.trim()));
}

function addressInWord(word: string): string[] {
  const address = originalAddress(word);
  return /^https?:/i.test(address) ? [address.replace(SENTENCE_END, '')] : [];
}

function isAddress(text: string): boolean {
  const parsed = readAddress(text);
  return 'url' in parsed || parsed.problem === 'tooLong';
}
