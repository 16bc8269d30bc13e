import { meantAddress } from './enclosed-address';
import { bareText, cutAddress, readAddress } from './typed-address';

/** What was dropped or pasted, by its types; empty where it has none of a type. */
export interface GivenText {
  /** `text/uri-list`: an address a line, and comments. */
  uriList: string;
  /** `text/plain`. */
  plain: string;
}

/** More text is no address, nor has anybody looked through it for one. */
const MOST_READ = 100_000;

/** What ends a sentence, and not an address within it. */
const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * The first web address of what was dropped or pasted, null where it holds none: the first of a list,
 * or of a text, where it begins with its scheme unless it is all there is. It may be too long to be
 * reported, of which the form tells: then it is cut.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const listed = uriList.slice(0, MOST_READ).split(/[\r\n]+/);
  const words = plain.slice(0, MOST_READ).split(/\s+/).map(bareText).filter(Boolean);
  const inText = words.length === 1 ? words : words.flatMap(addressInSentence);
  const found = [...listed.filter((line) => !line.startsWith('#')), ...inText].find(isAddress);
  return found === undefined ? null : cutAddress(found.trim());
}

/** A word of a text as the address that it is, if it begins with its scheme. */
function addressInSentence(word: string): string[] {
  const address = meantAddress(word);
  return /^https?:/i.test(address) ? [address.replace(SENTENCE_END, '')] : [];
}

function isAddress(text: string): boolean {
  const read = readAddress(text);
  return 'url' in read || read.problem === 'tooLong';
}
