import { PastResult } from '@/lib/report/past-result';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import { readByPrefix, removeWhere } from '@/lib/storage/stored-values';
import { type HistoryRecords, reportRecord } from './records';

/** What versions before the database have stored of a page. */
const FormerPage = z.object({
  page: z.string(),
  reports: z.array(Report),
  former: z.array(PastResult),
});

/**
 * Takes over what versions before the database have stored, and removes it then: past results cannot be
 * read from the service again. A worker that is stopped in between begins anew.
 */
export async function importFormerPages(
  connectionId: string,
  records: Pick<HistoryRecords, 'put' | 'putPast'>,
  now: number,
): Promise<void> {
  const prefix = keyOf(connectionId, 'archive/');
  const values = await readByPrefix('local', prefix, z.array(z.unknown()));
  if (values.length === 0) return;
  const pages = values.flat().flatMap((raw) => FormerPage.safeParse(raw).data ?? []);
  await records.put(
    pages.flatMap(({ reports }) => reports.map((report) => reportRecord(report, now))),
  );
  await records.putPast(
    pages.flatMap(({ page, former }) => former.map((result) => ({ ...result, page }))),
  );
  await removeWhere('local', (key) => key.startsWith(prefix));
}
