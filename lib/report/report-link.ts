import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

/** Why a text is not a report link. */
export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId';

/** Replaces `{id}` while the link is parsed, because parsing would encode the braces. */
const MARKER = 'the-id-of-the-report';

/** Returns the default report link of a service, with `{id}` as placeholder. */
export function defaultReportLink(baseUrl: string): string {
  return `${baseUrl}/reports/{id}`;
}

/**
 * Reads the Report link field, with an optional scheme. The path or query must contain `{id}`; host
 * and fragment must not. An empty text is valid, and means that reports have no links.
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
 * Returns the address at which a report opens on the service; null if the setting is empty.
 * @param setting a value of `readReportLink`; null for the default
 */
export function reportLink(
  { id }: Pick<Report, 'id'>,
  setting: string | null,
  baseUrl: string,
): string | null {
  const template = setting ?? defaultReportLink(baseUrl);
  return template === '' ? null : template.replaceAll('{id}', encodeURIComponent(id));
}
