import { describe, expect, it } from 'vitest';
import type { Connecting } from '@/components/settings/connecting-state';
import { disconnectedBy, failureOf } from '@/components/settings/connection-press';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { OpenJobsFailure } from '@/lib/failure';
import type { StoredHistory } from '@/lib/history/histories';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';

const done = { value: [] };
const counts = { creations: 3, changes: 0, deletions: 1 };
const openJobsAtDisconnect: OpenJobsFailure = { code: 'openJobs', ...counts, change: 'disconnect' };
const openJobsAtConnect: OpenJobsFailure = { code: 'openJobs', ...counts, change: 'otherService' };
const openJobsCheck: ConnectionCheck = {
  state: 'failed',
  at: 'reports',
  failure: openJobsAtConnect,
};

const histories: StoredHistory[] = ['a', 'b'].map((connectionId) => ({
  connectionId,
  identity: null,
  reports: 2,
  results: 1,
  marks: 0,
  bytes: 100,
}));

async function openAfterDisconnect() {
  const opened = openConnect(STORED_CONNECTION);
  await opened.disconnectAndAnswer({ failure: openJobsAtDisconnect });
  return opened;
}

async function openAfterConnect() {
  const opened = openConnect();
  await opened.connectAndAnswer(openJobsCheck);
  return opened;
}

describe('Disconnect', () => {
  it('replaces the last connection check by its own result until another tab connects', async () => {
    const { form, connectAndAnswer, connection, disconnects, hasPermission } =
      openConnect(STORED_CONNECTION);
    await connectAndAnswer({ state: 'passed', baseUrl: STORED_CONNECTION.baseUrl });
    hasPermission.mockResolvedValue(true);
    const disconnecting = form.disconnect();
    connection.value = undefined;
    disconnects.answer(0, done);
    await disconnecting;
    const allowedHost = 'https://host.example';
    const { baseUrl } = STORED_CONNECTION;
    const result = { value: { allowedHost, histories: [], deletion: 'offered' } };
    expect(form.lastPress.value).toMatchObject({ name: 'disconnect', baseUrl, result });
    connection.value = { ...STORED_CONNECTION, id: 'b' };
    expect(form.lastPress.value).toBeNull();
  });

  it('offers to delete the remaining histories until they are deleted', async () => {
    const { form, connection, disconnectAndAnswer, deleteHistory, deletions } =
      openConnect(STORED_CONNECTION);
    await disconnectAndAnswer({ value: histories });
    connection.value = undefined;
    expect(form.question.value).toEqual({ histories, isBusy: false });
    const deleting = form.answerQuestion();
    void form.answerQuestion();
    expect(form.question.value).toEqual({ histories, isBusy: true });
    expect(deleteHistory.mock.calls).toEqual([['a'], ['b']]);
    deletions.answer(0, { value: null });
    deletions.reject(1);
    await deleting;
    expect(disconnectedBy(form.lastPress.value)?.deletion).toBe('failed');
    const secondDeletion = form.answerQuestion();
    for (const call of [2, 3]) deletions.answer(call, { value: null });
    await secondDeletion;
    expect([disconnectedBy(form.lastPress.value)?.deletion, form.question.value]).toEqual([
      'done',
      null,
    ]);
  });

  it('does not delete the histories if a person declines, or connects again', async () => {
    const { form, connection, disconnectAndAnswer, deleteHistory } = openConnect(STORED_CONNECTION);
    await disconnectAndAnswer({ value: histories });
    connection.value = undefined;
    form.cancelConfirmation();
    expect([disconnectedBy(form.lastPress.value)?.deletion, form.question.value]).toEqual([
      'kept',
      null,
    ]);
    const other = openConnect(STORED_CONNECTION);
    await other.disconnectAndAnswer({ value: histories });
    other.connection.value = sampleConnection({ id: 'c' });
    await other.form.answerQuestion();
    expect([deleteHistory, other.deleteHistory].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('asks again about open jobs when it is pressed again', async () => {
    const { form, disconnect, disconnectAndAnswer } = await openAfterDisconnect();
    await disconnectAndAnswer({ failure: openJobsAtDisconnect });
    expect(form.question.value).toEqual({ openJobs: openJobsAtDisconnect });
    expect(disconnect.mock.calls).toEqual([
      ['a', false],
      ['a', false],
    ]);
  });

  it('drops open jobs once after a confirmation, and ignores further presses', async () => {
    const { form, disconnects, disconnect } = await openAfterDisconnect();
    const disconnecting = form.answerQuestion({ dropsOpenJobs: true });
    void form.answerQuestion({ dropsOpenJobs: true });
    void form.disconnect();
    disconnects.reject(1);
    await disconnecting;
    expect(failureOf(form.lastPress.value)).toEqual({ code: 'interrupted' });
    void form.answerQuestion({ dropsOpenJobs: true });
    expect(disconnect.mock.calls).toEqual([
      ['a', false],
      ['a', true],
    ]);
  });

  it.each([
    ['Disconnect', (form: Connecting) => form.disconnect()],
    ['Disconnect anyway', (form: Connecting) => form.answerQuestion({ dropsOpenJobs: true })],
  ])('has no result if Connect is pressed before the reply to %s', async (_, press) => {
    const { form, disconnects } = await openAfterDisconnect();
    const disconnecting = press(form);
    void form.connect('typed-key');
    disconnects.answer(1, done);
    await disconnecting;
    expect(form.check.value?.state).toBe('running');
  });
});

describe('Connect with open jobs', () => {
  it.each<[behaviour: string, press: (form: Connecting) => Promise<void>, choice: object]>([
    [
      'needs another confirmation when it is pressed again',
      (form) => form.connect('typed-key'),
      {},
    ],
    [
      'drops the open jobs after the answer dropsOpenJobs',
      (form) => form.answerQuestion({ dropsOpenJobs: true }),
      { dropsOpenJobs: true },
    ],
    [
      'keeps the open jobs after the answer keepsOpenJobs',
      (form) => form.answerQuestion({ keepsOpenJobs: true }),
      { keepsOpenJobs: true },
    ],
  ])('%s', async (_, press, choice) => {
    const { form, startCheck, connect } = await openAfterConnect();
    expect(form.question.value).toEqual({ openJobs: openJobsAtConnect });
    await startCheck(() => press(form));
    const request = {
      connectionId: null,
      baseUrl: STORED_CONNECTION.baseUrl,
      apiKey: 'typed-key',
      allowsUnencrypted: false,
      headers: [],
    };
    expect(connect.mock.lastCall?.[0]).toEqual({ ...request, ...choice });
  });

  describe.each([
    ['address', ({ enterBaseUrl }: Connecting) => enterBaseUrl('https://third.example')],
    ['key', ({ editKey }: Connecting) => editKey(true)],
    ['header', ({ headers }: Connecting) => headers.add(['X-Third'])],
  ])('when another %s is typed', (_, type) => {
    it('closes the question', async () => {
      const { form, connect } = await openAfterConnect();
      type(form);
      expect([form.check.value, form.question.value]).toEqual([null, null]);
      await form.answerQuestion({ dropsOpenJobs: true });
      await form.answerQuestion({ keepsOpenJobs: true });
      expect(connect).toHaveBeenCalledTimes(1);
    });

    it('asks no question if the connection check still runs', async () => {
      const { form, checks, startCheck } = openConnect();
      const { ended } = await startCheck();
      type(form);
      checks.answer(0, openJobsCheck);
      await ended;
      expect([form.check.value, form.question.value]).toEqual([null, null]);
    });
  });
});

describe('Connect with a key of an unknown account', () => {
  const checkOfUnknownAccount = (connectionId: string): ConnectionCheck => ({
    state: 'failed',
    at: 'reports',
    failure: {
      code: 'whichAccount',
      connectionId,
      baseUrl: STORED_CONNECTION.baseUrl,
      account: null,
      hasMoved: false,
    },
  });

  it('sends the answers to all questions after the press of Connect', async () => {
    const { form, connectAndAnswer, checks, connect, startCheck } = openConnect(STORED_CONNECTION);
    await connectAndAnswer(checkOfUnknownAccount('a'));
    expect(form.question.value).toMatchObject({ account: { connectionId: 'a' } });
    const rounds = [
      {
        answer: { others: ['a'] },
        sentAnswers: { others: ['a'] },
        nextCheck: checkOfUnknownAccount('b'),
      },
      {
        answer: { others: ['b'] },
        sentAnswers: { others: ['a', 'b'] },
        nextCheck: checkOfUnknownAccount('c'),
      },
      {
        answer: { sameAs: 'c' },
        sentAnswers: { others: ['a', 'b'], sameAs: 'c' },
        nextCheck: openJobsCheck,
      },
      {
        answer: { keepsOpenJobs: true },
        sentAnswers: { others: ['a', 'b'], sameAs: 'c', keepsOpenJobs: true },
        nextCheck: { state: 'passed', baseUrl: STORED_CONNECTION.baseUrl },
      },
    ] as const;
    for (const { answer, sentAnswers, nextCheck } of rounds) {
      const { ended } = await startCheck(() => form.answerQuestion(answer));
      expect(connect.mock.lastCall?.[0]).toMatchObject(sentAnswers);
      checks.answer(checks.count - 1, nextCheck);
      await ended;
    }
    expect(form.question.value).toBeNull();
  });

  it('forgets the answers when Connect is pressed again', async () => {
    const { form, connectAndAnswer, checks, connect, startCheck } = openConnect(STORED_CONNECTION);
    await connectAndAnswer(checkOfUnknownAccount('a'));
    const firstCheck = await startCheck(() => form.answerQuestion({ others: ['a'] }));
    checks.answer(1, checkOfUnknownAccount('b'));
    await firstCheck.ended;
    await startCheck(() => form.connect('typed-key'));
    expect(connect.mock.lastCall?.[0]).not.toHaveProperty('others');
  });
});

describe('a confirmation for a connection that another tab has changed', () => {
  it.each([
    ['removed', undefined],
    ['replaced', sampleConnection({ id: 'b', baseUrl: 'https://other.example' })],
  ])('closes when the connection was %s', async (_, after) => {
    const { form, connection, disconnect } = await openAfterDisconnect();
    connection.value = after;
    expect(form.question.value).toBeNull();
    await form.answerQuestion({ dropsOpenJobs: true });
    expect(disconnect).toHaveBeenCalledTimes(1);
    const other = openConnect(STORED_CONNECTION);
    await other.connectAndAnswer(openJobsCheck);
    expect(other.form.check.value).toEqual(openJobsCheck);
    other.connection.value = after;
    expect(other.form.check.value).toBeNull();
    await other.form.answerQuestion({ dropsOpenJobs: true });
    expect(other.connect).toHaveBeenCalledTimes(1);
  });
});
