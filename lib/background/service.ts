import type { Account } from '@/lib/model/connection';
import { type Failure, mayHaveBeenDone } from '@/lib/model/failure';
import { hasFailed } from '@/lib/model/outcome';
import { type ReportDetails, reportOf } from '@/lib/model/report';
import { isRecentReportsQuery } from '@/lib/model/report-query';
import { type BackgroundTools, createConnectedService } from './connected-service';
import type { BackgroundOffer } from './offer';
import type { RecentReportsKeeper } from './recent-reports';

/** Makes what pages may ask of the background. It may be stopped at any time and made again. */
export function createBackground(tools: BackgroundTools): BackgroundOffer {
  const { store, keepAwake } = tools;
  const { connect, disconnect, call } = createConnectedService(tools);
  return {
    connect,
    disconnect,
    account: () =>
      call<Account>(async ({ connection, client, signal }) => {
        const outcome = await client.account(signal);
        if (!hasFailed(outcome) && !signal.aborted) {
          await store.account(connection.id).write(outcome.value);
        }
        return outcome;
      }),
    list: (query) =>
      call(({ client, recent, signal }) =>
        isRecentReportsQuery(query) ? recent.refresh() : client.list(query, signal),
      ),
    get: (id) =>
      call(async ({ client, recent, signal }) => {
        const outcome = await client.get(id, signal);
        if (hasFailed(outcome)) return forgetGone(outcome, id, recent);
        await recent.replace(reportOf(outcome.value));
        return outcome;
      }),
    create: (draft) =>
      call(async ({ client, recent, signal }) => {
        const created = await client.create(draft, signal);
        if (hasFailed(created)) {
          if (mayHaveBeenDone(created.failure)) void keepAwake(recent.refresh());
          return created;
        }
        if (created.value === null) {
          const list = await recent.refresh();
          const listed = hasFailed(list) ? [] : list.value.reports;
          return { value: listed.find(({ url }) => url === draft.url) ?? null };
        }
        const report = reportOf(created.value);
        await recent.add(report);
        void keepAwake(recent.refresh());
        return { value: report };
      }),
    update: (id, change) =>
      call<ReportDetails | null>(async ({ client, recent, signal }) => {
        const updated = await client.update(id, change, signal);
        if (hasFailed(updated)) return forgetGone(updated, id, recent);
        const read =
          updated.value === null ? await client.get(id, signal) : { value: updated.value };
        if (hasFailed(read)) return { value: null };
        await recent.replace(reportOf(read.value));
        return read;
      }),
    remove: (id) =>
      call(async ({ client, recent, signal }) => {
        const removed = await client.remove(id, signal);
        if (hasFailed(removed)) return forgetGone(removed, id, recent);
        await recent.remove(id);
        void keepAwake(recent.refresh());
        return removed;
      }),
  };
}

/** A report that the service no longer has leaves the stored list too. */
async function forgetGone(
  outcome: { failure: Failure },
  id: string,
  recent: RecentReportsKeeper,
): Promise<{ failure: Failure }> {
  const { failure } = outcome;
  if (failure.code === 'gone' && failure.what === 'report') await recent.remove(id);
  return outcome;
}
