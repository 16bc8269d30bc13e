import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { TaskState } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { openForm, PAGE } from '../../support/open-form';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const NEXT = 'https://host.example/next';
const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'keyRefused', message: null };
const report = sampleReport('3', { url: PAGE });
const lookAt = '2026-11-02T12:00:05.000Z';
const lost: TaskState = { name: 'unknown', looks: 0, lookAt, failure: offline };

/** A form that has asked for its page, and for other addresses after it. */
async function press(...others: string[]) {
  const opened = openForm();
  await opened.form.submit();
  for (const url of others) {
    opened.form.enterUrl(url);
    await opened.form.submit();
  }
  return opened;
}

describe('a press', () => {
  it('asks for what the form holds, the address written out, and is told as sent once it is stored', async () => {
    const { form, add, told } = openForm({ privateWindow: true });
    form.enterUrl('localhost:8000/page');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword(' päss ');
    const pressing = form.submit();
    expect(told()).toEqual({ state: 'sending', id: 'new-1', isStored: false });
    await pressing;
    expect(told()).toEqual({ state: 'sending', id: 'new-1', isStored: true });
    const url = 'http://localhost:8000/page';
    const draft = { url, privacy: Privacy.Password, password: ' päss ' };
    const task = { id: 'new-1', kind: 'create', draft, own: ['new-1'], anyway: false };
    expect(add).toHaveBeenCalledExactlyOnceWith([task], true);
    expect(form.url.value).toBe(url);
  });

  it('that is held back since its page waits already is so until that one has ended', async () => {
    const { form, tasks, told, add } = openForm();
    tasks.adopt(creationOf('other', { url: PAGE }));
    add.mockResolvedValueOnce({ value: { reason: 'alreadyWaiting' } });
    await form.submit();
    expect(told()).toEqual({ state: 'held', reason: { reason: 'alreadyWaiting' } });
    tasks.move('other', { name: 'sent' });
    expect(told()).toMatchObject({ state: 'held' });
    tasks.end('other', 'done', report);
    expect(told()).toBeNull();
  });

  it('that is held back since its page was just reported is stored once a person wants another', async () => {
    const { form, told, add } = openForm();
    add.mockResolvedValueOnce({ value: { reason: 'justReported', report } });
    await form.submit();
    expect(told()).toEqual({ state: 'held', reason: { reason: 'justReported', report } });
    expect(form.isSending.value).toBe(false);
    await form.goOn();
    expect(add).toHaveBeenLastCalledWith([expect.objectContaining({ anyway: true })], false);
    expect(told()).toMatchObject({ state: 'sending', isStored: true });
  });

  it.each<[string, TaskState, object | null]>([
    ['sent', { name: 'sent' }, { state: 'sending' }],
    ['looked for', lost, { state: 'queued', failure: offline, isLookedFor: true }],
    ['accepted, not shown', { ...lost, failure: null }, { state: 'created', report: null }],
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
    await expect.poll(tasks.ids).toEqual([]);
    expect(told()).toMatchObject({ state: 'failed' });
    await form.submit();
    expect(told()).toMatchObject({ state: 'sending', id: 'new-2' });
  });

  it.each<[string, (form: ReturnType<typeof openForm>['form']) => void]>([
    ['the address', (form) => form.enterUrl(NEXT)],
    ['the privacy', (form) => form.choosePrivacy(Privacy.Public)],
    ['the password', (form) => form.enterPassword('secret')],
  ])('is told until %s is changed', async (_, change) => {
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
    form.enterUrl(PAGE);
    expect(told()).toBeNull();
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a press that is not stored', () => {
  it('since the worker was stopped is asked for three times under one id, by the next press too', async () => {
    const { form, add, told, tasks } = openForm();
    for (const _ of [1, 2, 3]) add.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    expect(told()).toEqual({ state: 'failed', id: 'new-1', failure: { code: 'interrupted' } });
    for (const _ of [1, 2]) add.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    expect(told()).toEqual({ state: 'sending', id: 'new-1', isStored: true });
    expect(tasks.ids()).toEqual(['new-1']);
    for (const _ of [1, 2, 3]) add.mockRejectedValueOnce(new Error('stopped'));
    for (const url of [NEXT, `${NEXT}/2`]) {
      form.enterUrl(url);
      await form.submit();
    }
    expect(told()).toMatchObject({ state: 'sending', id: 'new-3' });
  });
});

describe('several presses', () => {
  it('are several reports, of which the form tells the last, and then how the other ended', async () => {
    const { form, tasks, told, drafted } = await press(NEXT);
    expect(drafted().map(({ url }) => url)).toEqual([PAGE, NEXT]);
    expect(told()).toMatchObject({ state: 'sending', id: 'new-2' });
    tasks.end('new-1', 'done', report);
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    tasks.refuse('new-2', refused);
    expect(told()).toMatchObject({ state: 'failed', id: 'new-2' });
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    tasks.show({ deleting: ['3'] });
    expect(form.earlier.value).toBeNull();
    tasks.show({ deleting: [] });
    await form.submit();
    expect(form.earlier.value).toBeNull();
  });

  it('join the first again where the form is as it was', async () => {
    const { form, told, tasks, drafted } = await press(NEXT, PAGE);
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
