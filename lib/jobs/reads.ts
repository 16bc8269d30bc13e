import type { Failure } from '@/lib/failure';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { timeIn } from '@/lib/waiting-time';
import type { Clock } from './clock';

/** The reads of a service. */
export type Reads = ReturnType<typeof createReads>;

/** The sender of a request for a list. */
export interface ListRequester {
  /** Null for an extension page, or for the reading of all reports. */
  operationId: string | null;
  isPrivate: boolean;
  isForReading?: boolean;
}

/** A list with its request. */
export interface ReadList<List = Result<ReportList>> {
  query: ReportQuery;
  page: number;
  /**
   * Whether a private operation requested the list. The reports of such a list must not be stored
   * on disk.
   */
  isPrivate: boolean;
  /** Request time by the connection's clock, comparable with `endedAt` of operations. */
  requestedAt: number;
  /** Request time for people, ISO 8601. */
  readAt: string;
  list: List;
  /** Whether the reading of all reports has requested the list, and stores the reports itself. */
  isForReading?: boolean;
}

interface ReadsTools {
  client: ServiceClient;
  /**
   * Called at the end of each read; `failure` is null after a success.
   * @param operationId the operation that needs the read; null for an extension page
   */
  onEnd(operationId: string | null, failure: Failure | null): void;
  clock: Clock;
  /** Resolves with a failure if the host permission is missing, otherwise with null. */
  missingPermission(): Promise<Failure | null>;
  signal: AbortSignal;
  now(): number;
}

/** Creates the reads of one connection, which never reject. */
export function createReads(tools: ReadsTools) {
  const { client, onEnd, clock, missingPermission, signal, now } = tools;
  const listeners: ((read: ReadList<ReportList>) => Promise<unknown>)[] = [];

  /** @param operationId the operation that needs the read; null for an extension page */
  async function read<T>(
    send: () => Promise<Result<T>>,
    operationId: string | null,
  ): Promise<Result<T>> {
    // The read may be a probe, which needs the permission like any other request.
    const missing = operationId === null ? null : await missingPermission();
    if (missing !== null) {
      onEnd(operationId, missing);
      return { failure: missing };
    }
    const result = await send();
    if (signal.aborted) return result;
    if (!hasFailed(result)) {
      onEnd(operationId, null);
      return result;
    }
    const { failure } = result;
    // Browsers report a missing permission like a broken connection.
    const cause =
      failure.code === 'unreachable' ? ((await missingPermission()) ?? failure) : failure;
    onEnd(operationId, cause);
    return { failure: cause };
  }

  /** Passes a list to all listeners. */
  async function callListeners(read: ReadList<ReportList>): Promise<void> {
    await Promise.all(listeners.map((listen) => listen(read))).catch(() => {});
  }

  return {
    /** Passes a list to all listeners. Other code has read the list. */
    addList(read: ReadList<ReportList>): Promise<void> {
      return callListeners({ ...read, requestedAt: clock.since(read.requestedAt) });
    },
    /**
     * Reads a list. Resolves after all listeners have finished.
     * @param requester the operation that needs the list; null for an extension page
     * @param page above 1 only if an answer to this query has named this page as `next`
     */
    async list(
      query: ReportQuery,
      requester: ListRequester | null = null,
      page = 1,
    ): Promise<ReadList> {
      const requestedAt = clock.next();
      const readAt = timeIn(0, now());
      const list = await read(
        () => client.list(query, signal, page),
        requester?.operationId ?? null,
      );
      const { isPrivate = false, isForReading = false } = requester ?? {};
      const facts = { query, page, isPrivate, isForReading, requestedAt, readAt };
      if (!hasFailed(list) && !signal.aborted) {
        await callListeners({ ...facts, list: list.value });
      }
      return { ...facts, list };
    },
    /** @param listener called with each list, for an operation or an extension page */
    onList: (listener: (read: ReadList<ReportList>) => Promise<unknown>): void =>
      void listeners.push(listener),
    get: (reportId: string, operationId: string | null = null): Promise<Result<ReportDetails>> =>
      read(() => client.get(reportId, signal), operationId),
    async getAccount(): Promise<Result<Account>> {
      const result = await client.account(signal);
      // Many keys may not read their account, and some services have no account.
      const concernsAccountOnly =
        hasFailed(result) && ['keyRefused', 'webServerAnswer'].includes(result.failure.code);
      return concernsAccountOnly ? result : read(async () => result, null);
    },
  };
}
