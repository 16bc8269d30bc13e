import { i18n } from '#i18n';
import type { Report } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';
import { shownAddress } from '@/lib/url/shown-address';
import { hasUserInfo } from '@/lib/url/typed-address';

export type NamedReport = Pick<Report, 'id' | 'url'> & Partial<Pick<Report, 'fullUrl'>>;

/** Returns the URL of a report, or its id if the service sent no URL. */
export function reportName({ url, id }: Pick<Report, 'url' | 'id'>): string {
  return url ?? i18n.t('list.withoutUrl', [id]);
}

/** Decodes letters for display. */
export function shownReportName(report: Pick<Report, 'url' | 'id'>): string {
  return shownAddress(reportName(report));
}

/** Returns the address with its scheme if known; without an address, the name of the report. */
export function reportAddress(report: NamedReport): string {
  return report.fullUrl ?? reportName(report);
}

/**
 * Returns an address that a service sent; null if the address must not be opened. User info can
 * look like another host.
 */
export function openableAddress(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !hasUserInfo(url) ? url.href : null;
}

/** Returns an address that a service sent: normalized if possible, and in one line. */
export function copyableAddress(text: string): string {
  return URL.parse(text)?.href ?? untrustedLine(text, text.length);
}
