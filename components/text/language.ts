import { type GeneratedI18nStructure, i18n } from '#i18n';
import { messageSource } from '@/lib/browser/message-source';

/** The keys of messages with plural forms. */
type CountedKey = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `${infer Counted}.other`
    ? Counted
    : never
  : never;

/** Returns the language of the messages, which may differ from the browser's language. */
export function language(): string {
  return i18n.t('extension.language');
}

/**
 * Caches a format in the language of the messages. Creating a format is slow. For each number of a
 * long table, even looking up the language is too slow.
 */
export function inLanguage<Format>(create: (language: string) => Format): () => Format {
  let cached: { source: object; format: Format } | undefined;
  return () => {
    const source = messageSource();
    if (cached?.source !== source) cached = { source, format: create(language()) };
    return cached.format;
  };
}

/** Caches texts by key, because looking up messages for each row of a long table is slow. */
export function textCache(): (key: string, create: () => string) => string {
  const texts = inLanguage(() => new Map<string, string>());
  return (key, create) => {
    const text = texts().get(key) ?? create();
    texts().set(key, text);
    return text;
  };
}

const pluralRules = inLanguage((locale) => new Intl.PluralRules(locale));
const number = inLanguage((locale) => new Intl.NumberFormat(locale));

/** Returns "a, b and c". */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}

export function countText(value: number): string {
  return number().format(value);
}

/** Regions in which spreadsheets expect the semicolon, although German has a decimal point. */
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
 * Returns the plural form of a message.
 * @param others the values of the placeholders `$2`, `$3` and so on
 */
export function counted(key: CountedKey, count: number, ...others: string[]): string {
  // All forms have the same placeholders. Every key has the form `other`.
  const form = pluralRules().select(count) as 'other';
  return i18n.t(`${key}.${form}`, [countText(count), ...others] as [string]);
}

/** Returns "label: value" in English. */
export function labelled(label: string, value: string): string {
  return i18n.t('text.labelled', [label, value]);
}

/** Joins parts with the comma of the language. */
export function series(parts: readonly string[]): string {
  return parts.reduce(
    (joined, part) => (joined === '' ? part : i18n.t('text.series', [joined, part])),
    '',
  );
}

/** Joins sentences. Chinese and Japanese have no space between sentences. */
export function sentences(...parts: string[]): string {
  return parts.join(/^(ja|zh)/.test(language()) ? '' : ' ');
}
