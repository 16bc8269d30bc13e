import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId';

/** Replaces `{id}`, because parsing would encode the braces. */
const MARKER = 'the-id-of-the-report';

export function defaultReportLink(baseUrl: string): string {
  return `${baseUrl}/reports/{id}`;
}

/**
 * Reads the Report link field. The path or query must contain `{id}`; host and fragment must not.
 * With an empty text, reports have no links.
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
 * Returns the address of a report; null if the setting is empty.
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
