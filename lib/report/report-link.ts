import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

/** Why a text is not a report link. */
export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId';

/** Replaces `{id}` during URL parsing, which leaves these characters unchanged. */
const MARKER = 'the-id-of-the-report';

/** Returns the default report link of a service, with `{id}` as placeholder. */
export function defaultReportLink(baseUrl: string): string {
  return `${baseUrl}/reports/{id}`;
}

/**
 * Reads the Report link field. The path or query must contain `{id}`; host and fragment must not.
 * The scheme is optional. An empty text is valid and means no link.
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
 * Returns the address of a report's page on the service; null if the setting is empty.
 * @param setting a value of `readReportLink`; null for the default
 */
export function reportLink(
  { id }: Pick<Report, 'id'>,
  setting: string | null,
  baseUrl: string,
): string | null {
  const place = setting ?? defaultReportLink(baseUrl);
  return place === '' ? null : place.replaceAll('{id}', encodeURIComponent(id));
}
