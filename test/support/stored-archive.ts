import { createArchive } from '@/lib/archive/archive';
import type { Report } from '@/lib/report/report';

/** Stores reports in the archive of a connection. */
export async function storeReports(connectionId: string, ...reports: Report[]): Promise<void> {
  const { signal } = new AbortController();
  await createArchive(connectionId, signal, Date.now, () => {}).note(reports);
}
