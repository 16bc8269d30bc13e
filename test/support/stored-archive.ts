import { createArchive } from '@/lib/archive/archive';
import { archiveItems, readReports } from '@/lib/archive/archive-items';
import { type ResolvedList, resolvedList, type StoredList } from '@/lib/archive/stored-list';
import type { Report } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';

/** Stores reports in the archive of a connection. */
export async function storeReports(connectionId: string, ...reports: Report[]): Promise<void> {
  const { signal } = new AbortController();
  await createArchive(connectionId, signal, Date.now, () => {}).note(reports);
}

/** A list as it is stored. */
export function asStored({ reports, isWhole: _, ...list }: ResolvedList): StoredList {
  return { version: 1, ...list, rows: reports.map(placeOf) };
}

/** Stores lists of a connection with their reports. */
export async function storeLists(connectionId: string, ...lists: ResolvedList[]): Promise<void> {
  await storeReports(connectionId, ...lists.flatMap(({ reports }) => reports));
  await archiveItems.lists(connectionId).write(lists.map(asStored));
}

/** The stored lists of a connection with their reports. */
export async function readLists(connectionId: string): Promise<ResolvedList[]> {
  const known = await readReports(connectionId);
  const reportOf = new Map(known.map((report) => [JSON.stringify(placeOf(report)), report]));
  const lists = (await archiveItems.lists(connectionId).read()) ?? [];
  return lists.map((list) =>
    resolvedList(list, ({ id, page }) => reportOf.get(JSON.stringify({ id, page })) ?? null),
  );
}
