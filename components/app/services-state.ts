import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import {
  type ConnectionRegister,
  findConnection,
  findConnectionInUse,
} from '@/lib/connection/connection-register';
import type { Failure } from '@/lib/failure';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import { hasFailed } from '@/lib/result';
import { createCommands } from './page-commands';
import { createResource } from './resource';

/** The connected services, and the change of the one in use. */
export interface Services {
  connections: ReadonlySignal<readonly Connection[]>;
  /** Undefined if no connection is in use. */
  inUse: ReadonlySignal<Connection | undefined>;
  /** Returns numbers of open operations; undefined for none, and before the first reply. */
  waitingOf(connectionId: string): WaitingOperations | undefined;
  /** Counts the open operations of all connections again. */
  readWaiting(): void;
  /**
   * Puts a connection in use. Does nothing if the connection is in use, or if this change is running.
   * Returns the failure; null for none.
   */
  use(connectionId: string): Promise<Failure | null>;
  /** Whether the change to a connection is running. */
  isBusy(connectionId: string): boolean;
  /**
   * Why the last change failed; null if it was a change to another connection, and after any change of
   * the register.
   */
  failureOf(connectionId: string): Failure | null;
}

/** The connected services on an extension page that shows one of them. */
export interface PageServices extends Services {
  /**
   * The connection that the page shows, as it was last stored. Null if no connection was in use when
   * the page opened.
   */
  shown: ReadonlySignal<Connection | null>;
  /** Whether `shown` is still connected. */
  isShownConnected: ReadonlySignal<boolean>;
  /** Why the last change failed, to any connection. See `failureOf`. */
  failure: ReadonlySignal<Failure | null>;
  /** Like `use`. After success, opens the page again, unless the page already shows the connection. */
  changeTo(connectionId: string): Promise<Failure | null>;
  /** Opens the page again: for the connection in use, or with the connections to choose from. */
  goToInUse(): void;
}

interface ServicesTools {
  background: Pick<BackgroundApi, 'useConnection' | 'countWaitingOperations'>;
  register: ReadonlySignal<ConnectionRegister>;
}

interface PageServicesTools extends ServicesTools {
  /** The connection that was in use when the page opened; null for none. */
  firstInUse: Connection | null;
  /** Opens the page again, for the connection in use. */
  goToInUse(): void;
}

/** The only key of the resource: one call counts the operations of all connections. */
const ALL = 'all';

export function createServices({ background, register }: ServicesTools): Services {
  const connections = computed(() => register.value.connections);
  const inUse = computed(() => findConnectionInUse(register.value));
  const waiting = createResource(() => background.countWaitingOperations());
  const commands = createCommands(signal(new Set<string>()));
  /** The register at the last press. Any later register makes the failure of this press outdated. */
  const registerAtPress = signal<ConnectionRegister | null>(null);

  return {
    connections,
    inUse,
    waitingOf: (id) => waiting.stateOf(ALL).value?.find(({ connectionId }) => connectionId === id),
    readWaiting: () => void waiting.refresh(ALL),
    async use(connectionId) {
      const former = inUse.value?.id;
      if (connectionId === former) return null;
      registerAtPress.value = register.value;
      const result = await commands.run(connectionId, async () =>
        // A repeated call must not undo a newer change of another window.
        inUse.value?.id === former ? background.useConnection(connectionId) : { value: null },
      );
      return result !== null && hasFailed(result) ? result.failure : null;
    },
    isBusy: commands.isBusy,
    failureOf: (id) => (register.value === registerAtPress.value ? commands.failureAt(id) : null),
  };
}

export function createPageServices(tools: PageServicesTools): PageServices {
  const { background, register, firstInUse, goToInUse } = tools;
  const services = createServices({ background, register });
  const { connections, use, isBusy, failureOf } = services;

  return {
    ...services,
    // Another page may rename the connection, or disconnect it.
    shown: computed(() => findConnection(register.value, firstInUse?.id ?? null) ?? firstInUse),
    isShownConnected: computed(() => connections.value.some(({ id }) => id === firstInUse?.id)),
    failure: computed(() => {
      const failures = connections.value.map(({ id }) => failureOf(id));
      return failures.find((failure) => failure !== null) ?? null;
    }),
    async changeTo(connectionId) {
      if (isBusy(connectionId)) return null;
      const failure = await use(connectionId);
      if (failure === null && connectionId !== firstInUse?.id) goToInUse();
      return failure;
    },
    goToInUse,
  };
}
