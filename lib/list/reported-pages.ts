import { pageIndexItem } from './known-pages';
import { listItems } from './list-items';
import { pageOf } from './page-history';
import { listedReports } from './stored-list';

/**
 * The pages that are known here to be reported, by page key, with the date of the last report (null
 * where that is not known).
 */
export async function reportedPages(connectionId: string): Promise<Map<string, string | null>> {
  const index = (await pageIndexItem(connectionId).read()) ?? [];
  const [histories, lists = []] = await Promise.all([
    listItems.pages(connectionId).read(index),
    listItems.lists(connectionId).read(),
  ]);
  const pages = new Map<string, string | null>();
  for (const report of listedReports(lists)) {
    const page = pageOf(report);
    const known = page && pages.get(page);
    if (page && (known ?? '') <= (report.generatedAt ?? '')) pages.set(page, report.generatedAt);
  }
  for (const [page, { reports }] of histories) pages.set(page, reports[0]?.generatedAt ?? null);
  return pages;
}
