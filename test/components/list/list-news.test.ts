import { expect, it } from 'vitest';
import { listNews } from '@/components/list/list-section';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { replyOf } from '../../support/sample-list';
import { waitUntil } from '../../support/wait-until';

useMessageKeys({ filled: true });

it.each([
  [[], 'list_noMatch'],
  [['2', '1'], 'report_matches'],
  [Array.from({ length: 10 }, (_, index) => String(index)), 'list_shownFirst'],
])(
  'the number of matches is announced once the answer with the reports %j is there',
  async (ids, sentence) => {
    const { list, answers } = openList();
    expect(listNews(list)).toBeNull();
    list.change({ result: 'bad' });
    const total = ids.length < 10 ? ids.length : null;
    expect(listNews(list)).toBeNull();
    answers.answer(0, { value: { ...replyOf(...ids), total } });
    await waitUntil(() => expect(listNews(list)).toContain(sentence));
    list.clearFilters();
    expect(listNews(list)).toBeNull();
  },
);
