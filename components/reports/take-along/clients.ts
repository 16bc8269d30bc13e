import { i18n } from '#i18n';
import { shortDay } from '@/components/text/dates';
import { countText } from '@/components/text/language';
import type { PageRow } from '@/lib/report/compare/findings';
import { SINCE_DAYS, type Since } from '@/lib/report/compare/page-change';
import { shownProject } from '@/lib/report/project';
import type { Report } from '@/lib/report/report';
import { pageHost } from '@/lib/url/page-key';

/** A client's pages: those of one project, or of one host where the service names no project. */
export interface Client {
  name: string;
  pages: PageRow[];
}

/** The clients that pages belong to, in the order of the pages. */
export function clientsOf(pages: readonly PageRow[]): Client[] {
  const clients = new Map<string, Client>();
  for (const page of pages) {
    const { project, url, id } = page.report;
    const host = hostOf(page.report);
    const name = shownProject(project ?? (host || (url ?? id)));
    const known = clients.get(name) ?? { name, pages: [] };
    known.pages.push(page);
    clients.set(name, known);
  }
  return [...clients.values()];
}

/** The host of a report's page, without `www.`; empty where its address is not known. */
export function hostOf({ fullUrl }: Pick<Report, 'fullUrl'>): string {
  return pageHost(URL.parse(fullUrl ?? '')?.hostname ?? '');
}

/** What is looked at: "last 7 days, to Nov 26, 2026". */
export function periodText(since: Since, now: Date): string {
  const day = shortDay(now.toISOString());
  return since === 'before'
    ? i18n.t('summary.sinceBefore', [day])
    : i18n.t('summary.lastDays', [countText(SINCE_DAYS[since]), day]);
}
