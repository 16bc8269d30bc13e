import { type GeneratedI18nStructure, i18n } from '#i18n';
import { messageSource } from '@/lib/browser/message-source';

/** The keys of messages with plural forms. */
type CountedKey = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `${infer Counted}.other`
    ? Counted
    : never
  : never;

/**
 * The messages of one language. `i18n` has the messages on screen. A function that is called without
 * `words` returns texts for the screen.
 */
export type Words = Pick<typeof i18n, 't'>;

/** Returns the language of the messages, which may differ from the browser's language. */
export function language(words: Words = i18n): string {
  return words.t('extension.language');
}

/** Returns the writing direction of the messages. */
export function direction(words: Words): 'ltr' | 'rtl' {
  return words.t('extension.direction') === 'rtl' ? 'rtl' : 'ltr';
}

/**
 * Caches a format for each set of messages. The key is the object with the messages, because looking up the
 * language for each number of a long table is slow.
 */
export function inLanguage<Format>(
  create: (language: string) => Format,
): (words?: Words) => Format {
  const formats = new WeakMap<object, { format: Format }>();
  return (words = i18n) => {
    const source = words === i18n ? messageSource() : words;
    const cached = formats.get(source);
    if (cached !== undefined) return cached.format;
    const format = create(language(words));
    formats.set(source, { format });
    return format;
  };
}

/** Caches texts by key, because looking up messages for each row of a long table is slow. */
export function textCache(): (key: string, create: () => string, words?: Words) => string {
  const textsIn = inLanguage(() => new Map<string, string>());
  return (key, create, words = i18n) => {
    const texts = textsIn(words);
    const cached = texts.get(key);
    if (cached !== undefined) return cached;
    const text = create();
    texts.set(key, text);
    return text;
  };
}

const pluralRules = inLanguage((locale) => new Intl.PluralRules(locale));
const numberTexts = inLanguage(createNumberTexts);

/** Returns "a, b and c". */
export function listOf(parts: readonly string[], words: Words = i18n): string {
  return new Intl.ListFormat(language(words)).format(parts);
}

export function countText(value: number, words: Words = i18n): string {
  return numberTexts(words)(value);
}

/** Returns a function that formats each number once, because long tables repeat small numbers. */
function createNumberTexts(locale: string): (value: number) => string {
  const format = new Intl.NumberFormat(locale);
  const texts = new Map<number, string>();
  return (value) => {
    const cached = texts.get(value);
    if (cached !== undefined) return cached;
    const text = format.format(value);
    texts.set(value, text);
    return text;
  };
}

/** Regions in which German has a decimal point, but spreadsheets expect the semicolon. */
const SEMICOLON_REGIONS: readonly (string | undefined)[] = ['CH', 'LI'];

/**
 * Returns the delimiter of CSV files: the semicolon if the comma is the decimal mark.
 * @param locale a language with its region, such as `de-CH`; by default the browser's locale
 */
export function cellDelimiter(locale: string = navigator.language): ',' | ';' {
  if (SEMICOLON_REGIONS.includes(new Intl.Locale(locale).region)) return ';';
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/**
 * Returns the plural form of a message on screen.
 * @param others the values of the placeholders `$2`, `$3` and so on
 */
export function counted(key: CountedKey, count: number, ...others: string[]): string {
  return countedIn(i18n, key, count, ...others);
}

/** Returns the plural form of a message in a language. */
export function countedIn(
  words: Words,
  key: CountedKey,
  count: number,
  ...others: string[]
): string {
  // All forms have the same placeholders. Every key has the form `other`.
  const form = pluralRules(words).select(count) as 'other';
  return words.t(`${key}.${form}`, [countText(count, words), ...others] as [string]);
}

/** Returns "label: value" in English. */
export function labelled(label: string, value: string, words: Words = i18n): string {
  return words.t('text.labelled', [label, value]);
}

/** Joins parts with the comma of the language. */
export function series(parts: readonly string[], words: Words = i18n): string {
  return parts.reduce(
    (joined, part) => (joined === '' ? part : words.t('text.series', [joined, part])),
    '',
  );
}

/** Joins sentences for the screen. */
export function sentences(...parts: string[]): string {
  return joinedSentences(parts);
}

/** Joins sentences. Chinese and Japanese have no space between sentences. */
export function joinedSentences(parts: readonly string[], words: Words = i18n): string {
  return parts.join(/^(ja|zh)/.test(language(words)) ? '' : ' ');
}
