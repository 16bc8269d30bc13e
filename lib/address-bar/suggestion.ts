import { foreignLine } from '@/lib/report/content/foreign-line';
import { matchingReports } from '@/lib/report/local-list';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';

/** A report as the browser's address bar offers it. */
export interface Suggestion {
  /** What stands in the address bar once it is chosen, and comes back with Enter. */
  content: string;
  /** The report's rating, in words. */
  label: string;
  /** What the report is called: foreign text. */
  address: string;
}

/** With fewer characters nothing is searched for. */
const LEAST_CHARACTERS = 2;

/** Browsers show no more. */
const MOST_SUGGESTIONS = 6;

const LONGEST_SEARCH = 200;
const LONGEST_SHOWN = 200;

/** What a text is searched for. */
export function searchFor(text: string): string {
  return text.trim().slice(0, LONGEST_SEARCH);
}

/** The reports known here that go with a text, the newest first. */
export function matching(known: readonly Report[], text: string): Report[] {
  const search = searchFor(text);
  if (search.length < LEAST_CHARACTERS) return [];
  return matchingReports(known, { ...RECENT_REPORTS_QUERY, search }).slice(0, MOST_SUGGESTIONS);
}

/**
 * What stands in the address bar for a report: its address, and its id, since a page may have several
 * reports. The report is found again by it.
 */
export function contentOf({ url, id }: Report): string {
  return foreignLine(`${foreignLine(url ?? '')} #${id}`, 1_000);
}

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
