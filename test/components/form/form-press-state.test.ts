import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { Standing } from '@/lib/task/standing';
import { openForm, PAGE } from '../../support/open-form';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const NEXT = 'https://host.example/next';
const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'keyRefused', message: null };
const report = sampleReport('3', { url: PAGE });
const lookAt = '2026-11-02T12:00:05.000Z';
const lost: Standing = { name: 'unknown', looks: 0, lookAt, failure: offline };

/** A form that has asked for its page. */
async function press() {
  const opened = openForm();
  await opened.form.submit();
  return opened;
}

describe('a press of Create report', () => {
  it('asks for a report of what the form holds, with the address completed', async () => {
    const { form, add, standing } = openForm();
    form.enterUrl('localhost:8000/page');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword(' päss ');
    await form.submit();
    expect(standing()).toMatchObject({ name: 'waiting' });
    const url = 'http://localhost:8000/page';
    const draft = { url, privacy: Privacy.Password, password: ' päss ' };
    const task = { id: 'new-1', kind: 'create', draft, anyway: false };
    expect(add).toHaveBeenCalledExactlyOnceWith([task]);
    expect(form.url.value).toBe(url);
  });

  it('is held back until the waiting report of its page has ended or needs a person', async () => {
    const { form, tasks } = openForm();
    for (const id of ['first', 'second']) {
      await tasks.adopt(creationOf(id, { url: PAGE }));
      await form.submit();
      expect(form.held.value).toEqual({ reason: 'alreadyWaiting', taskId: id });
      await tasks.move(id, { name: 'sent' });
      expect(form.held.value).not.toBeNull();
      if (id === 'first') await tasks.end(id, 'done', report);
      else await tasks.refuse(id, refused);
      expect(form.held.value).toBeNull();
    }
  });

  it('is held back after a recent report of its page, and stored once a person confirms', async () => {
    const { form, add, standing } = openForm();
    add.mockResolvedValueOnce({ value: { reason: 'justReported', report } });
    await form.submit();
    expect(form.held.value).toEqual({ reason: 'justReported', report });
    expect(form.isStoring.value).toBe(false);
    await form.goOn();
    expect(add).toHaveBeenLastCalledWith([expect.objectContaining({ anyway: true })]);
    expect(standing()).toMatchObject({ name: 'waiting' });
  });

  it('asks nothing about an address that was replaced before the answer', async () => {
    const { form, tasks } = openForm();
    await tasks.adopt(creationOf('other', { url: PAGE }));
    const pressed = form.submit();
    form.enterUrl(NEXT);
    await pressed;
    expect(form.held.value).toBeNull();
  });

  it('does nothing while the very same is being stored', async () => {
    const { form, drafted } = openForm();
    const first = form.submit();
    await vi.waitFor(() => expect(form.isStoring.value).toBe(true));
    await form.submit();
    await first;
    expect(form.isStoring.value).toBe(false);
    expect(drafted()).toHaveLength(1);
  });

  it.each<Standing>([{ name: 'waiting', until: null }, { name: 'sent' }, lost])(
    'asks first while the first report of the form is not done: %j',
    async (state) => {
      const { form, tasks } = await press();
      await tasks.move('new-1', state);
      await form.submit();
      expect(form.held.value).toEqual({ reason: 'alreadyWaiting', taskId: 'new-1' });
      expect(form.pressId.value).toBe('new-1');
      expect(tasks.ids()).toEqual(['new-1']);
      await form.goOn();
      expect(tasks.ids()).toHaveLength(2);
    },
  );

  it('that could not be stored keeps what is typed, and says so until the next press', async () => {
    const { form, asking, add, tasks } = openForm();
    form.enterUrl(NEXT);
    for (const _ of [1, 2, 3]) add.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    expect(asking.unstored.value).toMatchObject({ failure: { code: 'interrupted' } });
    expect([form.url.value, form.isStoring.value, form.pressId.value]).toEqual([NEXT, false, null]);
    await form.submit();
    expect([asking.unstored.value, tasks.ids()]).toEqual([null, ['new-2']]);
  });
});

describe('a press that the service refuses', () => {
  it('keeps its refusal in the form while the form is edited, until the next press', async () => {
    const { form, tasks } = await press();
    await tasks.refuse('new-1', refused);
    form.enterUrl(NEXT);
    expect(form.refusal.value).toEqual(refused);
    form.enterUrl(PAGE);
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.refusal.value).toBeNull();
    await expect.poll(tasks.ids).toEqual(['new-2']);
  });

  it('is replaced by a press for its page in any form, and by no other', async () => {
    const { form, tasks } = openForm();
    await tasks.adopt(creationOf('same', { url: `${PAGE}/` }), creationOf('other', { url: NEXT }));
    await tasks.refuse('same', refused);
    await tasks.refuse('other', refused);
    await form.submit();
    await expect.poll(() => tasks.ids().toSorted()).toEqual(['new-1', 'other']);
  });

  it('keeps its task if the form has since been filled for, or has reported, another page', async () => {
    const { form, tasks } = await press();
    await tasks.refuse('new-1', refused);
    form.fill({ url: NEXT });
    expect([form.refusal.value, form.pressId.value]).toEqual([null, null]);
    await form.submit();
    form.enterUrl(`${NEXT}/2`);
    await form.submit();
    await tasks.refuse('new-2', refused);
    expect(form.refusal.value).toBeNull();
    expect(tasks.ids().toSorted()).toEqual(['new-1', 'new-2', 'new-3']);
  });
});

it('presses with another privacy make different reports, and with another password ask first', async () => {
  const { form, tasks } = await press();
  form.choosePrivacy(Privacy.Password);
  for (const password of ['first', 'second']) {
    form.enterPassword(password);
    await form.submit();
  }
  expect(tasks.ids()).toEqual(['new-2', 'new-1']);
  expect(form.held.value).toEqual({ reason: 'alreadyWaiting', taskId: 'new-2' });
});
