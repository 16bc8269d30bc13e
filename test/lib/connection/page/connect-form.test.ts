import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/connection-check';
import {
  openCheckingForm,
  openFilledForm,
  openForm,
  STANDING,
} from '../../../support/open-connect-form';

const passed: ConnectionCheck = { state: 'passed' };

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
      failure: { code: 'no-permission', origin: 'https://host.example' },
    });
    expect(connect).not.toHaveBeenCalled();
    expect(form.apiKey.value).toBe('typed-key');
  });

  it('ends the check when the browser throws at once', async () => {
    const { form, requestPermission } = openFilledForm();
    requestPermission.mockImplementation(() => {
      throw new TypeError('Invalid host pattern');
    });
    await form.connect();
    expect(form.check.value).toMatchObject({ state: 'failed', at: 'permission' });
  });

  it('happens again when the person tries again', async () => {
    const { form, grants, requestPermission } = openFilledForm();
    const connecting = form.connect();
    grants.answer(0, false);
    await connecting;
    void form.connect();
    expect(requestPermission).toHaveBeenCalledTimes(2);
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

  it('keeps everything typed when it fails', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    const failed: ConnectionCheck = {
      state: 'failed',
      at: 'key',
      failure: { code: 'key-refused', message: null },
    };
    checks.answer(0, failed);
    await connecting;
    expect(form.check.value).toEqual(failed);
    expect(form.baseUrl.value).toBe(' https://host.example/s/ ');
    expect(form.apiKey.value).toBe('typed-key');
  });

  it('was interrupted when the background was stopped', async () => {
    const { form, checks, connecting } = await openCheckingForm();
    checks.reject(0);
    await connecting;
    expect(form.check.value).toEqual({
      state: 'failed',
      at: 'reachable',
      failure: { code: 'interrupted' },
    });
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

  it('does nothing while a check is running', async () => {
    const { form, grants, requestPermission, connect, checks } = openFilledForm();
    void form.connect();
    await form.connect();
    expect(requestPermission).toHaveBeenCalledTimes(1);
    grants.answer(0, true);
    await checks.asked(1);
    await form.connect();
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe('problems', () => {
  it('are found when connecting, of all fields at once, before anything is asked', async () => {
    const { form, requestPermission } = openForm();
    form.enterBaseUrl('host.example');
    form.enterApiKey('kéy–');
    expect(form.problems.value).toEqual({});
    await form.connect();
    expect(form.problems.value).toEqual({
      baseUrl: 'not-absolute',
      apiKey: 'unusable-characters',
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

  it('take the place of an earlier check', async () => {
    const { form, grants } = openFilledForm();
    const connecting = form.connect();
    grants.answer(0, false);
    await connecting;
    form.enterApiKey('');
    await form.connect();
    expect(form.check.value).toBeNull();
    expect(form.problems.value).toEqual({ apiKey: 'empty' });
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
    expect(form.disconnection.value).toBeNull();
    disconnects.answer(0, { value: null });
    await disconnecting;
    expect(form.disconnection.value).toEqual({ failure: null });
    expect(form.check.value).toBeNull();
  });

  it('tells the failure', async () => {
    const { form, disconnects } = openForm(STANDING);
    const disconnecting = form.disconnect();
    disconnects.answer(0, { failure: { code: 'not-connected' } });
    await disconnecting;
    expect(form.disconnection.value).toEqual({ failure: { code: 'not-connected' } });
  });

  it('was interrupted when the background was stopped', async () => {
    const { form, disconnects } = openForm(STANDING);
    const disconnecting = form.disconnect();
    disconnects.reject(0);
    await disconnecting;
    expect(form.disconnection.value).toEqual({ failure: { code: 'interrupted' } });
  });

  it('is no longer told once the person connects again', async () => {
    const { form, disconnects } = openFilledForm(STANDING);
    const disconnecting = form.disconnect();
    disconnects.answer(0, { value: null });
    await disconnecting;
    void form.connect();
    expect(form.disconnection.value).toBeNull();
  });
});
