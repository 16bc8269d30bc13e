import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { TaskState } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { openForm, PAGE } from '../../support/open-form';
import { sampleReport } from '../../support/sample-report';

const NEXT = 'https://host.example/next';
const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'keyRefused', message: null };
const report = sampleReport('3', { url: PAGE });
const lookAt = '2026-11-02T12:00:05.000Z';
const lost: TaskState = { name: 'unknown', looks: 0, lookAt, failure: { code: 'unreachable' } };

/** A form whose page was asked for, and is stored. */
async function press(options: Parameters<typeof openForm>[0] = {}) {
  const opened = openForm(options);
  await opened.form.submit();
  return { ...opened, told: () => opened.form.lastPress.value };
}

/** A form that has asked for its page, and then for another address. */
async function pressTwo() {
  const opened = await press();
  opened.form.enterUrl(NEXT);
  await opened.form.submit();
  return opened;
}

describe('a press', () => {
  it('asks for what the form holds, the address written out, and is told as sent once it is stored', async () => {
    const { form, add } = openForm({ privateWindow: true });
    form.enterUrl('localhost:8000/page');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword(' päss ');
    const pressing = form.submit();
    expect(form.lastPress.value).toEqual({ state: 'sending', id: 'new-1', isStored: false });
    await pressing;
    expect(form.lastPress.value).toEqual({ state: 'sending', id: 'new-1', isStored: true });
    const url = 'http://localhost:8000/page';
    const draft = { url, privacy: Privacy.Password, password: ' päss ' };
    expect(add).toHaveBeenCalledExactlyOnceWith([{ id: 'new-1', kind: 'create', draft }], true);
    expect(form.url.value).toBe(url);
  });

  it.each<[string, TaskState, object | null]>([
    ['sent', { name: 'sent' }, { state: 'sending' }],
    ['looked for', lost, { state: 'queued', failure: { code: 'unreachable' }, isLookedFor: true }],
    [
      'accepted without being shown',
      { ...lost, failure: null },
      { state: 'created', report: null },
    ],
    ['left to a person', { name: 'stuck', reason: 'unconfirmed', failure: offline }, null],
    ['waiting for its password', { name: 'stuck', reason: 'password' }, null],
  ])('is told by its task: %s', async (_, state, said) => {
    const { tasks, told } = await press();
    tasks.move('new-1', state);
    if (said === null) expect(told()).toBeNull();
    else expect(told()).toMatchObject(said);
  });

  it('that waits for the gate is told with the reason, though the view has no room for it', async () => {
    const { tasks, told, form } = await press();
    tasks.setGate(closedGate(offline));
    const queued = { state: 'queued', id: 'new-1', failure: offline, isLookedFor: false };
    expect(told()).toEqual(queued);
    tasks.show({ tasks: [] });
    expect(told()).toEqual(queued);
    form.enterUrl(NEXT);
    expect(told()).toBeNull();
  });

  it('is told as created, with the rating and privacy that a list shows, until it is deleted', async () => {
    const { tasks, listed, told } = await press();
    tasks.end('new-1', 'done', { ...report, result: null });
    expect(told()).toMatchObject({ state: 'created', report: { id: '3', result: null } });
    listed.value = [{ ...report, privacy: Privacy.Public, result: 'decent' }];
    expect(told()).toMatchObject({ report: { privacy: Privacy.Public, result: 'decent' } });
    listed.value = [{ ...report, privacy: null, result: null }];
    expect(told()).toMatchObject({ report: { privacy: Privacy.Private } });
    await tasks.background.add([{ id: 'deletion', kind: 'delete', report }]);
    expect(told()).toBeNull();
    tasks.end('deletion', 'done');
    expect(told()).toBeNull();
  });

  it('is not told any more once it was taken back', async () => {
    const { tasks, told } = await press();
    tasks.end('new-1', 'cancelled');
    expect(told()).toBeNull();
  });

  it('makes no second report of the same form while one is under way, and another afterwards', async () => {
    const { form, tasks, drafted } = await press();
    expect(form.isSending.value).toBe(true);
    await form.submit();
    tasks.move('new-1', lost);
    await form.submit();
    expect(drafted()).toHaveLength(1);
    tasks.end('new-1', 'done', report);
    expect(form.isSending.value).toBe(false);
    await form.submit();
    expect(drafted()).toHaveLength(2);
  });
});

describe('a press that the service refuses', () => {
  it('is told by the form that still holds it, which takes it out of the queue', async () => {
    const { form, tasks, told } = await press();
    tasks.refuse('new-1', refused);
    expect(told()).toEqual({ state: 'failed', id: 'new-1', failure: refused });
    expect(form.url.value).toBe(PAGE);
    await expect.poll(tasks.ids).toEqual([]);
    expect(told()).toMatchObject({ state: 'failed' });
    await form.submit();
    expect(told()).toMatchObject({ state: 'sending', id: 'new-2' });
  });

  it.each<[string, (form: ReturnType<typeof openForm>['form']) => void]>([
    ['the address', (form) => form.enterUrl(NEXT)],
    ['the privacy', (form) => form.choosePrivacy(Privacy.Public)],
    ['the password', (form) => form.enterPassword('secret')],
  ])('is no longer told once %s was changed', async (_, change) => {
    const { form, tasks, told } = await press();
    tasks.refuse('new-1', refused);
    form.leaveUrl();
    expect(told()).toMatchObject({ state: 'failed' });
    change(form);
    expect(told()).toBeNull();
  });

  it('stays in the queue where the form holds something else by then', async () => {
    const { form, tasks, told, cancel } = await press();
    form.enterUrl(NEXT);
    tasks.refuse('new-1', refused);
    expect(told()).toBeNull();
    form.enterUrl(PAGE);
    expect(told()).toBeNull();
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a press that is not stored', () => {
  it.each<Failure>([{ code: 'notStored' }, { code: 'storeUnreadable' }, { code: 'notConnected' }])(
    'says why, and keeps everything typed: %j',
    async (failure) => {
      const { form, add, draftsItem } = openForm();
      add.mockResolvedValueOnce({ failure });
      form.choosePrivacy(Privacy.Public);
      const kept = draftsItem.stored;
      await form.submit();
      expect(form.lastPress.value).toEqual({ state: 'failed', id: 'new-1', failure });
      expect([form.privacy.value, draftsItem.stored]).toEqual([Privacy.Public, kept]);
    },
  );

  it('since the worker was stopped is asked for again, under the same id', async () => {
    const { form, add, tasks } = openForm();
    for (const _ of [1, 2]) add.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    expect(form.lastPress.value).toMatchObject({ state: 'sending', isStored: true });
    expect(tasks.ids()).toEqual(['new-1']);
  });

  it('says so after three times, and the next press of the same form has the same id', async () => {
    const { form, add } = openForm();
    for (const _ of [1, 2, 3]) add.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    const failure: Failure = { code: 'interrupted' };
    expect(form.lastPress.value).toEqual({ state: 'failed', id: 'new-1', failure });
    expect(add).toHaveBeenCalledTimes(3);
    await form.submit();
    expect(form.lastPress.value).toMatchObject({ state: 'sending', id: 'new-1' });
    form.enterUrl(NEXT);
    await form.submit();
    expect(form.lastPress.value).toMatchObject({ id: 'new-2' });
  });
});

describe('several presses', () => {
  it('are several reports, of which the form tells the last, and then how the other ended', async () => {
    const { form, tasks, told, drafted } = await pressTwo();
    expect(drafted().map(({ url }) => url)).toEqual([PAGE, NEXT]);
    expect(told()).toMatchObject({ state: 'sending', id: 'new-2' });
    tasks.end('new-1', 'done', report);
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    tasks.refuse('new-2', refused);
    expect(told()).toMatchObject({ state: 'failed', id: 'new-2' });
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    await form.submit();
    expect(form.earlier.value).toBeNull();
  });

  it('leave one that fails to the queue', async () => {
    const { form, tasks, cancel } = await pressTwo();
    tasks.refuse('new-1', refused);
    expect(form.earlier.value).toBeNull();
    expect(form.lastPress.value).toMatchObject({ state: 'sending', id: 'new-2' });
    expect(cancel).not.toHaveBeenCalled();
  });

  it('tell no more of the earlier one once it is deleted', async () => {
    const { form, tasks } = await pressTwo();
    tasks.end('new-1', 'done', report);
    tasks.show({ deleting: ['5'] });
    expect(form.earlier.value).not.toBeNull();
    tasks.show({ deleting: ['3'] });
    expect(form.earlier.value).toBeNull();
  });

  it('join the first again where the form is as it was', async () => {
    const { form, told, tasks, drafted } = await pressTwo();
    form.enterUrl(PAGE);
    await form.submit();
    expect(drafted()).toHaveLength(2);
    expect(told()).toMatchObject({ state: 'sending', id: 'new-1' });
    tasks.end('new-2', 'done', null);
    expect(form.earlier.value).toEqual({ url: NEXT, report: null });
  });

  it('are different reports with another privacy or password', async () => {
    const { form, drafted } = await press();
    form.choosePrivacy(Privacy.Password);
    for (const password of ['first', 'second']) {
      form.enterPassword(password);
      await form.submit();
    }
    expect(drafted().map(({ password }) => password)).toEqual([undefined, 'first', 'second']);
  });
});
