import { i18n } from '#i18n';
import { countText, labelled, series } from '@/components/text/language';
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

/** What a check says, in the order in which it is shown. */
export interface CheckWords {
  reasons: ReasonWords[];
  /** What has to be known to read the reasons right; null where they say it all. */
  hint: string | null;
  /** What was found: a text in words, or one as the service wrote it; null where a reason tells it. */
  value: string | null;
  /** What was found, where that is many things. */
  listings: Listing[];
  /** Everything that has no words of its own. */
  details: ExtraField[];
}

/** Why a check failed: "Too long: 72 characters, at most 60". */
export interface ReasonWords {
  /** Empty where the list says it all, or nothing is said. */
  text: string;
  /** What the reason is about. */
  listing: Listing | null;
}

/** The reasons that are known: by the service's name for one, or that behind its check's. */
const REASONS = `missing duplicate length too_long too_short too_many too_few too_large too_small
  too_slow bad_format bad_tags found title_too_many headings_missing headings_too_many
  headings_duplicate content_keywords_missing image_keywords_missing seo_friendly_url_missing
  seo_friendly_url_bad_format text_compression_missing
  image_format_bad_format defer_javascript_missing https_encryption_missing http2_failed
  mixed_content_failed server_signature_failed gsb_failed`.split(/\s+/);
/** The reasons whose text does not have the service's name. */
const RENAMED_REASONS: Readonly<Record<string, string>> = {
  robots_failed: 'robots_matches',
  noindex_missing: 'noindex_asks',
  sitemap_failed: 'sitemap_unnamed',
};
const LISTS = ['Internals', 'Externals', 'JavaScripts', 'Images', 'Videos', 'Audios'];

export function groupName(name: GroupName): string {
  return i18n.t(`checks.group.${name}`);
}

/** What stands quietly beside a check: its importance, where no heading says it; else nothing. */
export function checkNote({ isPassed, importance }: Check): string {
  const isInHeading = importance === null || (!isPassed && isNamed(importance));
  return isInHeading ? '' : importanceText(importance);
}

/** What a list of a check holds: "Internal". */
export function listingName({ name }: Listing): string {
  return LISTS.includes(name) ? message('list', name) : readableName(name);
}

/** All that a check says, in words as far as there are any. */
export function checkWords(check: Check): CheckWords {
  const { value, details } = check;
  const isMissing = check.reasons.some(({ name }) => name === 'missing');
  // Services find what is missing too short as well.
  const shown = check.reasons.filter(({ name }) => !(isMissing && name === 'length'));
  const deep = shown.filter((reason) => isDeep(reason.value));
  const reasons = shown
    .filter((reason) => !deep.includes(reason))
    .map((reason) => reasonWords(check, reason));
  const found = listingsOf(value);
  // These formats are wanted, and not found.
  const areWanted = shown.some(({ name }) => name === 'bad_format');
  const listings = areWanted ? [] : (found ?? []);
  const words = listings.length === 1 && listings[0] ? wordsIn(listings[0]) : null;
  const unread = found === null ? fieldsOf(value) : [];
  return {
    reasons: reasons.filter(({ text, listing }) => text !== '' || listing !== null),
    hint: check.name === 'robots' && !check.isPassed ? i18n.t('checks.hint.robots') : null,
    value: isSingle(value) ? singleText(check, shown) : words,
    listings: words === null ? listings : [],
    details: [...deep, ...unread, ...details],
  };
}

/** What a service says of a check, in a line: why it failed, or what was found. Empty where it says nothing. */
export function foundText(check: Check): string {
  return foundParts(check).join(' · ');
}

/** The parts of such a line: some are of the service or the page, and have a direction of their own. */
export function foundParts(check: Check): string[] {
  const { reasons, value, listings } = checkWords(check);
  const lists = [...reasons.flatMap(({ listing }) => listing ?? []), ...listings];
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const texts = reasons.map(({ text }) => text);
  const isCounted = count > 2 && texts.join().includes(countText(count));
  const counts = count > 0 && !isCounted ? [countText(count)] : [];
  return [...texts, value ?? '', ...counts].filter(Boolean);
}

/** A single value in words; null where it says no more than the verdict, or a reason tells it. */
function singleText({ name, value }: Check, reasons: readonly ExtraField[]): string | null {
  if (!isSingle(value) || value === false || isEmpty(value)) return null;
  const [unit, number] = [unitOf(name), numberOf(value)];
  if (unit === null || number === null) return valueText(value);
  return reasons.some((reason) => limitsOf(reason.value)) ? null : amountText(number, unit);
}

function reasonWords(check: Check, reason: ExtraField): ReasonWords {
  const { name, value } = reason;
  const limits = limitsOf(value);
  if (limits !== null) return { text: limitText(check, name, limits), listing: null };
  const listing = joined(listingsOf(value) ?? []);
  const word = reasonWord(check.name, name, listing !== null);
  // What such a check misses is https itself.
  const said = check.name === 'https_encryption' ? '' : plainText(value);
  if (listing === null) return { text: phrase(word, said), listing };
  const words = wordsIn(listing);
  const count = listing.length > 2 ? countText(listing.length) : '';
  return { text: phrase(word, words ?? count), listing: words === null ? listing : null };
}

/** What is wrong in a word; empty where the service gives it no name, or only says that it failed. */
function reasonWord(check: string, reason: string, hasList: boolean): string {
  const ownName = `${check}_${reason}`;
  const renamed = Object.hasOwn(RENAMED_REASONS, ownName) ? RENAMED_REASONS[ownName] : undefined;
  const known = renamed ?? [ownName, reason].find((name) => REASONS.includes(name));
  if (known !== undefined) return message('reason', known);
  if (reason === 'failed') return hasList ? i18n.t('checks.reason.found') : '';
  return isNumber(reason) ? '' : readableName(reason);
}

interface Limits {
  min: number | null;
  max: number | null;
}

function limitsOf(value: ExtraValue): Limits | null {
  const parts = fieldsOf(value);
  const limit = (wanted: string) => numberOf(parts.find(({ name }) => name === wanted)?.value);
  const limits = { min: limit('min'), max: limit('max') };
  const known = [limits.min, limits.max].filter((number) => number !== null);
  return parts.length > 0 && known.length === parts.length ? limits : null;
}

/** "Too slow: 3.4 s, at most 2 s". */
function limitText(check: Check, reason: string, { min, max }: Limits): string {
  const isLength = reason === 'length';
  const unit = isLength ? 'characters' : (unitOf(check.name) ?? 'number');
  const found = isLength ? textLength(check.value) : foundNumber(check.value);
  const isLong = isLength && found !== null && max !== null && found > max;
  const isShort = isLength && found !== null && min !== null && found < min;
  const name = isLong ? 'too_long' : isShort ? 'too_short' : reason;
  // What is counted is named once.
  const isNamed = found !== null && (unit === 'words' || unit === 'characters');
  const limit = (number: number) => amountText(number, isNamed ? 'number' : unit);
  const parts = [
    found !== null && amountText(found, unit),
    min !== null && !isLong && i18n.t('checks.atLeast', [limit(min)]),
    max !== null && !isShort && i18n.t('checks.atMost', [limit(max)]),
  ];
  const said = series(parts.filter((part) => part !== false));
  return phrase(reasonWord(check.name, name, false), said);
}

function textLength(value: ExtraValue): number | null {
  return typeof value === 'string' ? [...value].length : null;
}

/** The number that a value is, or how many things it lists. */
function foundNumber(value: ExtraValue): number | null {
  return numberOf(value) ?? joined(listingsOf(value) ?? [])?.length ?? null;
}

/** Several lists as one; null where there are none. */
function joined(listings: readonly Listing[]): Listing | null {
  if (listings.length === 0) return null;
  return {
    name: '',
    entries: listings.flatMap(({ entries }) => entries),
    length: listings.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Whether only a tree shows a value. */
function isDeep(value: ExtraValue): boolean {
  const isFlat = fieldsOf(value).every((part) => isSingle(part.value));
  return !isFlat && listingsOf(value) === null;
}

/** Single values in a line: `{ font: 3 }` is "font 3". */
function plainText(value: ExtraValue): string {
  if (isSingle(value)) return value === true || isEmpty(value) ? '' : valueText(value);
  const parts = fieldsOf(value).map((part) => `${part.name} ${valueText(part.value)}`);
  return parts.length > 0 ? series(parts) : '';
}

function phrase(word: string, said: string): string {
  if (word === '' || said === '') return word + said;
  return labelled(word, said);
}

/** The message for a name that is known. */
