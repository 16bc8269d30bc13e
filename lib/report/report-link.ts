import { hasUserInfo, readAddress } from '@/lib/url/typed-address';
import type { Report } from './report';

export type ReportLinkProblem = 'notAbsolute' | 'notWeb' | 'userInfo' | 'noId';

/** Replaces `{id}` during parsing, because `URL` encodes braces. */
const PLACEHOLDER = 'the-id-of-the-report';

export function defaultReportLink(baseUrl: string): string {
  return `${baseUrl}/reports/{id}`;
}

/**
 * Reads the Report link field. The path or query must contain `{id}`; host and fragment must not. If the text
 * is empty, reports have no links.
 */
export function readReportLink(text: string): { value: string } | { problem: ReportLinkProblem } {
  if (text.trim() === '') return { value: '' };
  const parsed = readAddress(text.replace(/\{id\}|%7bid%7d/gi, PLACEHOLDER));
  if ('problem' in parsed) {
    return { problem: parsed.problem === 'notWeb' ? 'notWeb' : 'notAbsolute' };
  }
  const { url } = parsed;
  if (hasUserInfo(url)) return { problem: 'userInfo' };
  const isInPathOrQuery = (url.pathname + url.search).includes(PLACEHOLDER);
  const isInHostOrFragment = url.host.includes(PLACEHOLDER) || url.hash.includes(PLACEHOLDER);
  if (!isInPathOrQuery || isInHostOrFragment) return { problem: 'noId' };
  return { value: url.href.replaceAll(PLACEHOLDER, '{id}') };
}

/**
 * Returns the address of a report; null if the setting is empty.
 * @param setting as `readReportLink` returns it; null for the default
 */
export function reportLink(
  { id }: Pick<Report, 'id'>,
  setting: string | null,
  baseUrl: string,
): string | null {
  const template = setting ?? defaultReportLink(baseUrl);
  return template === '' ? null : template.replaceAll('{id}', encodeURIComponent(id));
}
