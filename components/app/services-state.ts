import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import {
  type ConnectionRegister,
  findConnection,
  findConnectionInUse,
} from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import type { WaitingJobs } from '@/lib/jobs/open-jobs';
import { hasFailed } from '@/lib/result';
import { createCommands } from './page-commands';
import { createResource } from './resource';

/** The connected services, between which a person can change on an extension page. */
export interface Services {
  connections: ReadonlySignal<readonly Connection[]>;
  /** Undefined if no connection is in use. */
  inUse: ReadonlySignal<Connection | undefined>;
  /**
   * The connection that the page shows, as it was last stored. Null if no connection was in use when
   * the page opened.
   */
  shown: ReadonlySignal<Connection | null>;
  /** Whether `shown` is still connected. */
  isShownConnected: ReadonlySignal<boolean>;
  /** Returns the open jobs of a connection; undefined if no job is open, and before the first reply. */
  waitingOf(connectionId: string): WaitingJobs | undefined;
  /** Reads the open jobs of all connections. */
  readWaiting(): void;
  /**
   * Puts a connection in use, unless the connection is in use. Then opens the page again, unless the
   * page already shows the connection. Returns the failure; null for success.
   */
  choose(connectionId: string): Promise<Failure | null>;
  /** Opens the page again: for the connection in use, or with the connections to choose from. */
  goToInUse(): void;
  /** Whether the change to a connection is running. */
  isBusy(connectionId: string): boolean;
  /** Why the last change failed; null if it succeeded, or if another change began. */
  failure: ReadonlySignal<Failure | null>;
}

interface ServicesTools {
  background: Pick<BackgroundApi, 'useConnection' | 'listWaitingJobs'>;
  register: ReadonlySignal<ConnectionRegister>;
  /** The connection that was in use when the page opened; null for none. */
  firstInUse: Connection | null;
  /** Opens the page again, for the connection in use. */
  goToInUse(): void;
}

/** The only key of the resource: one call reads the jobs of all connections. */
const ALL = 'all';

export function createServices(tools: ServicesTools): Services {
  const { background, register, firstInUse, goToInUse } = tools;
  const connections = computed(() => register.value.connections);
  const inUse = computed(() => findConnectionInUse(register.value));
  // Another page may rename the connection, or disconnect it.
  const shown = computed(
    () => findConnection(register.value, firstInUse?.id ?? null) ?? firstInUse,
  );
  const waiting = createResource(() => background.listWaitingJobs());
  const commands = createCommands(signal(new Set<string>()));

  return {
    connections,
    inUse,
    shown,
    isShownConnected: computed(() => connections.value.some(({ id }) => id === firstInUse?.id)),
    waitingOf: (id) => waiting.stateOf(ALL).value?.find(({ connectionId }) => connectionId === id),
    readWaiting: () => void waiting.refresh(ALL),
    async choose(connectionId) {
      if (connectionId !== inUse.value?.id) {
        const result = await commands.run(connectionId, () =>
          background.useConnection(connectionId),
        );
        if (result === null) return null;
        if (hasFailed(result)) return result.failure;
      }
      if (connectionId !== firstInUse?.id) goToInUse();
      return null;
    },
    goToInUse,
    isBusy: commands.isBusy,
    failure: computed(() => {
      const failures = connections.value.map(({ id }) => commands.failureAt(id));
      return failures.find((failure) => failure !== null) ?? null;
    }),
  };
}
