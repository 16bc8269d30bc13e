import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { OpenWork } from '@/lib/failure';
import type { ConnectForm } from '@/lib/page/connect-form';
import { openCheckingForm, openForm, STANDING } from './open-connect-form';

const failure: OpenWork = {
  code: 'openWork',
  creations: 3,
  changes: 0,
  deletions: 1,
  canBeKept: false,
};
const refused: ConnectionCheck = { state: 'failed', at: 'reports', failure };
const keepable: ConnectionCheck = { ...refused, failure: { ...failure, canBeKept: true } };

/** A form whose Disconnect was pressed while something was open. */
async function openAsking() {
  const opened = openForm(STANDING);
  const disconnecting = opened.form.disconnect();
  opened.disconnects.answer(0, { failure });
  await disconnecting;
  return opened;
}

/** A form whose check asks what to do with something open. */
async function openQuestion(check: ConnectionCheck) {
  const opened = await openCheckingForm();
  opened.checks.answer(0, check);
  await opened.connecting;
  return opened;
}

describe('Disconnect while something is open', () => {
  it('asks, and drops nothing however often it is pressed', async () => {
    const { form, disconnects, disconnect } = await openAsking();
    expect(form.disconnection.value).toEqual({ state: 'asking', work: failure });
    const again = form.disconnect();
    disconnects.answer(1, { failure });
    await again;
    expect(disconnect.mock.calls).toEqual([[false], [false]]);
    expect(form.disconnection.value).toEqual({ state: 'asking', work: failure });
  });

  it('is done by a button of its own, once', async () => {
    const { form, disconnects, disconnect } = await openAsking();
    const disconnecting = form.disconnectAnyway();
    void form.disconnectAnyway();
    void form.disconnect();
    disconnects.answer(1, { value: null });
    await disconnecting;
    expect(disconnect.mock.calls).toEqual([[false], [true]]);
    expect(form.disconnection.value).toEqual({ state: 'done', allowedHost: null });
  });

  it('is done by that button only while it asks', async () => {
    const { form, disconnect } = openForm(STANDING);
    await form.disconnectAnyway();
    expect(disconnect).not.toHaveBeenCalled();
  });
});

describe('what Disconnect came to', () => {
  it('is told until another tab connects again', async () => {
    const { form, connection, disconnects } = openForm(STANDING);
    const disconnecting = form.disconnect();
    connection.value = undefined;
    disconnects.answer(0, { value: null });
    await disconnecting;
    expect(form.disconnection.value?.state).toBe('done');
    connection.value = { ...STANDING, id: 'b' };
    expect(form.disconnection.value).toBeNull();
  });

  it.each(['disconnect', 'disconnectAnyway'] as const)(
    'is not told where Connect was pressed before %s was done',
    async (name) => {
      const { form, disconnects } = await openAsking();
      const disconnecting = form[name]();
      form.enterApiKey('typed-key');
      void form.connect();
      disconnects.answer(1, { value: null });
      await disconnecting;
      expect(form.disconnection.value).toBeNull();
      expect(form.check.value?.state).toBe('running');
    },
  );
});

describe('Connect while something is open', () => {
  it.each([
    ['asks again when it is pressed again', keepable, 'connect', {}],
    ['drops it by a button of its own', refused, 'connectAnyway', { dropsOpenWork: true }],
    ['keeps it by another', keepable, 'keepWaitingReports', { keepsOpenWork: true }],
  ] as const)('%s', async (_, check, name, consent) => {
    const { form, grants, checks, connect } = await openQuestion(check);
    void form[name]();
    grants.answer(1, true);
    await checks.asked(2);
    expect(connect.mock.lastCall?.[0]).toEqual({
      baseUrl: STANDING.baseUrl,
      apiKey: 'typed-key',
      allowsUnencrypted: false,
      ...consent,
    });
  });

  it('keeps nothing where that was not offered', async () => {
    const { form, connect } = await openQuestion(refused);
    await form.keepWaitingReports();
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['address', ({ enterBaseUrl }: ConnectForm) => enterBaseUrl('https://third.example')],
    ['key', ({ enterApiKey }: ConnectForm) => enterApiKey('third-key')],
  ])('asks anew for another %s that was typed since', async (_, type) => {
    const { form, connect } = await openQuestion(keepable);
    type(form);
    expect(form.check.value).toBeNull();
    await form.connectAnyway();
    await form.keepWaitingReports();
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it('does not ask about a key that is no longer the typed one', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    form.enterApiKey('third-key');
    checks.answer(0, keepable);
    await connecting;
    expect(form.check.value).toBeNull();
  });
});

describe('a question about a connection that another tab has changed', () => {
  const others = [
    ['taken down', undefined],
    ['replaced', { id: 'b', baseUrl: 'https://other.example' }],
  ] as const;

  it.each(others)('is not asked of what has come after Disconnect: %s', async (_, after) => {
    const { form, connection, disconnect } = await openAsking();
    connection.value = after;
    expect(form.disconnection.value).toBeNull();
    await form.disconnectAnyway();
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it.each(others)('is not asked of what has come after Connect: %s', async (_, after) => {
    const { form, checks, connect, connection, connecting } = await openCheckingForm();
    connection.value = STANDING;
    checks.answer(0, refused);
    await connecting;
    expect(form.check.value).toEqual(refused);
    connection.value = after;
    expect(form.check.value).toBeNull();
    await form.connectAnyway();
    expect(connect).toHaveBeenCalledTimes(1);
  });
});
