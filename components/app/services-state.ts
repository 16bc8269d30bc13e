import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import { type ConnectionRegister, findConnectionInUse } from '@/lib/connection/connection-register';
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
  /** The connection that the page shows; null if none was in use when the page opened. */
  shown: Connection | null;
  /** Whether `shown` is still connected. */
  isShownConnected: ReadonlySignal<boolean>;
  /** Returns the open jobs of a connection; undefined for none, and until read. */
  waitingOf(connectionId: string): WaitingJobs | undefined;
  readWaiting(): void;
  /** Puts a connection in use, if it is not, and shows it. Returns the failure; null for success. */
  choose(connectionId: string): Promise<Failure | null>;
  /** Shows the connection in use, or the connections to choose from. */
  goToInUse(): void;
  /** Whether the change to a connection is running. */
  isBusy(connectionId: string): boolean;
  /** Why the last change has failed; null if it succeeded. */
  failure: ReadonlySignal<Failure | null>;
}

interface ServicesTools {
  background: Pick<BackgroundApi, 'useConnection' | 'listWaitingJobs'>;
  register: ReadonlySignal<ConnectionRegister>;
  shown: Connection | null;
  /** Opens the page again, for the connection in use. */
  goToInUse(): void;
}

const ALL = 'all';

export function createServices(tools: ServicesTools): Services {
  const { background, register, shown, goToInUse } = tools;
  const connections = computed(() => register.value.connections);
  const inUse = computed(() => findConnectionInUse(register.value));
  const waiting = createResource(() => background.listWaitingJobs());
  const commands = createCommands(signal(new Set<string>()));

  return {
    connections,
    inUse,
    shown,
    isShownConnected: computed(() => connections.value.some(({ id }) => id === shown?.id)),
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
      if (connectionId !== shown?.id) goToInUse();
      return null;
    },
    goToInUse,
    isBusy: commands.isBusy,
    failure: computed(
      () =>
        connections.value.map(({ id }) => commands.failureAt(id)).find((one) => one !== null) ??
        null,
    ),
  };
}
