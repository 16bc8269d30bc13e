import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { Policy } from '@/lib/settings/policy';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';

const passed: ConnectionCheck = { state: 'passed', baseUrl: 'https://host.example' };
const request = {
  connectionId: null,
  baseUrl: STORED_CONNECTION.baseUrl,
  apiKey: 'typed-key',
  allowsUnencrypted: false,
  headers: [],
};

it('a problem of a field appears at Connect, until the field changes', async () => {
  const { form, requestPermission } = openConnect(undefined, { baseUrl: '/s', apiKey: 'kéy–' });
  expect(form.typed.value.problems).toEqual({});
  await form.connect('kéy–');
  expect(form.typed.value.problems).toEqual({
    baseUrl: 'notAbsolute',
    apiKey: 'unusableCharacters',
  });
  expect(form.check.value).toBeNull();
  expect(requestPermission).not.toHaveBeenCalled();
  form.enterBaseUrl('h');
  expect(form.typed.value.problems).toEqual({ apiKey: 'unusableCharacters' });
  form.editKey(true);
  expect(form.typed.value.problems).toEqual({});
});

describe('the stored key', () => {
  it('is used when the key field is empty and the base URL is the same', async () => {
    const typed = { baseUrl: 'https://HOST.example/s/api/v1', apiKey: '  ' };
    const { startCheck, connect } = openConnect(STORED_CONNECTION, typed);
    await startCheck();
    const { id: connectionId } = STORED_CONNECTION;
    expect(connect).toHaveBeenCalledExactlyOnceWith({ ...request, connectionId, apiKey: '' });
  });

  it('is not used for another base URL', async () => {
    const typed = { baseUrl: 'https://host.example', apiKey: '' };
    const { form, requestPermission } = openConnect(STORED_CONNECTION, typed);
    await form.connect('');
    expect(form.typed.value.problems).toEqual({ apiKey: 'empty' });
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('exists only while a connection exists', () => {
    const { form, connection } = openConnect(undefined, { baseUrl: '', apiKey: '' });
    expect(form.hasChanges.value).toBe(true);
    connection.value = STORED_CONNECTION;
    expect(form.hasChanges.value).toBe(false);
    connection.value = undefined;
    expect(form.hasChanges.value).toBe(true);
  });
});

it.each<[typed: string, hadUserInfo: boolean]>([
  ['https://rosa:hidden@host.example/s', true],
  ['https://rosa@host.example/s', true],
  ['https://host.example/s', false],
  ['https://host.example/@rosa:hidden', false],
])(
  'hadUserInfo says until the next change whether the address %s contained a user name: %s',
  (typed, hadUserInfo) => {
    const { form } = openConnect();
    form.enterBaseUrl(typed);
    expect(form.typed.value.hadUserInfo).toBe(hadUserInfo);
    form.completeBaseUrl();
    expect(form.typed.value.baseUrl).not.toContain('rosa:hidden@');
    expect(form.typed.value.hadUserInfo).toBe(hadUserInfo);
    form.enterBaseUrl('https://elsewhere.example');
    expect(form.typed.value.hadUserInfo).toBe(false);
  },
);

describe('plain http', () => {
  it('needs a separate confirmation for each host', async () => {
    const { form, requestPermission } = openConnect();
    for (const host of ['nas.example', 'elsewhere.example']) {
      form.enterBaseUrl(`http://${host}`);
      expect(form.allowsUnencrypted.value).toBe(false);
      await form.connect('typed-key');
      expect(form.typed.value.problems).toEqual({ baseUrl: 'unencrypted' });
      form.allowUnencrypted(true);
      expect(form.typed.value.problems).toEqual({});
    }
    expect(requestPermission).not.toHaveBeenCalled();
    form.enterBaseUrl('http://elsewhere.example/s/');
    void form.connect('typed-key');
    expect(requestPermission).toHaveBeenCalledExactlyOnceWith('http://elsewhere.example/s');
  });

  it('needs no confirmation for the connected host', () => {
    const stored = sampleConnection({ baseUrl: 'http://nas.example' });
    const { form } = openConnect(stored, { baseUrl: 'http://nas.example/s', apiKey: '' });
    expect(form.allowsUnencrypted.value).toBe(true);
  });
});

it('the base URL of a policy replaces the typed base URL while the policy is set', async () => {
  const policy = signal<Policy | undefined>(undefined);
  const { form, startCheck, connect } = openConnect(undefined, undefined, policy);
  policy.value = { baseUrl: 'https://office.example' };
  expect(form.typed.value.baseUrl).toBe('https://office.example');
  await startCheck();
  expect(connect.mock.lastCall?.[0].baseUrl).toBe('https://office.example');
  policy.value = {};
  expect(form.typed.value.baseUrl).toBe(STORED_CONNECTION.baseUrl);
});

describe('the permission for the host', () => {
  it('is requested during the press, before the background connects', async () => {
    const { form, startCheck, requestPermission, connect } = openConnect();
    form.enterBaseUrl('host.example/s/');
    const checking = startCheck();
    expect(requestPermission).toHaveBeenCalledExactlyOnceWith(STORED_CONNECTION.baseUrl);
    expect(form.check.value).toEqual({ state: 'running', at: 'permission' });
    expect(connect).not.toHaveBeenCalled();
    await checking;
    expect(form.check.value).toEqual({ state: 'running', at: 'reachable' });
    expect(connect).toHaveBeenCalledExactlyOnceWith(request);
  });

  it.each(['refused', 'not available'])(
    'ends the check if the permission is %s',
    async (reason) => {
      const { form, grants, connect } = openConnect();
      const connecting = form.connect('typed-key');
      if (reason === 'refused') grants.answer(0, false);
      else grants.reject(0);
      await connecting;
      const failure = { code: 'noPermission', origin: 'https://host.example' };
      expect(form.check.value).toEqual({ state: 'failed', at: 'permission', failure });
      expect(connect).not.toHaveBeenCalled();
      expect(form.typed.value.hasKey).toBe(true);
    },
  );
});

describe('an address without a service', () => {
  const gone = { code: 'gone', what: 'interface', message: null } as const;
  const page = { code: 'unexpectedAnswer', problem: 'html' } as const;
  const webServer = { code: 'webServerAnswer', status: 404 } as const;
  const failedCheck = (failure: typeof gone | typeof page | typeof webServer) =>
    ({ state: 'failed', at: 'reachable', failure }) as const;
  const origin = 'https://host.example';

  it.each([gone, page, webServer])(
    'leads to an offer of its origin after %j, and a press connects to the origin',
    async (failure) => {
      const { form, connectAndAnswer, connect, startCheck, requestPermission } = openConnect();
      await connectAndAnswer(failedCheck(failure));
      expect(form.check.value).toEqual(failedCheck(failure));
      expect(form.question.value).toEqual({ origin });
      expect(connect).toHaveBeenCalledOnce();
      await startCheck(() => form.answerQuestion());
      expect(requestPermission).toHaveBeenLastCalledWith(origin);
      expect(connect).toHaveBeenLastCalledWith({ ...request, baseUrl: origin });
      expect(form.question.value).toBeNull();
    },
  );

  it.each([
    ['is already an origin', { baseUrl: origin, apiKey: 'typed-key' }, undefined],
    [
      'was checked with the stored key, which is valid for this address only',
      { baseUrl: '', apiKey: ' ' },
      STORED_CONNECTION,
    ],
  ])('leads to no offer of an origin if it %s', async (_, typed, stored) => {
    const { form, connectAndAnswer } = openConnect(stored, typed);
    await connectAndAnswer(failedCheck(gone));
    expect(form.question.value).toBeNull();
  });

  it('leads to no offer after another address is typed', async () => {
    const { form, connectAndAnswer } = openConnect();
    await connectAndAnswer(failedCheck(page));
    form.enterBaseUrl('https://other.example');
    expect(form.question.value).toBeNull();
    expect(form.check.value).toBeNull();
  });
});

describe('a connection check', () => {
  it('shows the checked address and empties the key field when it passes', async () => {
    const { form, connectAndAnswer } = openConnect();
    await connectAndAnswer(passed);
    expect(form.check.value).toEqual(passed);
    expect([form.typed.value.baseUrl, form.typed.value.hasKey]).toEqual([
      'https://host.example',
      false,
    ]);
  });

  it('keeps the typed key and the completed address when it gets no answer', async () => {
    const typed = { baseUrl: 'host.example/s/', apiKey: 'typed-key' };
    const { form, checks, startCheck } = openConnect(undefined, typed);
    const { ended } = await startCheck();
    checks.reject(0);
    await ended;
    const failure = { code: 'interrupted' };
    expect(form.check.value).toEqual({ state: 'failed', at: 'reachable', failure });
    expect([form.typed.value.baseUrl, form.typed.value.hasKey]).toEqual([
      STORED_CONNECTION.baseUrl,
      true,
    ]);
  });

  it('keeps values that are typed while it runs', async () => {
    const { form, checks, startCheck } = openConnect();
    const { ended } = await startCheck();
    form.enterBaseUrl('https://second.example');
    form.editKey(true);
    checks.answer(0, passed);
    await ended;
    expect(form.check.value).toEqual(passed);
    const typed = [form.typed.value.baseUrl, form.typed.value.hasKey];
    expect(typed).toEqual(['https://second.example', true]);
  });

  it('ignores Connect and Disconnect while it runs', async () => {
    const { form, startCheck, disconnect, requestPermission } = openConnect();
    await startCheck();
    await form.disconnect();
    await form.connect('typed-key');
    expect(disconnect).not.toHaveBeenCalled();
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(form.check.value).toEqual({ state: 'running', at: 'reachable' });
  });
});
