import { describe, expect, it } from 'vitest';
import { AGENCY, CLIENT, sampleServices, waitingOperations } from '../../support/sample-services';
import { waitUntil } from '../../support/wait-until';

const BOTH = { connections: [AGENCY, CLIENT], inUse: AGENCY.id };

describe('changing to a connection', () => {
  it('puts another connection in use, and shows it', async () => {
    const { services, useConnection, goToInUse } = sampleServices({ ...BOTH, firstInUse: AGENCY });
    const changed = services.changeTo(CLIENT.id);
    expect([services.isBusy(CLIENT.id), services.isBusy(AGENCY.id)]).toEqual([true, false]);
    expect(await changed).toBeNull();
    expect(services.isBusy(CLIENT.id)).toBe(false);
    expect(useConnection).toHaveBeenCalledExactlyOnceWith(CLIENT.id);
    expect(goToInUse).toHaveBeenCalledOnce();
  });

  it('calls nothing for the connection that is in use and shown', async () => {
    const { services, useConnection, goToInUse } = sampleServices({ ...BOTH, firstInUse: AGENCY });
    expect(await services.changeTo(AGENCY.id)).toBeNull();
    expect([useConnection, goToInUse].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('shows the connection in use on a page of another connection without a change', async () => {
    const { services, useConnection, goToInUse } = sampleServices({ ...BOTH, firstInUse: CLIENT });
    await services.changeTo(AGENCY.id);
    expect(useConnection).not.toHaveBeenCalled();
    expect(goToInUse).toHaveBeenCalledOnce();
  });

  it('keeps the page of a connection that is used again', async () => {
    const { services, goToInUse } = sampleServices({ ...BOTH, firstInUse: CLIENT });
    await services.changeTo(CLIENT.id);
    expect(services.inUse.value).toEqual(CLIENT);
    expect(goToInUse).not.toHaveBeenCalled();
  });

  it('returns the failure, and stays on the page', async () => {
    const failure = { code: 'notStored' } as const;
    const { services, goToInUse } = sampleServices({
      ...BOTH,
      firstInUse: AGENCY,
      useConnection: async () => ({ failure }),
    });
    expect(await services.changeTo(CLIENT.id)).toEqual(failure);
    expect(services.failure.value).toEqual(failure);
    expect(services.failureOf(AGENCY.id)).toBeNull();
    expect(goToInUse).not.toHaveBeenCalled();
  });

  it('repeats no lost call after another window has changed the connection in use', async () => {
    const { services, register, useConnection } = sampleServices({ ...BOTH, firstInUse: AGENCY });
    useConnection.mockImplementationOnce(async () => {
      register.value = { ...register.value, inUse: null };
      throw new Error('No answer');
    });
    expect(await services.changeTo(CLIENT.id)).toBeNull();
    expect(useConnection).toHaveBeenCalledOnce();
    expect(services.inUse.value).toBeUndefined();
  });

  it('forgets the failure when another page changes the register', async () => {
    const failure = { code: 'notStored' } as const;
    const { services, register } = sampleServices({
      ...BOTH,
      firstInUse: AGENCY,
      useConnection: async () => ({ failure }),
    });
    await services.changeTo(CLIENT.id);
    register.value = { ...register.value, inUse: null };
    expect(services.failure.value).toBeNull();
    register.value = { ...register.value, inUse: AGENCY.id };
    expect(services.failure.value).toBeNull();
  });
});

it('reads the waiting operations of all connections only on request', async () => {
  const jobs = waitingOperations(CLIENT.id, { waiting: 2 });
  const { services, countWaitingOperations } = sampleServices({ ...BOTH, waiting: [jobs] });
  expect(services.waitingOf(CLIENT.id)).toBeUndefined();
  expect(countWaitingOperations).not.toHaveBeenCalled();
  services.readWaiting();
  await waitUntil(() => expect(services.waitingOf(CLIENT.id)).toEqual(jobs));
  expect(services.waitingOf(AGENCY.id)).toBeUndefined();
});

it('returns the latest version of the shown connection, and the first version after Disconnect', () => {
  const { services, register } = sampleServices({ ...BOTH, firstInUse: AGENCY });
  const renamed = { ...AGENCY, label: 'Agency' };
  register.value = { ...register.value, connections: [renamed, CLIENT] };
  expect(services.shown.value).toEqual(renamed);
  register.value = { ...register.value, connections: [CLIENT], inUse: null };
  expect(services.shown.value?.id).toBe(AGENCY.id);
});

it('says whether the shown connection is still connected', () => {
  const { services, register } = sampleServices({ ...BOTH, firstInUse: AGENCY });
  expect(services.isShownConnected.value).toBe(true);
  register.value = { ...register.value, connections: [CLIENT], inUse: null };
  expect([services.isShownConnected.value, services.inUse.value]).toEqual([false, undefined]);
});
