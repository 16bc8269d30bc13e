import { type GeneratedI18nStructure, i18n } from '#i18n';

/** The keys of messages with plural forms. */
type CountedKey = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `${infer Counted}.other`
    ? Counted
    : never
  : never;

/** Returns the language of the messages. The browser may have another language. */
export function language(): string {
  return i18n.t('extension.language');
}

/**
 * Returns a function that returns a format in the language of the messages. Creating a format is slow.
 * The function creates the format at first use, and again only after a change of the language.
 */
export function inLanguage<Format>(create: (language: string) => Format): () => Format {
  let cached: { language: string; format: Format } | undefined;
  return () => {
    const current = language();
    if (cached?.language !== current) cached = { language: current, format: create(current) };
    return cached.format;
  };
}

const pluralRules = inLanguage((locale) => new Intl.PluralRules(locale));
const number = inLanguage((locale) => new Intl.NumberFormat(locale));

/** Joins parts as in a sentence: "a, b and c". */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}

/** Formats a whole number. */
export function countText(value: number): string {
  return number().format(value);
}

/** Regions whose spreadsheets expect the semicolon, although one of their languages has a decimal point. */
const SEMICOLON_REGIONS: readonly (string | undefined)[] = ['CH', 'LI'];

/**
 * Returns the delimiter that spreadsheets of a region expect in a CSV file: the semicolon if the
 * comma is the decimal mark.
 * @param locale A language with its region; by default the language of the browser, which names the
 *   region.
 */
export function cellDelimiter(locale: string = navigator.language): ',' | ';' {
  if (SEMICOLON_REGIONS.includes(new Intl.Locale(locale).region)) return ';';
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/**
 * Returns the plural form of a message for a number. The names of the forms are those of
 * `Intl.PluralRules`; English has `one` and `other`.
 * @param others The values of the placeholders from `$2` on.
 */
export function counted(key: CountedKey, count: number, ...others: string[]): string {
  // All forms have the same placeholders. Every key has the form `other`.
  const form = pluralRules().select(count) as 'other';
  return i18n.t(`${key}.${form}`, [countText(count), ...others] as [string]);
}

/** Returns a label and a value, in English as "label: value". */
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
export function sentences(...all: string[]): string {
  return all.join(/^(ja|zh)/.test(language()) ? '' : ' ');
}
