import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createBatchPreview } from '@/components/bulk/preview/preview-state';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { NewBatch } from '@/lib/task/batch/batch';
import { holdAnswers } from '../../../support/held-answers';

const ONE = 'https://a.example/1';
const TWO = 'https://a.example/2';
const KNOWN = 'https://a.example/known';
const SECRET = 'https://a.example/reset?token=3f9a0c7e51b24d68a1';
const TEXTS = [ONE, TWO, ONE, 'no address', KNOWN, SECRET];

/** A preview of addresses, one of each kind. */
async function openPreview(
  texts = TEXTS,
  defaultPrivacy: Privacy = Privacy.Private,
  hostReports: BackgroundApi['hostReports'] = async () => ({ value: null }),
) {
  const addBatch = vi.fn(
    async (_: NewBatch & { kind: 'create' }): Promise<Outcome<null>> => ({ value: null }),
  );
  const onAdded = vi.fn();
  let ids = 0;
  const preview = createBatchPreview({
    ...{ background: { addBatch, hostReports }, onAdded },
    reported: async () => ({ pages: new Map([['a.example/known', null]]), projects: new Set() }),
    defaultPrivacy: signal(defaultPrivacy),
    pause: async () => {},
    most: 10,
    newId: () => `batch-${++ids}`,
  });
  await preview.show(texts, false);
  return { preview, addBatch, onAdded };
}

describe('the batch to create', () => {
  it('holds each address that is switched on once, and counts what is left out by reason', async () => {
    const { preview, addBatch, onAdded } = await openPreview();
    preview.switchShown(true);
    preview.switchRow(1, false);
    await preview.create();
    const leftOut = { switchedOff: 1, duplicate: 1, notAnAddress: 1 };
    const urls = [ONE, KNOWN, SECRET];
    expect(addBatch.mock.calls).toEqual([
      [{ id: 'batch-1', kind: 'create', privacy: 1, leftOut, urls }],
    ]);
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

  it('holds addresses without tracking parameters unless a person wants them as given, each time anew', async () => {
    const texts = [ONE, `${TWO}?utm_source=mail`, `${ONE}?gclid=x`];
    const { preview } = await openPreview(texts);
    expect(preview.trackedCount.value).toBe(2);
    expect(preview.selection.value).toMatchObject({ urls: [ONE, TWO], leftOut: { duplicate: 1 } });
    preview.cutTracking(false);
    expect(preview.selection.value.urls).toEqual([ONE, texts[1]]);
    await preview.show(texts, false);
    expect(preview.cutsTracking.value).toBe(true);
    expect(preview.selection.value.urls).toEqual([ONE, TWO]);
  });

  it('starts from the default privacy again after a batch with another privacy', async () => {
    const { preview } = await openPreview();
    preview.choosePrivacy(Privacy.Password);
    preview.enterPassword('secret');
    await preview.create();
    await preview.show(TEXTS, false);
    expect(preview.privacy.value).toBe(Privacy.Private);
    expect(preview.password.value).toBe('');
  });

  it('is not sent where no address is switched on', async () => {
    const { preview, addBatch } = await openPreview(['no address']);
    await preview.create();
    expect(addBatch).not.toHaveBeenCalled();
  });
});

describe('a press that creates a batch', () => {
  it('keeps its batch id when repeated without an answer, and has a new id after a change', async () => {
    const { preview, addBatch, onAdded } = await openPreview();
    addBatch.mockRejectedValue(new Error('No answer from background'));
    await preview.create();
    expect(preview.failure.value).toEqual({ code: 'interrupted' });
    await preview.create();
    expect(new Set(addBatch.mock.calls.map(([{ id }]) => id))).toEqual(new Set(['batch-1']));
    expect(onAdded).not.toHaveBeenCalled();
    addBatch.mockResolvedValue({ failure: { code: 'notStored' } });
    preview.switchRow(0, false);
    expect(preview.failure.value).toBeNull();
    await preview.create();
    expect(addBatch.mock.lastCall?.[0].id).toBe('batch-2');
    expect(preview.failure.value).toEqual({ code: 'notStored' });
    expect(preview.preview.value).not.toBeNull();
  });

  it('needs a password with privacy Password, and sends none with another privacy', async () => {
    const { preview, addBatch } = await openPreview([ONE, TWO], Privacy.Password);
    await preview.create();
    expect(preview.isPasswordMissing.value).toBe(true);
    preview.enterPassword('pass word ');
    addBatch.mockResolvedValue({ failure: { code: 'notStored' } });
    await preview.create();
    preview.choosePrivacy(Privacy.Private);
    await preview.create();
    const passwords = addBatch.mock.calls.map(([{ password }]) => password);
    expect(passwords).toEqual(['pass word ', undefined]);
  });
});

describe('the rows of a preview', () => {
  it('are filtered by a text and by a reason, and switched on together', async () => {
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

  it('are of the list that was shown last, although the former is still being read', async () => {
    const { preview } = await openPreview();
    const first = preview.show([ONE], false);
    await preview.show([TWO], true);
    await first;
    expect(preview.preview.value?.rows.map(({ url }) => url)).toEqual([TWO]);
    expect(preview.isCut.value).toBe(true);
    await preview.show([], false);
    expect(preview.preview.value).toBeNull();
  });
});

it('a list of more addresses than are taken is cut, and says so', async () => {
  const { preview } = await openPreview(Array.from({ length: 11 }, (_, at) => `${ONE}/${at}`));
  expect(preview.preview.value?.rows).toHaveLength(10);
  expect(preview.isCut.value).toBe(true);
});

describe('the comparison with the service', () => {
  type Answer = Awaited<ReturnType<BackgroundApi['hostReports']>>;
  const FOUND: Answer = { value: { pages: [['a.example/2', null]], rows: 1, next: null } };

  async function openComparison() {
    const held = holdAnswers<Answer>();
    const opened = await openPreview([ONE, TWO], Privacy.Private, held.call);
    return { ...opened, held, answer: () => held.answer(0, FOUND) };
  }

  it('takes pages that are already reported out of the batch', async () => {
    const { preview, answer } = await openComparison();
    expect(preview.selection.value.urls).toEqual([ONE, TWO]);
    answer();
    await expect.poll(() => preview.compared.value?.end).toBe('complete');
    expect(preview.selection.value).toMatchObject({ urls: [ONE], leftOut: { alreadyReported: 1 } });
  });

  it('ends with the press that creates the batch, even if it could not be stored', async () => {
    const { preview, addBatch, answer } = await openComparison();
    addBatch.mockResolvedValue({ failure: { code: 'notStored' } });
    await preview.create();
    expect(preview.compared.value).toEqual({ reports: 0, unknown: 0, end: 'skipped' });
    answer();
    await preview.create();
    expect(addBatch.mock.calls.map(([{ id, urls }]) => [id, urls])).toEqual([
      ['batch-1', [ONE, TWO]],
      ['batch-1', [ONE, TWO]],
    ]);
  });

  it('goes on after a press that lacks the password, and ends with Skip', async () => {
    const { preview } = await openComparison();
    preview.choosePrivacy(Privacy.Password);
    await preview.create();
    expect(preview.compared.value?.end).toBeNull();
    preview.skipComparison();
    expect(preview.compared.value?.end).toBe('skipped');
  });

  it('of a former list changes nothing in the rows of the next', async () => {
    const { preview, held, answer } = await openComparison();
    await preview.show([TWO], false);
    answer();
    held.answer(1, { value: { pages: [], rows: 0, next: null } });
    await expect.poll(() => preview.compared.value?.end).toBe('complete');
    expect(preview.selection.value.urls).toEqual([TWO]);
    await preview.create();
    expect(preview.compared.value).toBeNull();
  });
});
