import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Status } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../support/open-form';
import { creation } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const NEXT = 'https://host.example/next';
const offline: Failure = { code: 'offline' };
const refused: Failure = { code: 'keyRefused', message: null };
const report = sampleReport('3', { url: PAGE });
const lookupAt = '2026-11-02T12:00:05.000Z';
const unverified: Status = { name: 'unverified', lookups: 0, lookupAt, failure: offline };

async function openAndSubmit() {
  const opened = openForm();
  await opened.form.submit();
  return opened;
}

describe('a press of Create report', () => {
  it('requests a report with the completed address and the other fields', async () => {
    const { form, createJob, status } = openForm();
    form.enterUrl('localhost:8000/page');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword(' päss ');
    await form.submit();
    expect(status()).toEqual({ name: 'queued' });
    const url = 'http://localhost:8000/page';
    const subjects = [{ kind: 'create', url, privacy: Privacy.Password }];
    const job = { id: 'new-1', subjects, password: ' päss ', isConfirmed: false, isPrivate: false };
    expect(createJob).toHaveBeenCalledExactlyOnceWith(expect.anything(), job);
    expect(form.url.value).toBe(url);
  });

  it('needs confirmation until the queued creation of its page is finished or refused', async () => {
    const { form, stored } = openForm();
    for (const id of ['first', 'second']) {
      await stored.storeJob(id, creation({ url: PAGE }));
      await form.submit();
      expect(form.confirmation.value).toEqual({ reason: 'inProgress', jobId: id });
      await stored.setStatus(id, { name: 'sending' });
      expect(form.confirmation.value).not.toBeNull();
      if (id === 'first') await stored.finish(id, report);
      else await stored.refuse(id, refused);
      expect(form.confirmation.value).toBeNull();
    }
  });

  it('needs confirmation after a recent report of its page, and stores the confirmed report', async () => {
    const { form, createJob, status } = openForm();
    createJob.mockResolvedValueOnce({ value: { reason: 'justCreated', report } });
    await form.submit();
    expect(form.confirmation.value).toEqual({ reason: 'justCreated', report });
    expect(form.isStoring.value).toBe(false);
    await form.confirm();
    const confirmed = expect.objectContaining({ isConfirmed: true });
    expect(createJob).toHaveBeenLastCalledWith(expect.anything(), confirmed);
    expect(status()).toEqual({ name: 'queued' });
  });

  it('needs no confirmation for an address that was replaced before the answer', async () => {
    const { form, stored } = openForm();
    await stored.storeJob('other', creation({ url: PAGE }));
    const pressed = form.submit();
    form.enterUrl(NEXT);
    await pressed;
    expect(form.confirmation.value).toBeNull();
  });

  it('does nothing while the same request is being stored', async () => {
    const { form, requestedCreations } = openForm();
    const first = form.submit();
    await waitUntil(() => expect(form.isStoring.value).toBe(true));
    await form.submit();
    await first;
    expect(form.isStoring.value).toBe(false);
    expect(requestedCreations()).toHaveLength(1);
  });

  it.each<Status>([{ name: 'queued' }, { name: 'sending' }, unverified])(
    'needs confirmation while the first report of the form is not done: %j',
    async (status) => {
      const { form, stored } = await openAndSubmit();
      await stored.setStatus('new-1', status);
      await form.submit();
      expect(form.confirmation.value).toEqual({ reason: 'inProgress', jobId: 'new-1' });
      expect(form.jobId.value).toBe('new-1');
      expect(stored.ids()).toEqual(['new-1']);
      await form.confirm();
      expect(stored.ids()).toHaveLength(2);
    },
  );

  it('keeps the fields if it could not be stored, and shows the failure until the next press', async () => {
    const { form, jobs, createJob, stored } = openForm();
    form.enterUrl(NEXT);
    for (const _ of [1, 2, 3]) createJob.mockRejectedValueOnce(new Error('stopped'));
    await form.submit();
    expect(jobs.unstored.value).toMatchObject({ failure: { code: 'interrupted' } });
    expect([form.url.value, form.isStoring.value, form.jobId.value]).toEqual([NEXT, false, null]);
    await form.submit();
    expect([jobs.unstored.value, stored.ids()]).toEqual([null, ['new-2']]);
  });
});

it('a press with another privacy after a lost answer creates another job', async () => {
  const { form, createJob, stored, status } = openForm();
  const store = createJob.getMockImplementation();
  for (const _ of [1, 2, 3]) {
    createJob.mockImplementationOnce(async (...args) => {
      await store?.(...args);
      throw new Error('stopped');
    });
  }
  await form.submit();
  form.choosePrivacy(Privacy.Public);
  await form.submit();
  expect(stored.ids()).toEqual(['new-2', 'new-1']);
  expect(form.jobId.value).toBe('new-2');
  expect(status()).toEqual({ name: 'queued' });
  const [subject] = createJob.mock.lastCall?.[1].subjects ?? [];
  expect(subject).toMatchObject({ kind: 'create', url: PAGE, privacy: Privacy.Public });
});

describe('a press that the service refuses', () => {
  it('shows the refusal while the form is edited, until the next press', async () => {
    const { form, stored } = await openAndSubmit();
    await stored.refuse('new-1', refused);
    form.enterUrl(NEXT);
    expect(form.refusal.value).toEqual(refused);
    form.enterUrl(PAGE);
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.refusal.value).toBeNull();
    await waitUntil(() => expect(stored.ids()).toEqual(['new-2']));
  });

  it('is replaced only by a press for the same page, in any form', async () => {
    const { form, stored } = openForm();
    await stored.storeJob('same', creation({ url: `${PAGE}/` }));
    await stored.storeJob('other', creation({ url: NEXT }));
    await stored.refuse('same', refused);
    await stored.refuse('other', refused);
    await form.submit();
    await waitUntil(() => expect(stored.ids().toSorted()).toEqual(['new-1', 'other']));
  });

  it('keeps its job if the form contains another page', async () => {
    const { form, stored } = await openAndSubmit();
    await stored.refuse('new-1', refused);
    form.fill({ url: NEXT });
    expect([form.refusal.value, form.jobId.value]).toEqual([null, null]);
    await form.submit();
    form.enterUrl(`${NEXT}/2`);
    await form.submit();
    await stored.refuse('new-2', refused);
    expect(form.refusal.value).toBeNull();
    expect(stored.ids().toSorted()).toEqual(['new-1', 'new-2', 'new-3']);
  });
});

it('a second press with another password needs confirmation, unlike a press with another privacy', async () => {
  const { form, stored } = await openAndSubmit();
  form.choosePrivacy(Privacy.Password);
  for (const password of ['first', 'second']) {
    form.enterPassword(password);
    await form.submit();
  }
  expect(stored.ids()).toEqual(['new-2', 'new-1']);
  expect(form.confirmation.value).toEqual({ reason: 'inProgress', jobId: 'new-2' });
});
