import { describe, expect, it } from 'vitest';
import type { Connecting } from '@/components/settings/connecting-state';
import { failureOf } from '@/components/settings/connection-press';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { OpenWork } from '@/lib/failure';
import { openConnect, STANDING } from '../../support/open-connect';

const done = { value: null };
const counts = { creations: 3, changes: 0, deletions: 1 };
const failure: OpenWork = { code: 'openWork', ...counts, canBeKept: false };
const asking: ConnectionCheck = { state: 'failed', at: 'reports', failure };

/** Creates a form after a press on Disconnect with open jobs. */
async function openAsking() {
  const opened = openConnect(STANDING);
  await opened.end({ failure });
  return opened;
}

/** Creates a form whose check has a question about open jobs. */
async function openQuestion() {
  const opened = openConnect();
  await opened.check(asking);
  return opened;
}

describe('Disconnect', () => {
  it('removes the last check, and shows its result until another tab connects', async () => {
    const { form, check, connection, disconnects, hasPermission } = openConnect(STANDING);
    await check({ state: 'passed', baseUrl: STANDING.baseUrl });
    hasPermission.mockResolvedValue(true);
    const disconnecting = form.disconnect();
    connection.value = undefined;
    disconnects.answer(0, done);
    await disconnecting;
    const allowedHost = 'https://host.example';
    const { baseUrl } = STANDING;
    const result = { value: { allowedHost } };
    expect(form.press.value).toEqual({ name: 'disconnect', baseUrl, result });
    connection.value = { ...STANDING, id: 'b' };
    expect(form.press.value).toBeNull();
  });

  it('drops open jobs only after its confirmation, and only once', async () => {
    const { form, disconnects, disconnect, end } = await openAsking();
    await end({ failure });
    expect(form.question.value).toEqual({ work: failure });
    const disconnecting = form.agree({ dropsOpenWork: true });
    void form.agree({ dropsOpenWork: true });
    void form.disconnect();
    disconnects.reject(2);
    await disconnecting;
    void form.agree({ dropsOpenWork: true });
    expect(disconnect.mock.calls).toEqual([[false], [false], [true]]);
    expect(failureOf(form.press.value)).toEqual({ code: 'interrupted' });
  });

  it.each([
    ['Disconnect', (form: Connecting) => form.disconnect()],
    ['Disconnect anyway', (form: Connecting) => form.agree({ dropsOpenWork: true })],
  ])('shows no result if Connect was pressed before %s was done', async (_, press) => {
    const { form, disconnects } = await openAsking();
    const disconnecting = press(form);
    void form.connect();
    disconnects.answer(1, done);
    await disconnecting;
    expect(form.check.value?.state).toBe('running');
  });
});

describe('Connect with open jobs', () => {
  it.each<[string, (form: Connecting) => Promise<void>, object]>([
    ['needs confirmation again when it is pressed again', (form) => form.connect(), {}],
    [
      'drops the open jobs at one button',
      (form) => form.agree({ dropsOpenWork: true }),
      { dropsOpenWork: true },
    ],
    [
      'keeps the open jobs at another button',
      (form) => form.agree({ keepsOpenWork: true }),
      { keepsOpenWork: true },
    ],
  ])('%s', async (_, press, consent) => {
    const { form, startCheck, connect } = await openQuestion();
    expect(form.question.value).toEqual({ work: failure });
    await startCheck(() => press(form));
    const request = {
      baseUrl: STANDING.baseUrl,
      apiKey: 'typed-key',
      allowsUnencrypted: false,
      headers: [],
    };
    expect(connect.mock.lastCall?.[0]).toEqual({ ...request, ...consent });
  });

  it.each([
    ['address', ({ enterBaseUrl }: Connecting) => enterBaseUrl('https://third.example')],
    ['key', ({ enterApiKey }: Connecting) => enterApiKey('third-key')],
  ])(
    'needs no confirmation after another %s is typed, before or after the answer',
    async (_, type) => {
      const { form, connect, checks, startCheck } = await openQuestion();
      type(form);
      expect([form.check.value, form.question.value]).toEqual([null, null]);
      await form.agree({ dropsOpenWork: true });
      await form.agree({ keepsOpenWork: true });
      expect(connect).toHaveBeenCalledTimes(1);
      form.enterBaseUrl(STANDING.baseUrl);
      form.enterApiKey('typed-key');
      const { ended } = await startCheck();
      type(form);
      checks.answer(1, asking);
      await ended;
      expect([form.check.value, form.question.value]).toEqual([null, null]);
    },
  );
});

describe('a confirmation for a connection that another tab has changed', () => {
  it.each([
    ['removed', undefined],
    ['replaced', { id: 'b', baseUrl: 'https://other.example' }],
  ])('closes when the connection was %s', async (_, after) => {
    const { form, connection, disconnect } = await openAsking();
    connection.value = after;
    expect(form.question.value).toBeNull();
    await form.agree({ dropsOpenWork: true });
    expect(disconnect).toHaveBeenCalledTimes(1);
    const other = openConnect(STANDING);
    await other.check(asking);
    expect(other.form.check.value).toEqual(asking);
    other.connection.value = after;
    expect(other.form.check.value).toBeNull();
    await other.form.agree({ dropsOpenWork: true });
    expect(other.connect).toHaveBeenCalledTimes(1);
  });
});
