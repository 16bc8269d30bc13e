import { computed, signal } from '@preact/signals';
import { vi } from 'vitest';
import { createConnecting } from '@/components/settings/connecting-state';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Connection, ConnectRequest } from '@/lib/connection/connection';
import type { StoredHistory } from '@/lib/history/histories';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import type { Account } from '@/lib/report/extra-fields';
import type { Result } from '@/lib/result';
import type { Policy } from '@/lib/settings/policy';
import { createDeferredCalls } from './deferred-calls';
import { sampleConnection } from './stored-connection';

export const STORED_CONNECTION: Connection = sampleConnection({
  baseUrl: 'https://host.example/s',
});

/** Creates a connection form with entered values. The test answers the calls of the form. */
export function openConnect(
  stored?: Connection,
  entered = { baseUrl: '', apiKey: 'typed-key' },
  policy = signal<Policy | undefined>(undefined),
) {
  const connection = signal(stored);
  /** The connections that are not in use. */
  const others = signal<readonly Connection[]>([]);
  const register = computed(() => ({
    connections: connection.value ? [connection.value, ...others.value] : others.value,
    inUse: connection.value?.id ?? null,
    unreadable: [],
  }));
  const grants = createDeferredCalls<boolean>();
  const checks = createDeferredCalls<ConnectionCheck>();
  const disconnects = createDeferredCalls<Result<readonly StoredHistory[]>>();
  const deletions = createDeferredCalls<Result<null>>();
  const accounts = createDeferredCalls<Result<Account>>();
  const uses = createDeferredCalls<Result<null>>();
  const waitingOperations = createDeferredCalls<Result<readonly WaitingOperations[]>>();
  const requestPermission = vi.fn((_: string) => grants.call());
  const hasPermission = vi.fn(async (_: string) => false);
  const connect = vi.fn((_: ConnectRequest) => checks.call());
  const disconnect = vi.fn((_: string, _dropsOpenJobs?: boolean) => disconnects.call());
  const deleteHistory = vi.fn((_: string) => deletions.call());
  const useConnection = vi.fn((_: string) => uses.call());
  const form = createConnecting({
    register,
    policy,
    background: {
      connect,
      disconnect,
      deleteHistory,
      getAccount: accounts.call,
      useConnection,
      countWaitingOperations: waitingOperations.call,
    },
    requestHostPermission: requestPermission,
    hasHostPermission: hasPermission,
  });
  form.enterBaseUrl(entered.baseUrl || STORED_CONNECTION.baseUrl);
  form.editKey(entered.apiKey !== '');
  const pressConnect = () => form.connect(entered.apiKey);
  /** Presses a button, and grants the permission. Resolves when the connection check has begun. */
  async function startCheck(press = pressConnect): Promise<{ ended: Promise<void> }> {
    const ended = press();
    grants.answer(grants.count - 1, true);
    await checks.untilCount(grants.count);
    return { ended };
  }
  return {
    form,
    connection,
    others,
    uses,
    useConnection,
    waitingOperations,
    grants,
    checks,
    disconnects,
    accounts,
    startCheck,
    requestPermission,
    hasPermission,
    connect,
    disconnect,
    deletions,
    deleteHistory,
    async connectAndAnswer(check: ConnectionCheck): Promise<void> {
      const { ended } = await startCheck();
      checks.answer(checks.count - 1, check);
      await ended;
    },
    async disconnectAndAnswer(result: Result<readonly StoredHistory[]>): Promise<void> {
      const ended = form.disconnect();
      disconnects.answer(disconnects.count - 1, result);
      await ended;
    },
  };
}
