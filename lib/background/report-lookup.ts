import type { ReportLookup } from '@/lib/address-bar/worker/address-bar';
import { isPending } from '@/lib/deletion/deletion';
import { hasFailed } from '@/lib/outcome';
import { type Report, toSummary } from '@/lib/report/report';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { ConnectedService } from './connected-service';

/**
 * Looks up reports for a window of which nobody knows whether it is private: nothing that is read is
 * stored, and reports of private windows are left out. Like all that nobody has pressed a button
 * for, it keeps to the service's pause.
 */
export function createReportLookup(
  store: ConnectionStore,
  { call }: Pick<ConnectedService, 'call'>,
): ReportLookup {
  async function stored(id: string): Promise<Report[]> {
    const [index = [], onDisk, inMemory, deletions = []] = await Promise.all([
      store.pageIndex(id).read(),
      store.list(id, 'local').read(),
      store.list(id, 'session').read(),
      store.deletions(id).read(),
    ]);
    const pages = await store.pages(id).read(index.map(({ key }) => key));
    const reports = [...pages.values(), onDisk, inMemory].flatMap((some) => some?.reports ?? []);
    const byId = new Map(reports.map((report) => [report.id, report]));
    for (const deletion of deletions.filter(isPending)) byId.delete(deletion.report.id);
    return [...byId.values()];
  }

  return {
    async known() {
      const outcome = await call(async ({ connection }) => ({
        value: await stored(connection.id).catch(() => []),
      }));
      if (!hasFailed(outcome)) return outcome.value;
      return outcome.failure.code === 'notConnected' ? null : [];
    },
    async find(query, typing) {
      const outcome = await call(async ({ client, requests, signal, ordinary }) => {
        const both = AbortSignal.any([signal, typing]);
        const listed = await requests.send(() => client.list(query, both));
        if (listed === null || hasFailed(listed)) return { value: null };
        return { value: await ordinary(listed.value.reports) };
      });
      return hasFailed(outcome) ? null : outcome.value;
    },
    async get(id) {
      const outcome = await call(async ({ client, requests, signal }) => {
        const read = await requests.send(() => client.get(id, signal));
        return { value: read === null || hasFailed(read) ? null : toSummary(read.value) };
      });
      return hasFailed(outcome) ? null : outcome.value;
    },
  };
}
