import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Deletion } from '@/lib/deletion/deletion';
import type { DuplicateRecord } from '@/lib/duplicate/duplicate';
import { createDuplicateNotices } from '@/lib/duplicate/page/duplicate-notices';
import type { Report } from '@/lib/report/report';
import { creation, ofPage, recordAfter, seenList } from '../../../support/sample-duplicates';

const seen = seenList([ofPage('9'), ofPage('8')]);
const dueAt = '2026-11-02T12:00:06.000Z';

function openNotices() {
  const record = signal<DuplicateRecord | undefined>(recordAfter([creation('9')], seen));
  const pending = signal<readonly Deletion[]>([]);
  const removeReport = vi.fn(async (_: Report) => {});
  const dismissDuplicate = vi.fn<BackgroundApi['dismissDuplicate']>(async () => ({ value: null }));
  const background = { dismissDuplicate };
  const notices = createDuplicateNotices({ background, record, pending, removeReport });
  const shownIds = () => notices.shown.value.map(({ extra }) => extra.id);
  return { notices, record, pending, removeReport, dismissDuplicate, shownIds };
}

it('what is stored is shown', () => {
  const { record, shownIds } = openNotices();
  expect(shownIds()).toEqual(['8']);
  record.value = undefined;
  expect(shownIds()).toEqual([]);
});

it.each(['8', '9'])('nothing is said while report %s is being deleted', (id) => {
  const { pending, shownIds } = openNotices();
  const facts = { report: ofPage(id), dueAt, isPrivateWindow: false };
  pending.value = [{ ...facts, state: 'waiting' }];
  expect(shownIds()).toEqual([]);
  pending.value = [{ ...facts, state: 'failed', failure: { code: 'unreachable' } }];
  expect(shownIds()).toEqual(['8']);
});

it('the report that is too many is deleted as any other, or put up with', () => {
  const { notices, removeReport, dismissDuplicate } = openNotices();
  const [duplicate] = notices.shown.value;
  if (duplicate === undefined) throw new Error('Nothing is shown.');
  notices.remove(duplicate);
  expect(removeReport).toHaveBeenCalledExactlyOnceWith(ofPage('8'));
  dismissDuplicate.mockRejectedValue(new Error('No answer'));
  notices.dismiss(duplicate);
  expect(dismissDuplicate).toHaveBeenCalledExactlyOnceWith('8');
});
