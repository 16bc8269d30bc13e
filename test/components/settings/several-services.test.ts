import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '@/lib/connection/check-steps';
import type { OpenJobsFailure } from '@/lib/failure';
import type { Policy } from '@/lib/settings/policy';
import { openConnect, STORED_CONNECTION } from '../../support/open-connect';
import { sampleConnection } from '../../support/stored-connection';

const OTHER = sampleConnection({
  id: 'b',
  baseUrl: 'https://other.example',
  headerNames: ['X-Pass'],
});
const openJobs: OpenJobsFailure = {
  code: 'openJobs',
  creations: 1,
  changes: 0,
  deletions: 0,
  change: 'disconnect',
};
const passed = (baseUrl: string): ConnectionCheck => ({ state: 'passed', baseUrl });

/** Opens the options with two services. The test has not typed anything. */
function openTwo(policy?: Policy) {
  const opened = openConnect(STORED_CONNECTION, undefined, signal(policy));
  opened.others.value = [OTHER];
  opened.form.showForm(null);
  return opened;
}

function shownForm({ form }: ReturnType<typeof openConnect>) {
  const { baseUrl, hasKey } = form.typed.value;
  const names = form.headers.fields.value.map(({ name }) => name);
  return { target: form.target.value?.id, baseUrl, hasKey, names };
}

describe('the only service', () => {
  it('has no list, and its form is always open', () => {
    const opened = openConnect(STORED_CONNECTION);
    expect(opened.form.hasList.value).toBe(false);
    expect(opened.form.target.value).toBe(STORED_CONNECTION);
  });

  it('becomes a list with an empty form when a person connects another service', () => {
    const opened = openConnect(STORED_CONNECTION);
    opened.form.showForm({ kind: 'another' });
    expect(opened.form.hasList.value).toBe(true);
    expect(shownForm(opened)).toEqual({
      target: undefined,
      baseUrl: '',
      hasKey: false,
      names: [],
    });
    opened.form.showForm(null);
    expect(opened.form.hasList.value).toBe(false);
    expect(shownForm(opened)).toMatchObject({ target: 'a', baseUrl: STORED_CONNECTION.baseUrl });
  });

  it('has a list if it is not in use', () => {
    const { form, connection, others } = openTwo();
    connection.value = undefined;
    others.value = [OTHER];
    expect(form.hasList.value).toBe(true);
  });
});

describe('the form of a listed service', () => {
  it('is closed until a person opens the form', () => {
    const { form } = openTwo();
    expect([form.hasList.value, form.chosen.value, form.target.value]).toEqual([
      true,
      null,
      undefined,
    ]);
  });

  it('shows the stored values of its own service', () => {
    const opened = openTwo();
    opened.form.showForm({ kind: 'connection', id: 'b' });
    const stored = { target: 'b', baseUrl: OTHER.baseUrl, hasKey: false, names: ['X-Pass'] };
    expect(shownForm(opened)).toEqual(stored);
    opened.form.enterBaseUrl('https://typed.example');
    opened.form.editKey(true);
    opened.form.headers.add(['X-Typed']);
    opened.form.showForm({ kind: 'connection', id: 'a' });
    expect(shownForm(opened)).toMatchObject({
      target: 'a',
      baseUrl: STORED_CONNECTION.baseUrl,
      hasKey: false,
      names: [],
    });
    opened.form.showForm({ kind: 'connection', id: 'b' });
    expect(shownForm(opened)).toEqual(stored);
  });

  it('leaves nothing behind when a person leaves the field and closes the form', () => {
    const { form, others } = openForm();
    form.showForm(null);
    // The field reports the lost focus after the press.
    form.completeBaseUrl();
    others.value = [];
    expect(form.typed.value.baseUrl).toBe(STORED_CONNECTION.baseUrl);
  });

  it('sends its own connection, and closes when the check passes', async () => {
    const { form, connectAndAnswer, connect, pressedRow } = openForm();
    form.editKey(true);
    await connectAndAnswer(passed(OTHER.baseUrl));
    expect(connect.mock.lastCall?.[0]).toMatchObject({
      connectionId: 'b',
      baseUrl: OTHER.baseUrl,
      apiKey: 'typed-key',
    });
    expect([form.chosen.value, pressedRow()]).toEqual([null, 'b']);
  });

  it('stays open with its texts if a person types during the check', async () => {
    const { form, startCheck, checks } = openForm();
    form.editKey(true);
    const { ended } = await startCheck();
    form.enterBaseUrl('https://typed.example');
    checks.answer(0, passed(OTHER.baseUrl));
    await ended;
    expect(form.chosen.value).toEqual({ kind: 'connection', id: 'b' });
    expect(form.typed.value.baseUrl).toBe('https://typed.example');
  });

  it('closes when another tab disconnects its service', () => {
    const { form, others } = openForm();
    others.value = [];
    expect([form.chosen.value, form.target.value?.id]).toEqual([null, 'a']);
  });

  it('loses its texts when another tab disconnects its service', () => {
    const opened = openTwo();
    const { form, others } = opened;
    others.value = [sampleConnection({ id: 'b', baseUrl: OTHER.baseUrl })];
    form.showForm({ kind: 'connection', id: 'b' });
    form.enterBaseUrl('https://typed.example');
    form.editKey(true);
    form.headers.add(['X-Typed']);
    others.value = [];
    const stored = { target: 'a', baseUrl: STORED_CONNECTION.baseUrl, hasKey: false, names: [] };
    expect(shownForm(opened)).toEqual(stored);
    form.editKey(true);
    expect(shownForm(opened)).toEqual({ ...stored, hasKey: true });
  });

  it('does not use the base URL of a policy for another service', () => {
    const opened = openTwo({ baseUrl: STORED_CONNECTION.baseUrl, requestHeaders: ['X-Office'] });
    opened.form.showForm({ kind: 'connection', id: 'b' });
    expect(shownForm(opened)).toMatchObject({ baseUrl: OTHER.baseUrl, names: ['X-Pass'] });
    expect(opened.form.managed.value).toBeNull();
    opened.form.showForm({ kind: 'connection', id: 'a' });
    expect(shownForm(opened).names).toEqual(['X-Office']);
    expect(opened.form.managed.value).toBe('setByOrganization');
  });

  function openForm() {
    const opened = openTwo();
    opened.form.showForm({ kind: 'connection', id: 'b' });
    return { ...opened, pressedRow: () => opened.form.pressedRow.value };
  }
});

describe('another service', () => {
  it('is connected without the id of a connection, and its outcome belongs to no row', async () => {
    const { form, connectAndAnswer, connect } = openTwo();
    form.showForm({ kind: 'another' });
    form.enterBaseUrl('https://third.example');
    form.editKey(true);
    await connectAndAnswer(passed('https://third.example'));
    expect(connect.mock.lastCall?.[0]).toMatchObject({
      connectionId: null,
      baseUrl: 'https://third.example',
    });
    expect([form.chosen.value, form.pressedRow.value, form.isFirstRun.value]).toEqual([
      null,
      null,
      false,
    ]);
  });
});

describe('Check connection of a row', () => {
  it('checks the stored connection with its stored key and headers', async () => {
    const { form, startCheck, checks, connect, requestPermission } = openTwo();
    const { ended } = await startCheck(() => form.checkStored('b'));
    expect(requestPermission).toHaveBeenLastCalledWith(OTHER.baseUrl);
    expect(connect.mock.lastCall?.[0]).toEqual({
      connectionId: 'b',
      baseUrl: OTHER.baseUrl,
      apiKey: '',
      allowsUnencrypted: false,
    });
    expect(form.pressedRow.value).toBe('b');
    checks.answer(0, passed(OTHER.baseUrl));
    await ended;
    expect(form.check.value).toEqual(passed(OTHER.baseUrl));
  });

  it('leaves the open form of another service unchanged', async () => {
    const opened = openTwo();
    const { form, startCheck, checks } = opened;
    form.showForm({ kind: 'connection', id: 'a' });
    form.enterBaseUrl('https://typed.example');
    const before = shownForm(opened);
    const { ended } = await startCheck(() => form.checkStored('b'));
    checks.answer(0, passed(OTHER.baseUrl));
    await ended;
    expect(shownForm(opened)).toEqual(before);
  });

  it('reads the account only of the service in use', async () => {
    const { form, startCheck, checks, accounts } = openTwo();
    for (const [index, id] of ['b', 'a'].entries()) {
      const { ended } = await startCheck(() => form.checkStored(id));
      checks.answer(index, passed(OTHER.baseUrl));
      await ended;
      expect(accounts.count).toBe(1 + index);
    }
  });
});

describe('Disconnect of a row', () => {
  it('asks in its row about open jobs, and disconnects only this service', async () => {
    const { form, disconnect, disconnects, others, hasPermission } = openTwo();
    hasPermission.mockResolvedValue(true);
    const disconnecting = form.disconnect('b');
    disconnects.answer(0, { failure: openJobs });
    await disconnecting;
    expect([form.question.value, form.pressedRow.value]).toEqual([{ openJobs }, 'b']);
    const confirmed = form.answerQuestion({ dropsOpenJobs: true });
    others.value = [];
    disconnects.answer(1, { value: [] });
    await confirmed;
    expect(disconnect.mock.calls).toEqual([
      ['b', false],
      ['b', true],
    ]);
    expect([form.hasList.value, form.pressedRow.value]).toEqual([false, null]);
    expect(form.lastPress.value).toMatchObject({
      connectionId: 'b',
      isLast: false,
      result: { value: { allowedHost: 'https://other.example' } },
    });
    expect(form.typed.value.baseUrl).toBe(STORED_CONNECTION.baseUrl);
  });

  it('does not report a host as still allowed that another service needs', async () => {
    const { form, disconnects, others, hasPermission } = openTwo();
    hasPermission.mockResolvedValue(true);
    others.value = [{ ...OTHER, baseUrl: STORED_CONNECTION.baseUrl }];
    const disconnecting = form.disconnect('b');
    disconnects.answer(0, { value: [] });
    await disconnecting;
    expect(form.lastPress.value).toMatchObject({ result: { value: { allowedHost: null } } });
  });
});
