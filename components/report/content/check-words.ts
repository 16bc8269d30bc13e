import { i18n } from '#i18n';
import { countText, labelled, series, type Words } from '@/components/text/language';
import type { GroupName } from '@/lib/report/content/check-groups';
import type { Check } from '@/lib/report/content/checks';
import { isNumber, readableName } from '@/lib/report/content/readable-name';
import {
  type ExtraField,
  type ExtraValue,
  fieldsOf,
  isEmpty,
  isSingle,
} from '@/lib/report/extra-fields';
import { importanceText, isNamed, message } from './check-names';
import { type Listing, listingsOf, wordsIn } from './listings';
import { amountText, numberOf, unitOf, valueText } from './value-texts';

/** The texts and lists of a check, in the order on screen. */
export interface CheckWords {
  reasons: ReasonWords[];
  /** A sentence that prevents a wrong reading of the reasons; null if none is needed. */
  hint: string | null;
  /** The check's value, for example the title; null if there is none, or if a reason contains it. */
  value: string | null;
  /** The lists in the check's value. */
  listings: Listing[];
  /** Fields of the service that the extension has no text for. */
  details: ExtraField[];
}

/** A reason why a check failed. */
export interface ReasonWords {
  /** For example "Too long: 72 characters, at most 60". Empty for a reason without a text. */
  text: string;
  /** The list that belongs to the reason, for example the images without alternative text. */
  listing: Listing | null;
}

/** The reasons that have a text: the service's name of a reason, or `CHECK_REASON` for one check. */
const REASONS = `missing duplicate length too_long too_short too_many too_few too_large too_small
  too_slow bad_format bad_tags found title_too_many headings_missing headings_too_many
  headings_duplicate content_keywords_missing image_keywords_missing seo_friendly_url_missing
  seo_friendly_url_bad_format text_compression_missing
  image_format_bad_format defer_javascript_missing https_encryption_missing http2_failed
  mixed_content_failed server_signature_failed gsb_failed`.split(/\s+/);
/** Keys of texts that differ from `CHECK_REASON`. */
const RENAMED_REASONS: Readonly<Record<string, string>> = {
  robots_failed: 'robots_matches',
  noindex_missing: 'noindex_asks',
  sitemap_failed: 'sitemap_unnamed',
};
/** The service's names of lists that have a text. */
const LISTS = ['Internals', 'Externals', 'JavaScripts', 'Images', 'Videos', 'Audios'];

export function groupName(name: GroupName): string {
  return i18n.t(`checks.group.${name}`);
}

/** Returns the importance of a check as a note; empty if a heading names the importance already. */
export function checkNote({ isPassed, importance }: Check): string {
  const isInHeading = importance === null || (!isPassed && isNamed(importance));
  return isInHeading ? '' : importanceText(importance);
}

/** Returns the heading of a list in a check's value, for example "Internal". */
export function listingName({ name }: Listing): string {
  return LISTS.includes(name) ? message('list', name) : readableName(name);
}

export function checkWords(check: Check, words: Words = i18n): CheckWords {
  const { value, details } = check;
  const isMissing = check.reasons.some(({ name }) => name === 'missing');
  // Services give an empty value two reasons: `missing`, and a `length` below the minimum.
  const shown = check.reasons.filter(({ name }) => !(isMissing && name === 'length'));
  const nested = shown.filter((reason) => isNested(reason.value));
  const reasons = shown
    .filter((reason) => !nested.includes(reason))
    .map((reason) => reasonWords(check, reason, words));
  const found = listingsOf(value, words);
  // The value lists the formats that the service recommends, not formats of the page.
  const areWanted = shown.some(({ name }) => name === 'bad_format');
  const listings = areWanted ? [] : (found ?? []);
  const line = listings.length === 1 && listings[0] ? wordsIn(listings[0], words) : null;
  const unread = found === null ? fieldsOf(value) : [];
  return {
    reasons: reasons.filter(({ text, listing }) => text !== '' || listing !== null),
    hint: check.name === 'robots' && !check.isPassed ? words.t('checks.hint.robots') : null,
    value: isSingle(value) ? singleText(check, shown, words) : line,
    listings: line === null ? listings : [],
    details: [...nested, ...unread, ...details],
  };
}

/** Returns the reasons and the value of a check in one line; empty if the service gave neither. */
export function foundText(check: Check, words: Words = i18n): string {
  return foundParts(check, words).join(' · ');
}

/**
 * Returns the parts of `foundText`. A part may be a text of the service or the page, with a writing
 * direction of its own.
 */
export function foundParts(check: Check, words: Words = i18n): string[] {
  const { reasons, value, listings } = checkWords(check, words);
  const lists = [...reasons.flatMap(({ listing }) => listing ?? []), ...listings];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const texts = reasons.map(({ text }) => text);
  const isCounted = count > 2 && texts.join().includes(countText(count, words));
  const counts = count > 0 && !isCounted ? [countText(count, words)] : [];
  return [...texts, value ?? '', ...counts].filter(Boolean);
}

/** Returns a single value as text; null if it is empty or false, or if a reason contains it. */
function singleText(
  { name, value }: Check,
  reasons: readonly ExtraField[],
  words: Words,
): string | null {
  if (!isSingle(value) || value === false || isEmpty(value)) return null;
  const [unit, number] = [unitOf(name), numberOf(value)];
  if (unit === null || number === null) return valueText(value, words);
  return reasons.some((reason) => limitsOf(reason.value)) ? null : amountText(number, unit, words);
}

function reasonWords(check: Check, reason: ExtraField, words: Words): ReasonWords {
  const { name, value } = reason;
  const limits = limitsOf(value);
  if (limits !== null) return { text: limitText(check, name, limits, words), listing: null };
  const listing = joined(listingsOf(value, words) ?? []);
  const word = reasonWord(check.name, name, listing !== null, words);
  // The missing value is the word "https". The text of the reason already contains this word.
  const said = check.name === 'https_encryption' ? '' : plainText(value, words);
  if (listing === null) return { text: phrase(word, said, words), listing };
  const line = wordsIn(listing, words);
  const count = listing.length > 2 ? countText(listing.length, words) : '';
  return { text: phrase(word, line ?? count, words), listing: line === null ? listing : null };
}

/** Returns the text of a reason; empty if the service gave no name, or only the name `failed`. */
function reasonWord(check: string, reason: string, hasList: boolean, words: Words): string {
  const ownName = `${check}_${reason}`;
  const renamed = Object.hasOwn(RENAMED_REASONS, ownName) ? RENAMED_REASONS[ownName] : undefined;
  const known = renamed ?? [ownName, reason].find((name) => REASONS.includes(name));
  if (known !== undefined) return message('reason', known, words);
  if (reason === 'failed') return hasList ? words.t('checks.reason.found') : '';
  return isNumber(reason) ? '' : readableName(reason);
}

/** The limits of a value; null for no limit. */
interface Limits {
  min: number | null;
  max: number | null;
}

/** Returns the limits in a reason; null if it contains anything else. */
function limitsOf(value: ExtraValue): Limits | null {
  const parts = fieldsOf(value);
  const limit = (wanted: string) => numberOf(parts.find(({ name }) => name === wanted)?.value);
  const limits = { min: limit('min'), max: limit('max') };
  const known = [limits.min, limits.max].filter((number) => number !== null);
  return parts.length > 0 && known.length === parts.length ? limits : null;
}

/** Returns the text of a reason with limits, for example "Too slow: 3.4 s, at most 2 s". */
function limitText(check: Check, reason: string, { min, max }: Limits, words: Words): string {
  const isLength = reason === 'length';
  const unit = isLength ? 'characters' : (unitOf(check.name) ?? 'number');
  const found = isLength ? textLength(check.value) : foundNumber(check.value, words);
  const isLong = isLength && found !== null && max !== null && found > max;
  const isShort = isLength && found !== null && min !== null && found < min;
  const name = isLong ? 'too_long' : isShort ? 'too_short' : reason;
  // "312 words, at least 500": the word is not repeated after the limit.
  const isNamed = found !== null && (unit === 'words' || unit === 'characters');
  const limit = (number: number) => amountText(number, isNamed ? 'number' : unit, words);
  const parts = [
    found !== null && amountText(found, unit, words),
    min !== null && !isLong && words.t('checks.atLeast', [limit(min)]),
    max !== null && !isShort && words.t('checks.atMost', [limit(max)]),
  ];
  const said = series(
    parts.filter((part) => part !== false),
    words,
  );
  return phrase(reasonWord(check.name, name, false, words), said, words);
}

/** Returns the number of characters of a text; null for another value. */
function textLength(value: ExtraValue): number | null {
  return typeof value === 'string' ? [...value].length : null;
}

/** Returns a numeric value, or the number of entries in its lists; null if it is neither. */
function foundNumber(value: ExtraValue, words: Words): number | null {
  return numberOf(value) ?? joined(listingsOf(value, words) ?? [])?.length ?? null;
}

/** Joins lists; null for no list. */
function joined(listings: readonly Listing[]): Listing | null {
  if (listings.length === 0) return null;
  return {
    name: '',
    entries: listings.flatMap(({ entries }) => entries),
    length: listings.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Whether a value is nested, so that only an indented tree can show it. */
function isNested(value: ExtraValue): boolean {
  const isFlat = fieldsOf(value).every((part) => isSingle(part.value));
  return !isFlat && listingsOf(value, i18n) === null;
}

/** Returns single values in one line: `{ font: 3 }` becomes "font 3". */
function plainText(value: ExtraValue, words: Words): string {
  if (isSingle(value)) return value === true || isEmpty(value) ? '' : valueText(value, words);
  const parts = fieldsOf(value).map((part) => `${part.name} ${valueText(part.value, words)}`);
  return parts.length > 0 ? series(parts, words) : '';
}

function phrase(word: string, said: string, words: Words): string {
  if (word === '' || said === '') return word + said;
  return labelled(word, said, words);
}
