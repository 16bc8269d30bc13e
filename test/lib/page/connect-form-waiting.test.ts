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
    expect(form.question.value).toEqual({ press: 'disconnect', work: failure });
    const again = form.disconnect();
    disconnects.answer(1, { failure });
    await again;
    expect(disconnect.mock.calls).toEqual([[false], [false]]);
    expect(form.question.value).toEqual({ press: 'disconnect', work: failure });
  });

  it('is done by a button of its own, once', async () => {
    const { form, disconnects, disconnect } = await openAsking();
    const disconnecting = form.agree('drop');
    void form.agree('drop');
    void form.disconnect();
    disconnects.answer(1, { value: null });
    await disconnecting;
    expect(disconnect.mock.calls).toEqual([[false], [true]]);
    expect(form.disconnection.value).toEqual({ state: 'done', allowedHost: null });
  });

  it('is done by that button only while it asks', async () => {
    const { form, disconnect } = openForm(STANDING);
    await form.agree('drop');
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

  it.each([
    ['Disconnect', (form: ConnectForm) => form.disconnect()],
    ['Disconnect anyway', (form: ConnectForm) => form.agree('drop')],
  ])('is not told where Connect was pressed before %s was done', async (_, press) => {
    const { form, disconnects } = await openAsking();
    const disconnecting = press(form);
    form.enterApiKey('typed-key');
    void form.connect();
    disconnects.answer(1, { value: null });
    await disconnecting;
    expect(form.disconnection.value).toBeNull();
    expect(form.check.value?.state).toBe('running');
  });
});

describe('Connect while something is open', () => {
  it.each<[string, ConnectionCheck, (form: ConnectForm) => Promise<void>, object]>([
    ['asks again when it is pressed again', keepable, (form) => form.connect(), {}],
    [
      'drops it by a button of its own',
      refused,
      (form) => form.agree('drop'),
      { dropsOpenWork: true },
    ],
    ['keeps it by another', keepable, (form) => form.agree('keep'), { keepsOpenWork: true }],
  ])('%s', async (_, check, press, consent) => {
    const { form, grants, checks, connect } = await openQuestion(check);
    void press(form);
    grants.answer(1, true);
    await checks.asked(2);
    expect(connect.mock.lastCall?.[0]).toEqual({
      baseUrl: STANDING.baseUrl,
      apiKey: 'typed-key',
      allowsUnencrypted: false,
      ...consent,
    });
  });

  it.each([
    ['address', ({ enterBaseUrl }: ConnectForm) => enterBaseUrl('https://third.example')],
    ['key', ({ enterApiKey }: ConnectForm) => enterApiKey('third-key')],
  ])('asks anew for another %s that was typed since', async (_, type) => {
    const { form, connect } = await openQuestion(keepable);
    type(form);
    expect(form.check.value).toBeNull();
    await form.agree('drop');
    await form.agree('keep');
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
    expect(form.question.value).toBeNull();
    await form.agree('drop');
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
    await form.agree('drop');
    expect(connect).toHaveBeenCalledTimes(1);
  });
});
