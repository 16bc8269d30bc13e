import { decodedText } from '@/lib/url/decoded-text';
import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

/** Why a text cannot be the link to a report. */
export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId' | 'otherOrigin';

/** A longer text is no address that a browser could open. */
const LONGEST_LINK = 2_000;
/** Fields of one row that are looked at, so that no answer costs more than it is worth. */
const MOST_FIELDS = 200;

/** Stands for an id while an address is parsed. It has no character that parsing changes. */
const MARKER = 'the-id-of-the-report';

/**
 * First and last words of path segments and parameters that say that an address does something to a
 * report: opening it would do that.
 */
const CHANGES = new Set(
  `cancel clone delete destroy duplicate edit erase modify publish purge refresh regenerate remove
  rerun reset retry revoke trash unpublish update`.split(/\s+/),
);

/** Words that do so where an address ends in one; before that, they are names of places as well. */
const VERBS = new Set(
  `activate archive clear copy create deactivate disable drop enable expire hide lock move recheck rename
  rescan restore run send set share stop toggle unlock wipe`.split(/\s+/),
);

/**
 * The address of a report's own page in what the service says about the report, null where there
 * is none. It is on the service's origin, not under any `/api/`, without user info, and has the id
 * as a whole path segment or query value; none of its other parts is a word for changing the report, nor
 * does it end in a verb.
 * The first in the service's order is taken that ends with the id or has it in its query, else the
 * first. Fields of nested objects count, one level down; the report's `url` does not.
 * @param row one report as the service sent it
 * @param baseUrl of the service, as `readBaseUrl` gives it
 */
export function findReportLink(row: object, id: string, baseUrl: string): string | null {
  const { url: reported } = row as Record<string, unknown>;
  const values = firstValues(row, 'url').flatMap(withItems).slice(0, MOST_FIELDS);
  const links = values
    .filter((value) => typeof value === 'string' && value !== reported)
    .flatMap((value) => readLink(String(value), id, baseUrl) ?? []);
  return (links.find(({ isIdLast }) => isIdLast) ?? links[0])?.href ?? null;
}

function firstValues(object: object, except?: string): unknown[] {
  const names = Object.keys(object).filter((name) => name !== except);
  return names.slice(0, MOST_FIELDS).map((name) => Reflect.get(object, name));
}

/**
 * Reads the Report link field against the service's base URL, undefined where none is connected.
 * `{id}` must stand in the path or the query and nowhere else. The scheme may be left out; an empty
 * text is no link, and no problem.
 */
export function readReportLink(
  text: string,
  baseUrl: string | undefined,
): { value: string } | { problem: ReportLinkProblem } {
  if (text.trim() === '') return { value: '' };
  const read = readAddress(text.replace(/\{id\}|%7bid%7d/gi, MARKER));
  if ('problem' in read) return { problem: read.problem === 'notWeb' ? 'notWeb' : 'notAbsolute' };
  const { url } = read;
  if (hasUserInfo(url)) return { problem: 'userInfo' };
  const isInPlace = (url.pathname + url.search).includes(MARKER) && !url.hash.includes(MARKER);
  if (!isInPlace || url.host.includes(MARKER)) return { problem: 'noId' };
  if (baseUrl !== undefined && url.origin !== new URL(baseUrl).origin) {
    return { problem: 'otherOrigin' };
  }
  return { value: url.href.replaceAll(MARKER, '{id}') };
}

/**
 * The address to share for a report: the link that the service gives, else that of the preferences
 * filled in, else null. A template that does not fit the service, or an id that would lead out of
 * its path, gives none.
 * @param template as `readReportLink` gives it; empty for none
 */
export function reportLink({ id, link }: Report, template: string, baseUrl: string): string | null {
  return link ?? fillIn(template, id, baseUrl);
}

function fillIn(template: string, id: string, baseUrl: string): string | null {
  const read = readReportLink(template, baseUrl);
  if ('problem' in read || read.value === '') return null;
  const encoded = encodeURIComponent(id.toWellFormed());
  const url = new URL(read.value.replaceAll('{id}', encoded));
  // Dots would be taken for a step up, however they are encoded.
  const marked = new URL(read.value.replaceAll('{id}', MARKER));
  return url.pathname === marked.pathname.replaceAll(MARKER, encoded) ? url.href : null;
}

/** A value with those inside it where it is an object or a list, in their order. */
function withItems(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? firstValues(value) : [value];
}

function readLink(text: string, id: string, baseUrl: string) {
  if (text.length > LONGEST_LINK || !/^https?:\/\//i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.origin !== new URL(baseUrl).origin || hasUserInfo(url)) return null;
  const path = url.pathname.split('/').filter(Boolean).map(decodedText);
  const query = [...url.searchParams].flat();
  const values = [...url.searchParams.values()];
  if (![...path, ...values].includes(id)) return null;
  if (path.some((segment) => segment.toLowerCase() === 'api')) return null;
  const hasOne = (parts: string[], verbs: Set<string>) =>
    parts.some((part) => part !== id && isAct(part, verbs));
  if (hasOne([...path, ...query], CHANGES)) return null;
  if (hasOne([...path.slice(-1), ...values], VERBS)) return null;
  return { href: url.href, isIdLast: path.at(-1) === id || values.includes(id) };
}

/** Whether the first or last word of a path segment or a parameter is one for doing something. */
function isAct(part: string, verbs: Set<string>): boolean {
  const words = part.match(/^(?:[A-Z]?[a-z]+|[A-Z]+)|(?:[A-Z]?[a-z]+|[A-Z]+)$/g) ?? [];
  return words.some((word) => verbs.has(word.toLowerCase()));
}
