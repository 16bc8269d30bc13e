import { MAX_PAGES } from '@/components/list/list-state';
import { NO_TREND, type ReadTrends, readTrendsOf } from '@/components/table/trends';
import { attempt, attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import { MAX_IN_REPLY } from '@/lib/history/history-items';
import { type ClientNames, hostOfReport } from '@/lib/report/compare/client-names';
import type { Client } from '@/lib/report/compare/clients';
import { type PageRow, pageRow } from '@/lib/report/compare/findings';
import type { PageSince } from '@/lib/report/compare/page-change';
import { pagesOf } from '@/lib/report/compare/pages';
import { NO_MUTES, type PageMute } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import { type LoadedList, loadedList, withNextPage } from '@/lib/shared-state/loaded-list';

/** How many reports were read, if not all. */
export interface PartRead {
  read: number;
  /** The number of all reports; null if the service does not send it. */
  total: number | null;
}

/** All pages of clients, possibly with pages of other clients. */
export interface ClientPages {
  all: PageRow[];
  partRead: PartRead | null;
}

interface ClientPagesTools {
  background: Pick<BackgroundApi, 'listReports' | 'listFurtherReports' | 'getMutes'>;
  connectionId: string;
  /** Ids of the reports that are about to be deleted. */
  deleting(): readonly string[];
  readTrends: ReadTrends;
  clientNames: ClientNames;
  /** Returns the base of a report; null if unknown. */
  sinceOf(report: Report): PageSince | null;
}

/** Reads all reports of clients and the trends of their pages, up to 2,000 rows. */
export async function readClientPages(
  clients: readonly Client[],
  tools: ClientPagesTools,
): Promise<Result<ClientPages>> {
  const { deleting, readTrends, clientNames, sinceOf } = tools;
  const result = await readList(queryOf(clients, clientNames), tools);
  if (hasFailed(result)) return result;
  const { reports, next, total } = result.value;
  const pages = pagesOf(
    reports.filter(({ id }) => !deleting().includes(id)),
    clientNames.of,
  );
  const trends = await readTrendsOf(
    readTrends,
    pages.map(({ report }) => ({ report, since: sinceOf(report) ?? 'noSummary' })),
  );
  const mutes = await readMutes(
    pages.map(({ key }) => key),
    tools,
  );
  if (hasFailed(mutes)) return mutes;
  const all = pages.map((page, at) =>
    pageRow(page, trends[at] ?? NO_TREND, mutes.value[at] ?? NO_MUTES),
  );
  return { value: { all, partRead: next === null ? null : { read: reports.length, total } } };
}

/** Reads the mutes of pages, in the order of the page keys. */
async function readMutes(
  keys: readonly string[],
  { background, connectionId }: Pick<ClientPagesTools, 'background' | 'connectionId'>,
): Promise<Result<PageMute[][]>> {
  const mutes: PageMute[][] = [];
  for (let at = 0; at < keys.length; at += MAX_IN_REPLY) {
    const part = keys.slice(at, at + MAX_IN_REPLY);
    const result = await attemptWithRetries(() => background.getMutes(connectionId, part));
    if (hasFailed(result)) return result;
    mutes.push(...result.value);
  }
  return { value: mutes };
}

/** Returns the query for the reports of one single client; for other clients, for all reports. */
function queryOf([client, ...others]: readonly Client[], names: ClientNames): ReportQuery {
  const report = client?.pages[0]?.report;
  if (client === undefined || report === undefined || others.length > 0) return NEWEST_QUERY;
  if (names.singlesOf(client.name).length > 1) return NEWEST_QUERY;
  return report.project === null
    ? { ...NEWEST_QUERY, search: hostOfReport(report) }
    : { ...NEWEST_QUERY, project: report.project };
}

/** Reads a list, at most `MAX_PAGES` of its pages. */
async function readList(
  query: ReportQuery,
  { background, connectionId }: Pick<ClientPagesTools, 'background' | 'connectionId'>,
): Promise<Result<LoadedList>> {
  const first = await attempt(() => background.listReports(connectionId, query));
  if (hasFailed(first)) return first;
  let list = loadedList(query, first.value);
  while (list.next !== null && list.next <= MAX_PAGES) {
    const page = list.next;
    const further = await attempt(() =>
      background.listFurtherReports(connectionId, list.requested ?? query, page),
    );
    if (hasFailed(further)) return further;
    list = withNextPage(list, further.value);
  }
  return { value: list };
}
