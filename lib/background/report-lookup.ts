import type { ReportLookup } from '@/lib/address-bar/worker/address-bar';
import { isHidden } from '@/lib/deletion/deletion';
import { hasFailed } from '@/lib/outcome';
import { distinctReports, type Report, toSummary } from '@/lib/report/report';
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
    const [index = [], onDisk, inMemory] = await Promise.all([
      store.pageIndex(id).read(),
      store.lists(id, 'local').read(),
      store.lists(id, 'session').read(),
    ]);
    const pages = await store.pages(id).read(index.map(({ key }) => key));
    const places = [...(inMemory ?? []), ...(onDisk ?? []), ...pages.values()];
    const reports = distinctReports(places.flatMap((place) => place.reports));
    return withoutDeleted(reports, id);
  }

  /** Without those that are being deleted. */
  async function withoutDeleted(reports: readonly Report[], id: string): Promise<Report[]> {
    const deletions = (await store.deletions(id).read()) ?? [];
    return reports.filter((report) => !isHidden(deletions, report.id));
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
      const outcome = await call(async ({ connection, client, requests, signal, ordinary }) => {
        const both = AbortSignal.any([signal, typing]);
        const listed = await requests.send(() => client.list(query, both));
        if (listed === null || hasFailed(listed)) return { value: null };
        const found = await ordinary(distinctReports(listed.value.reports));
        return { value: await withoutDeleted(found, connection.id) };
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
