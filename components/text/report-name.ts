import { i18n } from '#i18n';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { shortAddress } from '@/lib/url/short-address';
import { shownAddress } from '@/lib/url/shown-address';
import { hasUserInfo } from '@/lib/url/typed-address';
import { isolated, quoted } from './isolation';

export type NamedReport = Pick<Report, 'id' | 'url'> & Partial<Pick<Report, 'fullUrl'>>;

/** Returns the URL of a report or, if the service sent no URL, its id in words. */
export function reportName({ url, id }: Pick<Report, 'url' | 'id'>): string {
  return url ?? i18n.t('list.withoutUrl', [id]);
}

export function shownReportName(report: Pick<Report, 'url' | 'id'>): string {
  return shownAddress(reportName(report));
}

/** Returns the address, with its scheme if known. Without an address, returns the report's name. */
export function reportAddress(report: NamedReport): string {
  return report.fullUrl ?? reportName(report);
}

/** Returns a short address, isolated for use in a sentence. */
export function addressInSentence(address: string): string {
  return isolated(quoted(shortAddress(address)));
}

/**
 * Returns the address of a link to an address that a service sent. Returns null for a text outside
 * the web, and for user info, which can imitate a host.
 */
export function openableAddress(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !hasUserInfo(url) ? url.href : null;
}

/** Returns an address that a service sent, in one line and in the normal form of `URL`. */
export function copyableAddress(text: string): string {
  return URL.parse(text)?.href ?? untrustedLine(text, text.length);
}
