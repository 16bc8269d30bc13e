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

const HAS_SCHEME = /^https?:/i;

const SENTENCE_END = /(?<![.,;:!?])[.,;:!?]+$/;

/**
 * Returns the first web address of a text, unwrapped, such as the target of a Markdown link; null if the text
 * has none. In a text of several words, and in brackets or quotation marks, an address needs a scheme.
 * `cutAddress` shortens a long address, and the form reports `tooLong`.
 */
export function givenAddress({ uriList, plain }: GivenText): string | null {
  const lines = uriList.slice(0, MAX_READ_LENGTH).split(/[\r\n]+/);
  const uris = lines.filter((line) => !line.startsWith('#'));
  const words = plain.slice(0, MAX_READ_LENGTH).split(/\s+/).map(unquotedText).filter(Boolean);
  const wholeTexts = words.length === 1 ? words : [];
  const address = [...uris, ...wholeTexts, ...words.flatMap(addressInWord)].find(isAddress);
  return address === undefined ? null : unwrappedAddress(cutAddress(address.trim()));
}

/** Matches the target of a Markdown link, or the first other address in brackets or quotation marks. */
const ENCLOSED = /(?:^.*?\]\(|[[({<"'])(https?:[^"'<>]+)/i;

/** Matches the text before a closing bracket whose opening bracket is not in the text. */
const IN_BRACKETS = /^(?:[^()[\]{}]|[([{][^()[\]{}]*[)\]}])+(?=[)\]}])/;

function addressInWord(word: string): string[] {
  // JSON may escape slashes.
  const text = word.replaceAll('\\/', '/');
  const enclosed = HAS_SCHEME.test(text) ? null : ENCLOSED.exec(text);
  const address = originalAddress(enclosed?.[1] ?? text);
  if (!HAS_SCHEME.test(address)) return [];
  const [inner] = IN_BRACKETS.exec(address) ?? [address];
  return [inner.replace(SENTENCE_END, '')];
}

function isAddress(text: string): boolean {
  const parsed = readAddress(text);
  return 'url' in parsed || parsed.problem === 'tooLong';
}
