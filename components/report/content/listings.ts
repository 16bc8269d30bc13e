import { series, type Words } from '@/components/text/language';
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

/** One entry of a list: a link, an image or a text. */
export interface ListingEntry {
  /** The text of a link on its page; empty without such a text, and for an entry without an address. */
  label: string;
  /** The address; for an entry without an address, its text. */
  text: string;
  /** The address that a click opens; null if there is none, or if opening it is not safe. */
  url: string | null;
}

/** A list of links, images or texts. */
export interface Listing {
  /** The service's name of the list, for example `Internals`; empty without a name. */
  name: string;
  entries: ListingEntry[];
  /** The number of entries that the service counted. `entries` may have fewer. */
  length: number;
}

/** Limits of a list that is shown as one line: the number of entries, and characters of an entry. */
const MAX_WORDS = 10;
const LONGEST_WORD = 40;

/** Returns a value's lists: the value itself, or its fields. Null if any part is not a list. */
export function listingsOf(value: ExtraValue, words: Words): Listing[] | null {
  if (isList(value, words)) return [toListing({ name: '', value }, words)];
  const parts = fieldsOf(value);
  const areLists = parts.length > 0 && parts.every((part) => isList(part.value, words));
  return areLists ? parts.map((part) => toListing(part, words)) : null;
}

/** Returns a short list of short texts as one line; null for any other list. */
export function wordsIn({ entries, length }: Listing, words: Words): string | null {
  const isShort = ({ label, text, url }: ListingEntry) =>
    label === '' && url === null && text.length <= LONGEST_WORD;
  if (length > MAX_WORDS || !entries.every(isShort)) return null;
  return series(
    entries.map(({ text }) => text),
    words,
  );
}

function isList(value: ExtraValue, words: Words): boolean {
  const parts = fieldsOf(value);
  return (
    parts.length > 0 && parts.every((part) => isNumber(part.name) && toEntry(part, words) !== null)
  );
}

function toListing({ name, value }: ExtraField, words: Words): Listing {
  const entries = fieldsOf(value).map((field) => toEntry(field, words));
  return { name, entries: entries.filter((entry) => entry !== null), length: lengthOf(value) };
}

/** Returns the entry of a single value, or of an address with its text: `{ url, text }`. */
function toEntry({ value }: ExtraField, words: Words): ListingEntry | null {
  if (isSingle(value))
    return { label: '', text: valueText(value, words), url: linkOf(String(value)) };
  const parts = fieldsOf(value);
  const address = parts.find(({ name }) => name === 'url')?.value;
  if (typeof address !== 'string' || !parts.every((part) => isSingle(part.value))) return null;
  const others = parts.filter((part) => part.name !== 'url' && !isEmpty(part.value));
  const label = others.map((part) => valueText(part.value, words)).join(' · ');
  return { label, text: valueText(address, words), url: linkOf(address) };
}

function linkOf(text: string): string | null {
  return /\s/.test(text) ? null : openableAddress(text);
}
