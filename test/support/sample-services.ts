import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { createPageServices } from '@/components/app/services-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Connection } from '@/lib/connection/connection';
import { type ConnectionRegister, EMPTY_REGISTER } from '@/lib/connection/connection-register';
import type { WaitingOperations } from '@/lib/jobs/open-jobs';
import { sampleConnection } from './stored-connection';

export const AGENCY = sampleConnection({
  id: 'agency',
  baseUrl: 'https://agency.example',
  account: { id: '7', email: 'anna@agency.example' },
});

export const CLIENT = sampleConnection({ id: 'client', baseUrl: 'https://client.example' });

export function waitingOperations(
  connectionId: string,
  fields: Partial<WaitingOperations> = {},
): WaitingOperations {
  return { connectionId, waiting: 0, privateWaiting: 0, needsAttention: 0, ...fields };
}

interface ServicesInputs {
  connections?: readonly Connection[];
  inUse?: string | null;
  firstInUse?: Connection | null;
  waiting?: readonly WaitingOperations[];
  useConnection?: BackgroundApi['useConnection'];
}

/** Creates the services of an extension page. By default, none is connected. */
export function sampleServices(inputs: ServicesInputs = {}) {
  const { connections = [], inUse = null, firstInUse = null, waiting = [] } = inputs;
  const register = signal<ConnectionRegister>({ ...EMPTY_REGISTER, connections, inUse });
  /** Changes the register, as the worker does. */
  const useConnection = vi.fn<BackgroundApi['useConnection']>(
    inputs.useConnection ??
      (async (id) => {
        register.value = { ...register.value, inUse: id };
        return { value: null };
      }),
  );
  const countWaitingOperations = vi.fn<BackgroundApi['countWaitingOperations']>(async () => ({
    value: waiting,
  }));
  const goToInUse = vi.fn();
  const background = { useConnection, countWaitingOperations };
  const services = createPageServices({ background, register, firstInUse, goToInUse });
  return { services, register, useConnection, countWaitingOperations, goToInUse };
}
