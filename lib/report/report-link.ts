import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

/** Why a text cannot be the link to a report. */
export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId';

/** Stands for an id while an address is parsed. It has no character that parsing changes. */
const MARKER = 'the-id-of-the-report';

/** Where installations show a report, with `{id}` for its id. */
export function usualReportLink(baseUrl: string): string {
  return `${baseUrl}/reports/{id}`;
}

/**
 * Reads the Report link field. `{id}` must stand in the path or the query and nowhere else. The scheme
 * may be left out; an empty text is no link, and no problem.
 */
export function readReportLink(text: string): { value: string } | { problem: ReportLinkProblem } {
  if (text.trim() === '') return { value: '' };
  const read = readAddress(text.replace(/\{id\}|%7bid%7d/gi, MARKER));
  if ('problem' in read) return { problem: read.problem === 'notWeb' ? 'notWeb' : 'notAbsolute' };
  const { url } = read;
  if (hasUserInfo(url)) return { problem: 'userInfo' };
  const isInPlace = (url.pathname + url.search).includes(MARKER) && !url.hash.includes(MARKER);
  if (!isInPlace || url.host.includes(MARKER)) return { problem: 'noId' };
  return { value: url.href.replaceAll(MARKER, '{id}') };
}

/**
 * The address of a report's own page; null where the setting was emptied.
 * @param setting as `readReportLink` gives it; null for the usual place
 */
export function reportLink(
  { id }: Pick<Report, 'id'>,
  setting: string | null,
  baseUrl: string,
): string | null {
  const place = setting ?? usualReportLink(baseUrl);
  return place === '' ? null : place.replaceAll('{id}', encodeURIComponent(id));
}
