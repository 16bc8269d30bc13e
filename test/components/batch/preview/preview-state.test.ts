import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createBatchPreview } from '@/components/batch/preview/preview-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Result } from '@/lib/result';

const ONE = 'https://a.example/1';
const TWO = 'https://a.example/2';
const REPORTED = 'https://a.example/known';
const SECRET = 'https://a.example/reset?token=3f9a0c7e51b24d68a1';
const TEXTS = [ONE, TWO, ONE, 'no address', REPORTED, SECRET];

const addressesOf = (texts: readonly string[]) => texts.map((text) => ({ text }));

async function openPreview(texts = TEXTS, defaultPrivacy: Privacy = Privacy.Private) {
  const createJob = vi.fn(
    async (_job: NewJob): Promise<Result<Confirmation | null>> => ({ value: null }),
  );
  const getReportDates = vi.fn<BackgroundApi['getReportDates']>(async () => ({
    value: { 'a.example/known': null },
  }));
  const ready = vi.fn(async () => {});
  const onAdded = vi.fn();
  let ids = 0;
  const preview = createBatchPreview({
    background: { getReportDates },
    createJob,
    connectionId: 'c',
    ready,
    onAdded,
    defaultPrivacy: signal(defaultPrivacy),
    pause: async () => {},
    likelySite: () => '',
    most: 10,
    newId: () => `batch-${++ids}`,
  });
  await preview.show(addressesOf(texts), false);
  const jobs = () => createJob.mock.calls.map(([job]) => job);
  return { preview, createJob, getReportDates, ready, onAdded, jobs };
}

describe('the batch to create', () => {
  it('contains each selected address once, and counts the other addresses by reason', async () => {
    const { preview, jobs, onAdded } = await openPreview();
    preview.switchShown(true);
    preview.switchRow(1, false);
    await preview.create();
    const leftOut = { switchedOff: 1, duplicate: 1, notAnAddress: 1 };
    const subjects = [ONE, REPORTED, SECRET].map((url) => ({ kind: 'create', url, privacy: 1 }));
    expect(jobs()).toEqual([{ id: 'batch-1', isBatch: true, subjects, leftOut }]);
    expect(onAdded).toHaveBeenCalledWith('batch-1');
    expect(preview.preview.value).toBeNull();
  });

  it('leaves out risky addresses in Public until a person switches them on', async () => {
    const { preview } = await openPreview();
    expect(preview.selection.value.urls).toEqual([ONE, TWO, SECRET]);
    preview.choosePrivacy(Privacy.Public);
    expect(preview.selection.value).toMatchObject({ urls: [ONE, TWO], risky: [] });
    preview.switchRow(5, true);
    expect(preview.selection.value).toMatchObject({ urls: [ONE, TWO, SECRET], risky: [SECRET] });
  });

  it('removes tracking parameters from each new list unless a person keeps them', async () => {
    const texts = [ONE, `${TWO}?utm_source=mail`, `${ONE}?gclid=x`];
    const { preview } = await openPreview(texts);
    expect(preview.trackedCount.value).toBe(2);
    expect(preview.selection.value).toMatchObject({ urls: [ONE, TWO], leftOut: { duplicate: 1 } });
    preview.cutTracking(false);
    expect(preview.selection.value.urls).toEqual([ONE, texts[1]]);
    await preview.show(addressesOf(texts), false);
    expect(preview.cutsTracking.value).toBe(true);
    expect(preview.selection.value.urls).toEqual([ONE, TWO]);
  });

  it('has the default privacy after a batch with another privacy', async () => {
    const { preview } = await openPreview();
    preview.choosePrivacy(Privacy.Password);
    preview.enterPassword('secret');
    await preview.create();
    await preview.show(addressesOf(TEXTS), false);
    expect(preview.privacy.value).toBe(Privacy.Private);
    expect(preview.password.value).toBe('');
  });

  it('is not created if no address is switched on', async () => {
    const { preview, createJob } = await openPreview(['no address']);
    await preview.create();
    expect(createJob).not.toHaveBeenCalled();
  });
});

describe('a press that creates a batch', () => {
  it('has the same batch id without an answer, and a new id after a change', async () => {
    const { preview, jobs, createJob, onAdded } = await openPreview();
    createJob.mockRejectedValue(new Error('No answer from background'));
    await preview.create();
    expect(preview.failure.value).toEqual({ code: 'interrupted' });
    await preview.create();
    expect(new Set(jobs().map(({ id }) => id))).toEqual(new Set(['batch-1']));
    expect(onAdded).not.toHaveBeenCalled();
    createJob.mockResolvedValue({ failure: { code: 'notStored' } });
    preview.switchRow(0, false);
    expect(preview.failure.value).toBeNull();
    await preview.create();
    expect(jobs().at(-1)?.id).toBe('batch-2');
    expect(preview.failure.value).toEqual({ code: 'notStored' });
    expect(preview.preview.value).not.toBeNull();
  });

  it('needs a password with privacy Password, and sends none with another privacy', async () => {
    const { preview, jobs, createJob } = await openPreview([ONE, TWO], Privacy.Password);
    await preview.create();
    expect(preview.isPasswordMissing.value).toBe(true);
    preview.enterPassword('pass word ');
    createJob.mockResolvedValue({ failure: { code: 'notStored' } });
    await preview.create();
    preview.choosePrivacy(Privacy.Private);
    await preview.create();
    const passwords = jobs().map(({ password }) => password);
    expect(passwords).toEqual(['pass word ', undefined]);
  });
});

describe('the rows of a preview', () => {
  it('can be filtered by text and reason, and switched on together', async () => {
    const { preview } = await openPreview();
    preview.chooseReason('duplicate');
    expect(preview.shown.value).toEqual([2]);
    expect(preview.areShownOn.value).toBe(false);
    preview.switchShown(true);
    expect(preview.areShownOn.value).toBe(true);
    preview.enterFilter('known');
    expect(preview.shown.value).toEqual([]);
    preview.chooseReason(null);
    expect(preview.shown.value).toEqual([4]);
    preview.enterFilter('');
    expect(preview.areShownOn.value).toBeNull();
  });

  it('belong to the newest list, even if an earlier list is still being read', async () => {
    const { preview } = await openPreview();
    const first = preview.show(addressesOf([ONE]), false);
    await preview.show(addressesOf([TWO]), true);
    await first;
    expect(preview.preview.value?.rows.map(({ url }) => url)).toEqual([TWO]);
    expect(preview.isCut.value).toBe(true);
    await preview.show(addressesOf([]), false);
    expect(preview.preview.value).toBeNull();
  });
});

describe('the report dates of a preview', () => {
  it('are requested by page key after the newest reports are known', async () => {
    const { getReportDates, ready } = await openPreview([ONE, 'no address', REPORTED]);
    const keys = ['a.example/1', 'a.example/known'];
    expect(getReportDates).toHaveBeenCalledExactlyOnceWith('c', keys);
    expect(getReportDates).toHaveBeenCalledAfter(ready);
  });

  it('can be requested again, unless another preview was built meanwhile', async () => {
    const { preview, getReportDates } = await openPreview([ONE, REPORTED]);
    const reasons = () => preview.preview.value?.rows.map(({ reason }) => reason);
    getReportDates.mockResolvedValueOnce({ value: { 'a.example/1': null } });
    await preview.compareAgain();
    expect(reasons()).toEqual(['alreadyReported', null]);
    getReportDates.mockResolvedValueOnce({ value: { 'a.example/1': null } });
    const comparing = preview.compareAgain();
    await preview.show(addressesOf([TWO, REPORTED]), false);
    await comparing;
    expect(reasons()).toEqual([null, 'alreadyReported']);
  });

  it('leave every row unreported if they cannot be read', async () => {
    const { preview, getReportDates } = await openPreview();
    getReportDates.mockResolvedValueOnce({ failure: { code: 'storeUnreadable' } });
    await preview.show(addressesOf([REPORTED]), false);
    expect(preview.preview.value?.rows).toMatchObject([{ url: REPORTED, reason: null }]);
    getReportDates.mockRejectedValueOnce(new Error('No answer from background'));
    await preview.show(addressesOf([REPORTED]), false);
    expect(preview.preview.value?.rows).toMatchObject([{ url: REPORTED, reason: null }]);
  });
});

it('a preview cuts a list that exceeds the limit, and shows that it is cut', async () => {
  const { preview } = await openPreview(
    Array.from({ length: 11 }, (_, index) => `${ONE}/${index}`),
  );
  expect(preview.preview.value?.rows).toHaveLength(10);
  expect(preview.isCut.value).toBe(true);
});
