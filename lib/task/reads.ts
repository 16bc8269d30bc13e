import type { Failure } from '@/lib/failure';
import { hasFailed, type Outcome } from '@/lib/outcome';
import type { Account } from '@/lib/report/extra-fields';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import type { ReportQuery } from '@/lib/report/report-query';
import type { Client } from '@/lib/service/client';

/** What is read of a service. What a read meets closes the gate, or lets it be tried. */
export interface Reads {
  /** @param page beyond the first only where an answer to this query has named it as its next */
  list(query: ReportQuery, page?: number): Promise<Outcome<ReportList>>;
  get(id: string): Promise<Outcome<ReportDetails>>;
  account(): Promise<Outcome<Account>>;
}

interface ReadTools {
  client: Client;
  signal: AbortSignal;
  /** The failure where the host permission is missing; null where it is not. */
  missingPermission(): Promise<Failure | null>;
  onFailure(failure: Failure): void;
  onSuccess(): void;
}

/** Makes the reads of one connection. None of them rejects. */
export function createReads(tools: ReadTools): Reads {
  const { client, signal, missingPermission, onFailure, onSuccess } = tools;

  async function read<T>(answer: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await answer;
    if (signal.aborted) return outcome;
    if (!hasFailed(outcome)) {
      onSuccess();
      return outcome;
    }
    const { failure } = outcome;
    // Browsers report a missing permission as a dead line.
    const cause =
      failure.code === 'unreachable' ? ((await missingPermission()) ?? failure) : failure;
    onFailure(cause);
    return { failure: cause };
  }

  return {
    list: (query, page) => read(client.list(query, signal, page)),
    get: (id) => read(client.get(id, signal)),
    async account() {
      const outcome = await client.account(signal);
      // Many keys may not see their account, and do all else.
      const isRefused = hasFailed(outcome) && outcome.failure.code === 'keyRefused';
      return isRefused ? outcome : read(Promise.resolve(outcome));
    },
  };
}
