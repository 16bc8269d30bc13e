import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import type { Failure } from '@/lib/failure';
import { openCheckingForm, openFilledForm, openForm, STANDING } from './open-connect-form';

const passed: ConnectionCheck = { state: 'passed', baseUrl: 'https://host.example/s' };

describe('a form as it opens', () => {
  it('is empty where nothing is connected', () => {
    const { form } = openForm();
    expect(form.baseUrl.value).toBe('');
    expect(form.apiKey.value).toBe('');
    expect(form.hasStoredKey.value).toBe(false);
    expect(form.check.value).toBeNull();
    expect(form.problems.value).toEqual({});
  });

  it('holds the address of the connection that stands, and never its key', () => {
    const { form } = openForm(STANDING);
    expect(form.baseUrl.value).toBe(STANDING.baseUrl);
    expect(form.apiKey.value).toBe('');
    expect(form.hasStoredKey.value).toBe(true);
  });
});

describe('asking for the permission', () => {
  it('happens within the call to connect, so that the gesture still counts', () => {
    const { form, requestPermission } = openFilledForm();
    void form.connect();
    expect(requestPermission).toHaveBeenCalledExactlyOnceWith('https://host.example/s');
    expect(form.check.value).toEqual({ state: 'running', at: 'permission' });
  });

  it('comes before anything is asked of the background', async () => {
    const { form, grants, checks, connect } = openFilledForm();
    void form.connect();
    expect(connect).not.toHaveBeenCalled();
    grants.answer(0, true);
    await checks.asked(1);
    expect(form.check.value).toEqual({ state: 'running', at: 'reachable' });
    expect(connect).toHaveBeenCalledExactlyOnceWith({
      baseUrl: 'https://host.example/s',
      apiKey: 'typed-key',
      allowsUnencrypted: false,
    });
  });

  it.each([
    [
      'is refused',
      (grants: { answer(index: number, value: boolean): void }) => grants.answer(0, false),
    ],
    ['cannot be done', (grants: { reject(index: number): void }) => grants.reject(0)],
  ])('ends the check when it %s, with everything typed kept', async (_, end) => {
    const { form, grants, connect } = openFilledForm();
    const connecting = form.connect();
    end(grants);
    await connecting;
    expect(form.check.value).toEqual({
      state: 'failed',
      at: 'permission',
      failure: { code: 'noPermission', origin: 'https://host.example' },
    });
    expect(connect).not.toHaveBeenCalled();
    expect(form.apiKey.value).toBe('typed-key');
  });
});

describe('connecting', () => {
  it('shows the address as it is kept and empties the key field when it passes', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    checks.answer(0, passed);
    await connecting;
    expect(form.check.value).toEqual(passed);
    expect(form.baseUrl.value).toBe('https://host.example/s');
    expect(form.apiKey.value).toBe('');
  });

  it.each<[string, ConnectionCheck | null]>([
    ['fails', { state: 'failed', at: 'apiKey', failure: { code: 'keyRefused', message: null } }],
    ['gets no answer', null],
  ])('keeps everything typed when it %s', async (_, check) => {
    const { form, checks, connecting } = await openCheckingForm();
    if (check === null) checks.reject(0);
    else checks.answer(0, check);
    await connecting;
    expect(form.check.value).toEqual(
      check ?? { state: 'failed', at: 'reachable', failure: { code: 'interrupted' } },
    );
    expect(form.baseUrl.value).toBe('https://host.example/s');
    expect(form.apiKey.value).toBe('typed-key');
  });

  it('leaves what was typed while the check ran', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    form.enterBaseUrl('https://second.example');
    form.enterApiKey('second-key');
    checks.answer(0, passed);
    await connecting;
    expect(form.check.value).toEqual(passed);
    expect(form.baseUrl.value).toBe('https://second.example');
    expect(form.apiKey.value).toBe('second-key');
  });
});

describe('the address', () => {
  it.each([
    ['host.example/s/', 'https://host.example/s'],
    ['localhost:8000', 'http://localhost:8000'],
    ['https://host.example/s/api/v1/reports?per_page=10', 'https://host.example/s'],
  ])('is written out when the field is left: %j', (typed, written) => {
    const { form } = openForm();
    form.enterBaseUrl(typed);
    expect(form.baseUrl.value).toBe(typed);
    form.leaveBaseUrl();
    expect(form.baseUrl.value).toBe(written);
    expect(form.problems.value).toEqual({});
  });

  it('is written out by the press that connects', () => {
    const { form, requestPermission } = openFilledForm();
    form.enterBaseUrl('localhost:8000');
    void form.connect();
    expect(requestPermission).toHaveBeenCalledExactlyOnceWith('http://localhost:8000');
    expect(form.baseUrl.value).toBe('http://localhost:8000');
  });

  it('is then the parent that answered, where the check took that', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    checks.answer(0, { state: 'passed', baseUrl: 'https://host.example' });
    await connecting;
    expect(form.baseUrl.value).toBe('https://host.example');
  });

  it('stays as it is where nobody can tell what is meant', () => {
    const { form } = openForm();
    for (const text of ['two words ', 'ftp://host.example', '/s']) {
      form.enterBaseUrl(text);
      form.leaveBaseUrl();
      expect(form.baseUrl.value).toBe(text);
      expect(form.problems.value).toEqual({});
    }
  });

  it('keeps, written out, the consent to plain http', () => {
    const { form } = openForm();
    form.enterBaseUrl('http://nas.example/s/');
    form.allowUnencrypted(true);
    form.leaveBaseUrl();
    expect(form.baseUrl.value).toBe('http://nas.example/s');
    expect(form.allowsUnencrypted.value).toBe(true);
  });
});

describe('problems', () => {
  it('are found when connecting, of all fields at once, before anything is asked', async () => {
    const { form, requestPermission } = openForm();
    form.enterBaseUrl('two words');
    form.enterApiKey('kéy–');
    expect(form.problems.value).toEqual({});
    await form.connect();
    expect(form.problems.value).toEqual({
      baseUrl: 'notAbsolute',
      apiKey: 'unusableCharacters',
    });
    expect(form.check.value).toBeNull();
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it('go away with a change of their own field', async () => {
    const { form } = openForm();
    await form.connect();
    expect(form.problems.value).toEqual({ baseUrl: 'empty', apiKey: 'empty' });
    form.enterBaseUrl('h');
    expect(form.problems.value).toEqual({ apiKey: 'empty' });
    form.enterApiKey('k');
    expect(form.problems.value).toEqual({});
  });
});

describe('disconnecting', () => {
  it('waits for the end of a check, beside which no second one starts', async () => {
    const { form, checks, disconnect, requestPermission } = await openCheckingForm();
    await form.disconnect();
    expect(disconnect).not.toHaveBeenCalled();
    await form.connect();
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(checks.count).toBe(1);
    expect(form.check.value).toEqual({ state: 'running', at: 'reachable' });
  });

  it('is told, and takes the last check away', async () => {
    const { form, checks, connecting, disconnects } = await openCheckingForm();
    checks.answer(0, passed);
    await connecting;
    const disconnecting = form.disconnect();
    disconnects.answer(0, { value: null });
    await disconnecting;
    expect(form.disconnection.value).toEqual({ state: 'done', allowedHost: null });
    expect(form.check.value).toBeNull();
  });

  it('tells where the browser still allows access', async () => {
    const { form, connection, disconnects, hasPermission } = openForm(STANDING);
    hasPermission.mockResolvedValue(true);
    const disconnecting = form.disconnect();
    connection.value = undefined;
    disconnects.answer(0, { value: null });
    await disconnecting;
    expect(hasPermission).toHaveBeenCalledExactlyOnceWith(STANDING.baseUrl);
    expect(form.disconnection.value).toMatchObject({ allowedHost: 'https://host.example' });
  });

  it.each<Failure>([{ code: 'notConnected' }, { code: 'interrupted' }])(
    'tells the failure %j',
    async (failure) => {
      const { form, disconnects } = openForm(STANDING);
      const disconnecting = form.disconnect();
      if (failure.code === 'interrupted') disconnects.reject(0);
      else disconnects.answer(0, { failure });
      await disconnecting;
      expect(form.disconnection.value).toEqual({ state: 'failed', failure });
    },
  );
});
