import { describe, expect, it, vi } from 'vitest';
import type { DuplicateRecord } from '@/lib/duplicate/duplicate';
import { createDuplicates } from '@/lib/duplicate/worker/duplicates';
import type { Report } from '@/lib/report/report';
import { createMemoryItem } from '../../../support/memory-item';
import { ofPage, PAGE, seenList } from '../../../support/sample-duplicates';
import { sampleReport } from '../../../support/sample-report';
import { type SubmissionState, sampleSubmission } from '../../../support/sample-submission';

const earlier = sampleReport('7');
const both = [ofPage('9'), ofPage('8'), earlier];
const failure = { code: 'unreachable' } as const;
const checking: SubmissionState = {
  state: 'checking',
  checks: 0,
  nextAt: '2026-11-02T12:00:00.000Z',
  failure,
};

function submissionOfPage(state: SubmissionState = { state: 'sending' }, isPrivateWindow = false) {
  return sampleSubmission('new-1', state, { url: PAGE, newestKnownId: '7', isPrivateWindow });
}

function startDuplicates() {
  const ordinary = createMemoryItem<DuplicateRecord>();
  const ofPrivateWindows = createMemoryItem<DuplicateRecord>();
  const onPrivate = vi.fn(async (_: Report) => {});
  const isMaking = vi.fn((_: string) => false);
  const duplicates = createDuplicates({
    ...{ ordinary, ofPrivateWindows, isMaking, onPrivate },
    isHidden: () => false,
  });
  const check = (...reports: Report[]) => duplicates.check(seenList(reports), false);
  const extraIds = (item = ordinary) => item.stored?.found.map(({ extra }) => extra.id);
  return { duplicates, ordinary, ofPrivateWindows, onPrivate, isMaking, check, extraIds };
}

describe('duplicates', () => {
  it('are found by the next list that can tell, and stay stored until they are forgotten', async () => {
    const { duplicates, check, extraIds } = startDuplicates();
    expect(await duplicates.hasUnchecked(false)).toBe(false);
    await duplicates.remember(submissionOfPage(), ofPage('9'));
    expect(await duplicates.hasUnchecked(false)).toBe(true);
    await check(earlier);
    expect(await duplicates.hasUnchecked(false)).toBe(true);
    await check(...both);
    expect(await duplicates.hasUnchecked(false)).toBe(false);
    expect(extraIds()).toEqual(['8']);
    await check(...both);
    expect(extraIds()).toEqual(['8']);
    await duplicates.forget('8');
    expect(extraIds()).toEqual([]);
  });

  it.each<[string, SubmissionState, boolean]>([
    ['by the answer to its request', { state: 'sending' }, true],
    ['by a search', checking, false],
    ['by a list, long after', { state: 'needs-attention', reason: 'unconfirmed', failure }, false],
  ])('know whether the report was named %s', async (_, state, isAnswered) => {
    const { duplicates, check, ordinary } = startDuplicates();
    await duplicates.remember(submissionOfPage(state), ofPage('9'));
    await check(...both);
    expect(ordinary.stored?.found).toMatchObject([{ isAnswered }]);
  });

  it('store nothing but the facts of the submission', async () => {
    const { duplicates, ordinary } = startDuplicates();
    await duplicates.remember(submissionOfPage(checking), null);
    const [unchecked] = ordinary.stored?.unchecked ?? [];
    expect(unchecked?.reportId).toBeNull();
    expect(unchecked?.submission).not.toHaveProperty('failure');
  });

  it('of private windows are kept apart, and account for their own', async () => {
    const { duplicates, check, ordinary, ofPrivateWindows, extraIds } = startDuplicates();
    await duplicates.remember(submissionOfPage({ state: 'sending' }, true), ofPage('9'));
    expect(ordinary.written).toEqual([]);
    await check(...both);
    expect(extraIds(ofPrivateWindows)).toEqual(['8']);
    expect(ordinary.written).toEqual([]);
  });

  it('of one kind of window are none that a report of the other kind is', async () => {
    const { duplicates, check, ofPrivateWindows, extraIds } = startDuplicates();
    await duplicates.remember(submissionOfPage({ state: 'sending' }, true), ofPage('8'));
    await duplicates.remember(submissionOfPage(), ofPage('9'));
    await check(...both);
    expect(extraIds()).toEqual([]);
    expect(extraIds(ofPrivateWindows)).toEqual([]);
  });

  it('are not looked for while another report of the page is being made', async () => {
    const { duplicates, check, extraIds, isMaking } = startDuplicates();
    await duplicates.remember(submissionOfPage(), ofPage('9'));
    isMaking.mockReturnValue(true);
    await check(...both);
    expect(isMaking).toHaveBeenCalledWith(PAGE);
    expect(extraIds()).toEqual([]);
    isMaking.mockReturnValue(false);
    await check(...both);
    expect(extraIds()).toEqual(['8']);
  });

  it('are none where the store had no room for a creation', async () => {
    const { duplicates, check, extraIds, ordinary } = startDuplicates();
    await duplicates.remember(submissionOfPage(), ofPage('8'));
    vi.spyOn(ordinary, 'write').mockRejectedValueOnce(new Error('No space left'));
    await duplicates.remember(submissionOfPage(), ofPage('9'));
    await check(...both);
    expect(extraIds()).toEqual([]);
  });

  it('cost nothing else where the store fails', async () => {
    const { duplicates, check, ordinary } = startDuplicates();
    vi.spyOn(ordinary, 'write').mockRejectedValue(new Error('No space left'));
    await duplicates.remember(submissionOfPage(), ofPage('9'));
    vi.spyOn(ordinary, 'read').mockRejectedValue(new Error('Cannot be read'));
    vi.spyOn(ordinary, 'update').mockRejectedValue(new Error('Cannot be read'));
    await check(...both);
    await duplicates.forget('8');
    expect(await duplicates.hasUnchecked(false)).toBe(false);
  });
});
