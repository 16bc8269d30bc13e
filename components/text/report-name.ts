import { i18n } from '#i18n';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { shortAddress } from '@/lib/url/short-address';
import { shownAddress } from '@/lib/url/shown-address';
import { hasUserInfo } from '@/lib/url/typed-address';
import { isolated, shortened } from './isolation';
import type { Words } from './language';

export type NamedReport = Pick<Report, 'id' | 'url'> & Partial<Pick<Report, 'fullUrl'>>;

/** Returns the URL of a report. Without a URL, returns a text with the id, such as "Report 4711". */
export function reportName({ url, id }: Pick<Report, 'url' | 'id'>, words: Words = i18n): string {
  return url ?? words.t('list.withoutUrl', [id]);
}

export function shownReportName(report: Pick<Report, 'url' | 'id'>): string {
  return shownAddress(reportName(report));
}

/** Returns `fullUrl`, or the name of the report if `fullUrl` is absent or null. */
export function reportAddress(report: NamedReport, words: Words = i18n): string {
  return report.fullUrl ?? reportName(report, words);
}

/** Returns a short address, isolated for use in a sentence. */
export function addressInSentence(address: string): string {
  return isolated(shortened(shortAddress(address)));
}

/**
 * Returns an `href` for an address from the service. Returns null if the scheme is not HTTP or
 * HTTPS. Also returns null if the address contains user info, which can imitate a host.
 */
export function openableAddress(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !hasUserInfo(url) ? url.href : null;
}

/** Returns an address from the service, normalized by `URL`. Returns any other text as one line. */
export function copyableAddress(text: string): string {
  return URL.parse(text)?.href ?? untrustedLine(text, text.length);
}
