import { MOST_PAGES } from '@/components/list/list-state';
import { attempt } from '@/components/ui/state/attempt';
import type { PageHistory } from '@/lib/archive/page-history';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type HeldList, heldList, withFurtherPage } from '@/lib/front/held-list';
import { hasFailed, type Outcome } from '@/lib/outcome';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import type { Since } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { type Client, hostOf, type PartRead } from './clients';

/** All pages of clients, and maybe of others. */
export interface ClientPages {
  all: PageRow[];
  partRead: PartRead | null;
}

interface ClientPagesTools {
  background: Pick<BackgroundApi, 'list' | 'listPage'>;
  /** Ids of the reports that are about to be deleted. */
  deleting(): readonly string[];
  historyOf(page: string): PageHistory | undefined;
  readHistories(pages: readonly string[]): Promise<void>;
  since(): Since;
  now(): Date;
}

/** Reads all reports of clients and what their pages were before, up to 2,000 rows. */
export async function readClientPages(
  clients: readonly Client[],
  { background, deleting, historyOf, readHistories, since, now }: ClientPagesTools,
): Promise<Outcome<ClientPages>> {
  const outcome = await readList(queryOf(clients), background);
  if (hasFailed(outcome)) return outcome;
  const { reports, next, total } = outcome.value;
  const pages = pagesOf(reports.filter(({ id }) => !deleting().includes(id)));
  await readHistories(pages.map(({ key }) => key));
  const all = pages.map((page) =>
    pageRow(page, historyOf(page.key)?.results ?? [], since(), now()),
  );
  return { value: { all, partRead: next === null ? null : { read: reports.length, total } } };
}

/** What the service is asked for: the reports of one client, or else all. */
function queryOf([client, ...others]: readonly Client[]): ReportQuery {
  const report = client?.pages[0]?.report;
  if (report === undefined || others.length > 0) return NEWEST_QUERY;
  return report.project === null
    ? { ...NEWEST_QUERY, search: hostOf(report) }
    : { ...NEWEST_QUERY, project: report.project };
}

/** Reads a list from the first page on, as far as lists are read. */
async function readList(
  query: ReportQuery,
  background: ClientPagesTools['background'],
): Promise<Outcome<HeldList>> {
  const first = await attempt(() => background.list(query));
  if (hasFailed(first)) return first;
  let list = heldList(query, first.value);
  while (list.next !== null && list.next <= MOST_PAGES) {
    const from = { place: list.reports.length, after: list.after, next: list.next };
    const further = await attempt(() => background.listPage(list.asked ?? query, from));
    if (hasFailed(further)) return further;
    list = withFurtherPage(list, further.value);
  }
  return { value: list };
}
