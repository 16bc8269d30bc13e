import { expect, it } from 'vitest';
import { listCount, listNews } from '@/components/list/list-section';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { newestReports, replyOf } from '../../support/sample-list';
import { waitUntil } from '../../support/wait-until';

useMessageKeys({ withValues: true });

it('a stored list without reports counts as known after an answer, but not after a failure', async () => {
  const { list, answers } = openList({ newest: newestReports() });
  expect([list.shown.value?.reports, list.isKnown.value]).toEqual([[], false]);
  void list.refresh();
  expect([listCount(list), list.isKnown.value]).toEqual([
    expect.stringContaining('list_loading'),
    false,
  ]);
  answers.answer(0, { value: { ...replyOf(), requestedAt: Date.now() } });
  await expect.poll(() => list.isKnown.value).toBe(true);
  void list.refresh();
  answers.answer(1, { failure: { code: 'unreachable' } });
  await expect.poll(() => list.failure.value).not.toBeNull();
  expect(list.isKnown.value).toBe(false);
});

it.each([
  [[], 'list_noMatch'],
  [['2', '1'], 'report_matches'],
  [Array.from({ length: 10 }, (_, index) => String(index)), 'list_shownFirst'],
])(
  'listNews announces the number of matches when an answer with the reports %j arrives',
  async (ids, sentence) => {
    const { list, answers } = openList();
    expect(listNews(list)).toBeNull();
    list.change({ result: 'bad' });
    const total = ids.length < 10 ? ids.length : null;
    expect(listNews(list)).toBeNull();
    answers.answer(0, { value: { ...replyOf(...ids), total, requestedAt: Date.now() } });
    await waitUntil(() => expect(listNews(list)).toContain(sentence));
    list.clearFilters();
    expect(listNews(list)).toBeNull();
  },
);
