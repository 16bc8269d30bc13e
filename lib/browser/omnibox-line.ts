import { foreignLine } from '@/lib/report/foreign-line';

/** A report as the browser's address bar offers it. */
export interface Suggestion {
  /** What stands in the address bar once it is chosen, and comes back with Enter. */
  content: string;
  /** The report's rating, in words. */
  label: string;
  /** What the report is called: foreign text. */
  address: string;
}

const LONGEST_SHOWN = 200;

/**
 * The line that the browser shows for a suggestion.
 * @param hasMarkup whether the browser reads it as markup, with `<url>` for addresses
 */
export function descriptionOf({ label, address }: Suggestion, hasMarkup: boolean): string {
  const line = plain(address);
  return hasMarkup
    ? `${escapeMarkup(label)} · <url>${escapeMarkup(line)}</url>`
    : `${label} · ${line}`;
}

/** A text as it stands in markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Half surrogate pairs and noncharacters would make the whole line unreadable as markup. */
function plain(text: string): string {
  return foreignLine(text, LONGEST_SHOWN)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '');
}
