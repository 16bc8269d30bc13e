import { i18n } from '#i18n';
import { foreignLine } from '@/lib/report/foreign-line';
import type { Report } from '@/lib/report/report';
import { shownAddress } from '@/lib/url/shown-address';
import { hasUserInfo } from '@/lib/url/typed-address';

/** As much of a report as names it. */
export type NamedReport = Pick<Report, 'id' | 'url'> & Partial<Pick<Report, 'fullUrl'>>;

/** What a report is called: its URL, or its id where the service did not send one. */
export function reportName({ url, id }: Pick<Report, 'url' | 'id'>): string {
  return url ?? i18n.t('list.withoutUrl', [id]);
}

/** The same for people to read: foreign letters stand for themselves. */
export function shownReportName(report: Pick<Report, 'url' | 'id'>): string {
  return shownAddress(reportName(report));
}

/** The address of a report with its scheme where that is known; its name where it has no address. */
export function reportAddress(report: NamedReport): string {
  return report.fullUrl ?? reportName(report);
}

/**
 * The address that a service sent as the browser reads it, where it may be opened; null for anything
 * but http and https, and for one with user info, which can pretend to lead to another host.
 */
export function openableAddress(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && !hasUserInfo(url) ? url.href : null;
}

/** The address that a service sent as it may be copied: as it is read, and in any case one line. */
export function copyableAddress(text: string): string {
  return URL.parse(text)?.href ?? foreignLine(text, text.length);
}
