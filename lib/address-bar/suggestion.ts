import { foreignLine } from '@/lib/report/content/foreign-line';
import { matchingReports } from '@/lib/report/local-list';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';

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
export const LEAST_CHARACTERS = 2;

/** Browsers show no more. */
const MOST_SUGGESTIONS = 6;

const LONGEST_SEARCH = 200;
const LONGEST_SHOWN = 200;

/** What the service is asked for a text. */
export function searchFor(text: string): ReportQuery {
  return { ...RECENT_REPORTS_QUERY, search: text.trim().slice(0, LONGEST_SEARCH) };
}

/** The reports known here that go with a text, the newest first. */
export function matching(known: readonly Report[], text: string): Report[] {
  return firstOf(matchingReports(known, searchFor(text)));
}

/** As many reports as are offered. */
export function firstOf(reports: readonly Report[]): Report[] {
  return reports.slice(0, MOST_SUGGESTIONS);
}

/**
 * What stands in the address bar for a report: its address, and its id, since a page may have several
 * reports. A worker that has offered nothing finds the report by it.
 */
export function contentOf({ url, id }: Report): string {
  return foreignLine(`${foreignLine(url ?? '')} #${id}`, 1_000);
}

/** The id at the end of such a text, which a person may as well have typed; null without any. */
export function idIn(content: string): string | null {
  const start = content.lastIndexOf('#');
  return start === -1 || start === content.length - 1 ? null : content.slice(start + 1);
}

/** Such a text without the id: what to search for where the report is not found. */
export function withoutId(content: string): string {
  return content.replace(/(?:^|\s)#[^#]*$/, '').trim();
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
