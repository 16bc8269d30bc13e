import type { Failure } from '@/lib/failure';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import { hasFailed, type Result } from '@/lib/result';
import type { ServiceClient } from '@/lib/service/client';
import { timeIn } from '@/lib/waiting-time';
import type { BackoffState } from './backoff-state';
import type { Clock } from './clock';

/** What is read of a service. Each read tells the backoff how the service is. */
export type Reads = ReturnType<typeof createReads>;

/** The operation that requests a list. */
export interface ListRequester {
  operationId: string;
  isPrivate: boolean;
}

/** A list, and when it was requested. */
export interface ReadList<List = Result<ReportList>> {
  query: ReportQuery;
  page: number;
  /** Whether a private operation requested the list: nothing in the list may be stored on disk. */
  isPrivate: boolean;
  /** By the clock of the connection, which operations are finished by as well. */
  requestedAt: number;
  /** The same for a person, ISO 8601. */
  readAt: string;
  list: List;
}

interface ReadsTools {
  client: ServiceClient;
  backoff: BackoffState;
  clock: Clock;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
  signal: AbortSignal;
  now(): number;
}

/** Makes the reads of one connection. None of them rejects. */
export function createReads(tools: ReadsTools) {
  const { client, backoff, clock, missingPermission, signal, now } = tools;
  const listeners: ((read: ReadList<ReportList>) => Promise<unknown>)[] = [];

  async function read<T>(
    answer: Promise<Result<T>>,
    operationId: string | null,
  ): Promise<Result<T>> {
    const result = await answer;
    if (signal.aborted) return result;
    if (!hasFailed(result)) {
      backoff.readSucceeded(operationId);
      return result;
    }
    const { failure } = result;
    // Browsers report a missing permission as a dead line.
    const cause =
      failure.code === 'unreachable' ? ((await missingPermission()) ?? failure) : failure;
    backoff.readFailed(cause, operationId);
    return { failure: cause };
  }

  /** Gives a list to all who learn from lists. */
  async function take(read: ReadList<ReportList>): Promise<void> {
    await Promise.all(listeners.map((listen) => listen(read))).catch(() => {});
  }

  return {
    /** Takes in a list that was read elsewhere, like any other. */
    take(read: ReadList<ReportList>): Promise<void> {
      return take({ ...read, requestedAt: clock.since(read.requestedAt) });
    },
    /**
     * Reads a list; resolves when all who learn from lists have heard of it.
     * @param requester the operation that needs the list; null for a page
     * @param page beyond the first only where an answer to this query has named it as its next
     */
    async list(
      query: ReportQuery,
      requester: ListRequester | null = null,
      page = 1,
    ): Promise<ReadList> {
      const requestedAt = clock.next();
      const readAt = timeIn(0, now());
      const list = await read(client.list(query, signal, page), requester?.operationId ?? null);
      const isPrivate = requester?.isPrivate ?? false;
      if (!hasFailed(list) && !signal.aborted) {
        await take({ query, page, isPrivate, requestedAt, readAt, list: list.value });
      }
      return { query, page, isPrivate, requestedAt, readAt, list };
    },
    /** Calls back with each list, whatever it was read for. */
    onList: (listener: (read: ReadList<ReportList>) => Promise<unknown>): void =>
      void listeners.push(listener),
    get: (reportId: string, operationId: string | null = null): Promise<Result<ReportDetails>> =>
      read(client.get(reportId, signal), operationId),
    async getAccount(): Promise<Result<Account>> {
      const result = await client.account(signal);
      // Many keys may not see their account, and do all else.
      const isRefused = hasFailed(result) && result.failure.code === 'keyRefused';
      return isRefused ? result : read(Promise.resolve(result), null);
    },
  };
}
