import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { ConnectForm } from '@/lib/connection/page/connect-form';
import type { Failure } from '@/lib/failure';
import { openCheckingForm, openForm, STANDING } from '../../../support/open-connect-form';
import { sampleReport } from '../../../support/sample-report';

const failure: Failure = { code: 'openWork', deletions: 1, reports: 3, sent: 0 };
const refused: ConnectionCheck = { state: 'failed', at: 'reports', failure };

/** A form whose Disconnect was pressed while something was open. */
async function openAsking() {
  const opened = openForm(STANDING);
  const disconnecting = opened.form.disconnect();
  opened.disconnects.answer(0, { failure });
  await disconnecting;
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

  it('is done by a button of its own, and names what was not deleted', async () => {
    const { form, disconnects, disconnect } = await openAsking();
    const disconnecting = form.disconnectAnyway();
    expect(form.disconnection.value).toEqual({ state: 'running' });
    const notDeleted = [{ report: sampleReport('1'), failure: { code: 'unreachable' } as const }];
    disconnects.answer(1, { value: notDeleted });
    await disconnecting;
    expect(disconnect).toHaveBeenLastCalledWith(true);
    expect(form.disconnection.value).toMatchObject({ state: 'done', notDeleted });
  });

  it('is done by that button only while it asks', async () => {
    const { form, disconnect } = openForm(STANDING);
    await form.disconnectAnyway();
    expect(disconnect).not.toHaveBeenCalled();
  });

  it('is not asked for a second time while the first is under way', async () => {
    const { form, disconnect } = await openAsking();
    void form.disconnectAnyway();
    void form.disconnectAnyway();
    void form.disconnect();
    void form.connect();
    expect(disconnect).toHaveBeenCalledTimes(2);
    expect(form.check.value).toBeNull();
  });
});

describe('what Disconnect came to', () => {
  /** A form whose Disconnect was pressed, in a browser that gives no host back. */
  async function openDisconnecting() {
    const opened = openForm(STANDING);
    opened.hasPermission.mockResolvedValue(true);
    const disconnecting = opened.form.disconnect();
    await opened.disconnects.asked(1);
    return { ...opened, disconnecting };
  }

  it('is told until another tab connects again', async () => {
    const { form, connection, disconnects, disconnecting } = await openDisconnecting();
    connection.value = undefined;
    disconnects.answer(0, { value: [] });
    await disconnecting;
    expect(form.disconnection.value).toMatchObject({ allowedHost: 'https://host.example' });
    connection.value = { ...STANDING, id: 'b' };
    expect(form.disconnection.value).toBeNull();
  });

  it('is not told where Connect was pressed before it was known', async () => {
    const { form, disconnects, disconnecting } = await openDisconnecting();
    form.enterApiKey('typed-key');
    void form.connect();
    disconnects.answer(0, { value: [] });
    await disconnecting;
    expect(form.disconnection.value).toBeNull();
    expect(form.check.value?.state).toBe('running');
  });
});

describe('Connect to another service while something is open', () => {
  it('asks again however often it is pressed', async () => {
    const { form, grants, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, refused);
    await connecting;
    void form.connect();
    grants.answer(1, true);
    await checks.asked(2);
    expect(connect.mock.calls.map(([request]) => request.dropsOpenWork)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is done by a button of its own', async () => {
    const { form, grants, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, refused);
    await connecting;
    const again = form.connectAnyway();
    grants.answer(1, true);
    await checks.asked(2);
    checks.answer(1, { state: 'passed', baseUrl: STANDING.baseUrl });
    await again;
    expect(connect.mock.lastCall?.[0].dropsOpenWork).toBe(true);
  });

  it('asks anew for another address that was typed since', async () => {
    const { form, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, refused);
    await connecting;
    form.enterBaseUrl('https://third.example');
    expect(form.check.value).toBeNull();
    await form.connectAnyway();
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe('Connect with a key of another account while reports wait', () => {
  const keepable: ConnectionCheck = { ...refused, failure: { ...failure, canBeKept: true } };

  it('keeps them by a button of its own', async () => {
    const { form, grants, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, keepable);
    await connecting;
    void form.keepWaitingReports();
    grants.answer(1, true);
    await checks.asked(2);
    expect(connect.mock.lastCall?.[0]).toMatchObject({ apiKey: 'typed-key', keepsOpenWork: true });
    expect(connect.mock.lastCall?.[0]).not.toHaveProperty('dropsOpenWork');
  });

  it.each([
    ['it was not offered', refused, () => {}],
    [
      'another key was typed since',
      keepable,
      ({ enterApiKey }: ConnectForm) => enterApiKey('third-key'),
    ],
  ])('does not keep them where %s', async (_, check, meanwhile) => {
    const { form, checks, connect, connecting } = await openCheckingForm();
    checks.answer(0, check);
    await connecting;
    meanwhile(form);
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
