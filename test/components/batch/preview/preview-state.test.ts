import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createCommands } from '@/components/app/page-commands';
import { createBatchPreview } from '@/components/batch/preview/preview-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Confirmation, NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../../support/deferred-calls';

const ONE = 'https://a.example/1';
const TWO = 'https://a.example/2';
const REPORTED = 'https://a.example/known';
const SECRET = 'https://a.example/reset?token=3f9a0c7e51b24d68a1';
const TEXTS = [ONE, TWO, ONE, 'no address', REPORTED, SECRET];

const addressesOf = (texts: readonly string[]) => texts.map((text) => ({ text }));

async function openPreview(texts = TEXTS, defaultPrivacy: Privacy = Privacy.Private, limit = 10) {
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
    commands: createCommands(signal(new Set())),
    createJob,
    connectionId: 'c',
    ready,
    onAdded,
    defaultPrivacy: signal(defaultPrivacy),
    pause: async () => {},
    likelySite: () => '',
    maxRows: limit,
    newId: () => `batch-${++ids}`,
  });
  await preview.show(addressesOf(texts), false);
  const jobs = () => createJob.mock.calls.map(([job]) => job);
  return { preview, createJob, getReportDates, ready, onAdded, jobs };
}

describe('the batch to create', () => {
  it('contains each selected address once, and counts the other addresses by reason', async () => {
    const { preview, jobs, onAdded } = await openPreview();
    preview.switchShownRows(true);
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

  it('removes tracking parameters; the choice to keep them applies only to the current list', async () => {
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
  it('repeats the batch id of a press without an answer, and has a new id after a change of the rows', async () => {
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

  it('needs a password with privacy Password, and sends no password with another privacy', async () => {
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

describe('a press during the comparison', () => {
  async function openComparing(texts: readonly string[]) {
    const opened = await openPreview([]);
    const dates = createDeferredCalls<Result<Record<string, string | null>>>();
    opened.getReportDates.mockImplementation(dates.call);
    const showing = opened.preview.show(addressesOf(texts), false);
    await dates.untilCount(1);
    return { ...opened, dates, showing };
  }

  it('shows the rows before the comparison with existing reports ends', async () => {
    const { preview, dates, showing } = await openComparing([ONE, REPORTED]);
    expect(preview.comparison.value).toBe('loading');
    expect(preview.view.value).toMatchObject({ rows: [0, 1], status: 'ready' });
    dates.answer(0, { value: { 'a.example/known': null } });
    await showing;
    expect(preview.comparison.value).toBe('ready');
    expect(preview.selection.value.urls).toEqual([ONE]);
  });

  it('waits for the comparison, and creates the remaining reports once', async () => {
    const { preview, dates, jobs } = await openComparing([ONE, REPORTED]);
    const creating = preview.create();
    void preview.create();
    expect([preview.isSending.value, jobs()]).toEqual([true, []]);
    dates.answer(0, { value: { 'a.example/known': null } });
    await creating;
    expect(jobs().map(({ subjects }) => subjects)).toEqual([
      [{ kind: 'create', url: ONE, privacy: 1 }],
    ]);
  });

  it('also waits for a comparison that begins during the wait', async () => {
    const { preview, dates, jobs } = await openComparing([ONE, TWO]);
    const creating = preview.create();
    const again = preview.compareAgain();
    await dates.untilCount(2);
    dates.answer(0, { value: {} });
    dates.answer(1, { value: { 'a.example/1': null } });
    await Promise.all([creating, again]);
    expect(jobs()[0]?.subjects).toMatchObject([{ url: TWO }]);
  });

  it('also reports pages with a report if a person selected these pages in another view', async () => {
    const { preview, getReportDates, jobs } = await openPreview([]);
    const dates = createDeferredCalls<Result<Record<string, string | null>>>();
    getReportDates.mockImplementation(dates.call);
    void preview.show(addressesOf([REPORTED]), false, true);
    await dates.untilCount(1);
    const creating = preview.create();
    dates.answer(0, { value: { 'a.example/known': null } });
    await creating;
    expect(jobs()[0]?.subjects).toMatchObject([{ url: REPORTED }]);
  });

  it('creates all rows if the comparison fails', async () => {
    const { preview, dates, jobs } = await openComparing([ONE, REPORTED]);
    const creating = preview.create();
    dates.answer(0, { failure: { code: 'storeUnreadable' } });
    await creating;
    expect(jobs()[0]?.subjects).toHaveLength(2);
  });

  it('creates nothing if every row is reported, until a person switches a row on', async () => {
    const { preview, dates, jobs } = await openComparing([REPORTED]);
    const creating = preview.create();
    dates.answer(0, { value: { 'a.example/known': null } });
    await creating;
    expect([preview.isNothingLeft.value, preview.isSending.value, jobs()]).toEqual([
      true,
      false,
      [],
    ]);
    preview.switchRow(0, true);
    expect(preview.isNothingLeft.value).toBe(false);
    await preview.create();
    expect(jobs()).toHaveLength(1);
  });

  it('creates nothing if other addresses replace the rows', async () => {
    const { preview, dates, jobs } = await openComparing([ONE]);
    const creating = preview.create();
    const showing = preview.show(addressesOf([TWO]), false);
    await dates.untilCount(2);
    dates.answer(0, { value: {} });
    dates.answer(1, { value: {} });
    await Promise.all([creating, showing]);
    expect([jobs(), preview.isSending.value]).toEqual([[], false]);
    expect(preview.selection.value.urls).toEqual([TWO]);
  });
});

describe('paths without a known site', () => {
  it('have no rows; a press that needs the site reports a problem of the field for the site', async () => {
    const { preview } = await openPreview(['/a', '/b']);
    expect([preview.preview.value, preview.lacksSite.value]).toEqual([null, true]);
    expect([preview.isSiteWrong.value, preview.isSiteRequired.value]).toEqual([false, false]);
    preview.requireSite();
    expect([preview.isSiteWrong.value, preview.isSiteRequired.value]).toEqual([true, true]);
    await preview.enterSite('shop.example');
    expect([preview.isSiteWrong.value, preview.lacksSite.value]).toEqual([false, false]);
    expect(preview.selection.value.urls).toEqual(
      ['/a', '/b'].map((path) => `https://shop.example${path}`),
    );
  });
});

describe('the rows of a preview', () => {
  it('agree with the counts of the chips, even if the filters hide all rows', async () => {
    const { preview } = await openPreview();
    expect(preview.view.value).toMatchObject({ count: 6, total: 6, empty: null });
    expect(preview.counts.value).toMatchObject({ all: 6, duplicate: 1, alreadyReported: 1 });
    preview.enterFilter('known');
    expect(preview.counts.value).toMatchObject({ all: 1, duplicate: 0, alreadyReported: 1 });
    preview.chooseReason('duplicate');
    expect(preview.view.value).toMatchObject({ count: 0, total: 6, empty: 'filtered' });
    preview.clearFilters();
    expect(preview.view.value).toMatchObject({ count: 6, empty: null });
  });

  it('can be filtered by text and reason, and switched on together', async () => {
    const { preview } = await openPreview();
    preview.chooseReason('duplicate');
    expect(preview.view.value.rows).toEqual([2]);
    expect(preview.areShownRowsOn.value).toBe(false);
    preview.switchShownRows(true);
    expect(preview.areShownRowsOn.value).toBe(true);
    preview.enterFilter('known');
    expect(preview.view.value.rows).toEqual([]);
    preview.chooseReason(null);
    expect(preview.view.value.rows).toEqual([4]);
    preview.enterFilter('');
    expect(preview.areShownRowsOn.value).toBeNull();
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

  it('are requested for 500 pages at a time', async () => {
    const urls = Array.from({ length: 1_200 }, (_, index) => `https://a.example/${index}`);
    const { getReportDates } = await openPreview(['word', ...urls], Privacy.Private, 2_000);
    const keys = getReportDates.mock.calls.map(([, pages]) => pages);
    expect(keys.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(keys.flat()).toEqual(urls.map((_, index) => `a.example/${index}`));
  });

  it('can be requested again; an answer after another preview is built has no effect', async () => {
    const { preview, getReportDates } = await openPreview([ONE, REPORTED]);
    const reasons = () => preview.preview.value?.rows.map(({ reason }) => reason);
    getReportDates.mockResolvedValueOnce({ value: { 'a.example/1': null } });
    await preview.compareAgain();
    expect(reasons()).toEqual(['alreadyReported', null]);
    const dates = createDeferredCalls<Result<Record<string, string | null>>>();
    getReportDates.mockImplementationOnce(dates.call);
    const comparing = preview.compareAgain();
    await dates.untilCount(1);
    await preview.show(addressesOf([TWO, REPORTED]), false);
    dates.answer(0, { value: { 'a.example/2': null } });
    await comparing;
    expect(reasons()).toEqual([null, 'alreadyReported']);
  });

  it('do not mark any row as reported if they cannot be read', async () => {
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
