import { isServiceWide } from '@/lib/failure';
import { type Report, type ReportList, toSummary } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { addressKey } from '@/lib/url/page-key';
import type { Answer } from './answers';
import type { Baselines } from './baseline';
import { type Entry, entryId, isCreationEntry } from './entry';
import type { ChangedOperation, JobStore } from './job-store';
import { createdReport, isAbsent, lookupQuery } from './lookup';
import {
  type Creation,
  createdReportOf,
  isIn,
  isUnverifiable,
  type UnverifiedCreation,
} from './operation';
import type { Reads } from './reads';
import * as steps from './steps';
import type { WrittenReports } from './written-reports';

/** Creates reports, and looks up creations without an answer. */
export type Creations = ReturnType<typeof createCreations>;

interface CreationsTools {
  store: JobStore;
  client: ServiceClient;
  baselines: Baselines;
  reads: Reads;
  written: Pick<WrittenReports, 'note'>;
  signal: AbortSignal;
  now(): number;
}

/** Fewer than a list shows, because of requests in flight and reports that other people create. */
const MAX_SINCE_BASELINE = NEWEST_QUERY.perPage - 20;

/** Sends and looks up the creations of one connection. */
export function createCreations(tools: CreationsTools) {
  const { store, client, baselines, reads, written, signal, now } = tools;
  async function readList(query: ReportQuery, entry: Entry): Promise<Result<ReportList>> {
    const requester = { operationId: entryId(entry), isPrivate: entry.job.isPrivate };
    return (await reads.list(query, requester)).list;
  }

  function* unverified(): Iterable<Entry<UnverifiedCreation>> {
    for (const entry of store.begun()) {
      if (isIn(entry.operation, 'unverified')) yield entry as Entry<UnverifiedCreation>;
    }
  }

  async function lookedUp(entry: Entry<UnverifiedCreation>): Promise<steps.Lookup | 'found'> {
    const { job, index, operation } = entry;
    const stillUnverified = () => {
      const current = store.entry(job.id, index)?.operation;
      return current !== undefined && isIn(current, 'unverified');
    };
    const own = await readList(lookupQuery(operation), entry);
    if (!stillUnverified() || signal.aborted) return 'found';
    if (hasFailed(own) && isServiceWide(own.failure)) return 'failed';
    if (!steps.decides(operation)) return 'inconclusive';
    const hasFailedBefore = operation.status.failedDecisions !== undefined;
    if (hasFailed(own) && hasFailedBefore) return 'inconclusive';
    // A search may miss the report: services change addresses, and have their own search rules.
    const newest = await readList(NEWEST_QUERY, entry);
    if (!stillUnverified() || signal.aborted) return 'found';
    if (hasFailed(newest)) return 'undecided';
    return isAbsent(operation, newest.value, store.isClaimed) ? 'absent' : 'inconclusive';
  }

  /**
   * Whether a listed report can belong to a creation: no creation of the same page is in flight.
   */
  function mayBeListed({ operation }: Entry<Creation>, sending: readonly Entry<Creation>[]) {
    const page = addressKey(operation.subject.url);
    return !sending.some((other) => addressKey(other.operation.subject.url) === page);
  }

  return {
    /**
     * Returns a creation with a baseline. A repeated creation has the baseline of its first
     * request. Null if the list for the baseline fails because of the whole service.
     */
    async withBaseline(entry: Entry<Creation>): Promise<Entry<Creation> | null> {
      const { operation } = entry;
      if (operation.attempts > 0) return entry;
      const baseline = await baselines.baseline((query) => readList(query, entry));
      if (hasFailed(baseline) && isServiceWide(baseline.failure)) return null;
      const value = hasFailed(baseline) ? null : baseline.value;
      return { ...entry, operation: { ...operation, baseline: value } };
    },
    /**
     * Returns the unverifiable creations of the same page, without their baselines. After the new
     * request, lists cannot tell which creation made a report.
     */
    superseding({ operation }: Entry<Creation>): ChangedOperation[] {
      const page = addressKey(operation.subject.url);
      return [...store.begun()].flatMap((other) => {
        const isOlder =
          isCreationEntry(other) &&
          isUnverifiable(other.operation) &&
          addressKey(other.operation.subject.url) === page;
        return isOlder ? [{ ...other, operation: { ...other.operation, baseline: null } }] : [];
      });
    },
    /** Sends the request of a creation. */
    async request(entry: Entry<Creation>, password: string | undefined): Promise<Answer> {
      const { subject } = entry.operation;
      const { url, privacy } = subject;
      const result = await client.create({ url, privacy, ...(password && { password }) }, signal);
      const details = hasFailed(result) ? null : result.value;
      if (details !== null) written.note(details, false);
      const report = details && toSummary(details);
      const shown = hasFailed(result) ? result : { value: report && createdReportOf(report) };
      return {
        entry,
        after: (current) => steps.afterCreation(current as Creation, shown, now()),
        report,
        failure: hasFailed(result) ? result.failure : null,
      };
    },
    /** Looks up the report of a creation. Meanwhile, any other list may have shown the report. */
    async look(entry: Entry<UnverifiedCreation>): Promise<void> {
      const lookup = await lookedUp(entry);
      const current = store.entry(entry.job.id, entry.index);
      if (signal.aborted || lookup === 'found' || !current) return;
      if (!isIn(current.operation, 'unverified')) return;
      const operation = steps.afterLookup(current.operation as UnverifiedCreation, lookup, now());
      await store.record({ operations: [{ ...current, operation }] });
    },
    /** Finishes the creations whose reports a list shows. Rejects if storage cannot be read. */
    async settle(listed: readonly Report[]): Promise<void> {
      for (const { job } of [...store.jobs()]) {
        if (job.finished?.hasUnverifiable) await store.entries(job.id);
      }
      const begun = [...store.begun()].filter(isCreationEntry);
      const sending = begun.filter(({ operation }) => isIn(operation, 'sending'));
      const candidates = begun.filter(
        (entry) =>
          (isIn(entry.operation, 'unverified') || isUnverifiable(entry.operation)) &&
          mayBeListed(entry, sending),
      );
      const found = new Set<string>();
      const isClaimed = (id: string) => found.has(id) || store.isClaimed(id);
      const operations = candidates.flatMap((entry) => {
        const report = createdReport(entry.operation, listed, isClaimed);
        if (report === null) return [];
        found.add(report.id);
        return [
          { ...entry, operation: steps.done(entry.operation, createdReportOf(report)), report },
        ];
      });
      if (operations.length > 0) await store.record({ operations });
    },
    /**
     * Whether batches of creations have to wait. With more new reports, the newest list would no
     * longer reach the baseline of an unverified creation.
     */
    holdsBatches: (): boolean =>
      [...unverified()].some(
        ({ operation: { baseline } }) =>
          baseline !== null && baselines.createdSince(baseline) >= MAX_SINCE_BASELINE,
      ),
  };
}
