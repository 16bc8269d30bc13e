import { type GeneratedI18nStructure, i18n } from '#i18n';

/** The names of the messages that have a form for each kind of number. */
type CountedKey = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `${infer Counted}.other`
    ? Counted
    : never
  : never;

/** The language of the messages, for the dates and numbers in them: the browser may speak another. */
export function language(): string {
  return i18n.t('extension.language');
}

/**
 * A way to write something in the language of the messages. It is made when it is first needed, and again
 * for another language: making one takes far longer than using it.
 */
export function inLanguage<Format>(make: (language: string) => Format): () => Format {
  let made: { language: string; format: Format } | undefined;
  return () => {
    const now = language();
    if (made?.language !== now) made = { language: now, format: make(now) };
    return made.format;
  };
}

const pluralRules = inLanguage((of) => new Intl.PluralRules(of));
const number = inLanguage((of) => new Intl.NumberFormat(of));

/** What belongs together, as people write it in a sentence. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}

/** A whole number as people write it. */
export function countText(value: number): string {
  return number().format(value);
}

/** Regions whose spreadsheets use the semicolon although the decimal mark of a language is a point. */
const SEMICOLON_REGIONS: readonly (string | undefined)[] = ['CH', 'LI'];

/**
 * Returns the delimiter that spreadsheets of a region expect in a CSV file. Where the comma is the decimal
 * mark, it is the semicolon.
 * @param locale the browser's language with its region, for the messages may be in another language
 */
export function cellDelimiter(locale: string = navigator.language): ',' | ';' {
  if (SEMICOLON_REGIONS.includes(new Intl.Locale(locale).region)) return ';';
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/**
 * A message about a number of things, in the form that the language has for that number. The forms
 * are messages by the names of `Intl.PluralRules`: English has `one` and `other`.
 * @param others what else the message names, from `$2` on
 */
export function counted(key: CountedKey, count: number, ...others: string[]): string {
  const form = pluralRules().select(count) as 'other';
  return i18n.t(`${key}.${form}`, [countText(count), ...others] as [string]);
}

/** What a thing is called, and what it is. */
export function labelled(label: string, value: string): string {
  return i18n.t('text.labelled', [label, value]);
}

/** What stands side by side in a line, with a comma between. */
export function series(parts: readonly string[]): string {
  return parts.reduce((all, part) => (all === '' ? part : i18n.t('text.series', [all, part])), '');
}

/** Sentences one after the other. Chinese and Japanese put no space between them. */
export function sentences(...all: string[]): string {
  return all.join(/^(ja|zh)/.test(language()) ? '' : ' ');
}
