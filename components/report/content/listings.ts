import { series } from '@/components/text/language';
import { openableAddress } from '@/components/text/report-name';
import { isNumber } from '@/lib/report/content/readable-name';
import {
  type ExtraField,
  type ExtraValue,
  fieldsOf,
  isEmpty,
  isSingle,
  lengthOf,
} from '@/lib/report/extra-fields';
import { valueText } from './value-texts';

/** A link, an image or a text, of which a service lists many. */
export interface ListingEntry {
  /** What an address is called on its page; empty where it has no text, and for what is no address. */
  label: string;
  /** The address, or the text. */
  text: string;
  /** Where it leads; null where it may not be opened. */
  url: string | null;
}

/** Links, images or texts. */
export interface Listing {
  /** As the service wrote it, such as `Internals`; empty where it gave none. */
  name: string;
  entries: ListingEntry[];
  /** How many the service counts: more than it was possible to keep. */
  length: number;
}

/** A longer list, or one of longer texts, does not go into a line. */
const MAX_WORDS = 10;
const LONGEST_WORD = 40;

/** The list that a value is, or those that it holds by their names; null where it is anything else. */
export function listingsOf(value: ExtraValue): Listing[] | null {
  if (isList(value)) return [toListing({ name: '', value })];
  const parts = fieldsOf(value);
  const areLists = parts.length > 0 && parts.every((part) => isList(part.value));
  return areLists ? parts.map(toListing) : null;
}

/** A short list of words in a line; null for any other. */
export function wordsIn({ entries, length }: Listing): string | null {
  const isShort = ({ label, text, url }: ListingEntry) =>
    label === '' && url === null && text.length <= LONGEST_WORD;
  if (length > MAX_WORDS || !entries.every(isShort)) return null;
  return series(entries.map(({ text }) => text));
}

function isList(value: ExtraValue): boolean {
  const parts = fieldsOf(value);
  return parts.length > 0 && parts.every((part) => isNumber(part.name) && toEntry(part) !== null);
}

function toListing({ name, value }: ExtraField): Listing {
  const entries = fieldsOf(value).map(toEntry);
  return { name, entries: entries.filter((entry) => entry !== null), length: lengthOf(value) };
}

/** A single value, or an address with its text: `{ url, text }`. */
function toEntry({ value }: ExtraField): ListingEntry | null {
  if (isSingle(value)) return { label: '', text: valueText(value), url: linkOf(String(value)) };
  const parts = fieldsOf(value);
  const address = parts.find(({ name }) => name === 'url')?.value;
  if (typeof address !== 'string' || !parts.every((part) => isSingle(part.value))) return null;
  const others = parts.filter((part) => part.name !== 'url' && !isEmpty(part.value));
  const label = others.map((part) => valueText(part.value)).join(' · ');
  return { label, text: valueText(address), url: linkOf(address) };
}

function linkOf(text: string): string | null {
  return /\s/.test(text) ? null : openableAddress(text);
}
