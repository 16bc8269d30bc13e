import { i18n } from '#i18n';

/** The language of the messages, for the dates and numbers in them: the browser may speak another. */
export function language(): string {
  return i18n.t('extension.language');
}

/** What belongs together, as people write it in a sentence. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(language()).format(parts);
}

/** A whole number as people write it. */
export function countText(value: number): string {
  return value.toLocaleString(language());
}
