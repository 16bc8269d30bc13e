import { projectHosts } from './host-reports';
import { pageIndexItem } from './known-pages';
import { listItems } from './list-items';
import { pageOf } from './page-history';
import { listedReports } from './stored-list';

/** What is known here of the pages that are reported. */
export interface ReportedPages {
  /** By page key the date of the last report, ISO 8601; null where that is not known. */
  pages: ReadonlyMap<string, string | null>;
  /** The hosts by which the service names projects. */
  projects: ReadonlySet<string>;
}

/** Reads what is stored of the reports of a connection. */
export async function reportedPages(connectionId: string): Promise<ReportedPages> {
  const index = (await pageIndexItem(connectionId).read()) ?? [];
  const [histories, lists = []] = await Promise.all([
    listItems.pages(connectionId).read(index),
    listItems.lists(connectionId).read(),
  ]);
  const pages = new Map<string, string | null>();
  const listed = listedReports(lists);
  for (const report of listed) {
    const page = pageOf(report);
    const known = page && pages.get(page);
    if (page && (known ?? '') <= (report.generatedAt ?? '')) pages.set(page, report.generatedAt);
  }
  for (const [page, { reports }] of histories) pages.set(page, reports[0]?.generatedAt ?? null);
  const noted = [...histories.values()].flatMap(({ reports }) => reports);
  return { pages, projects: projectHosts([...listed, ...noted]) };
}
