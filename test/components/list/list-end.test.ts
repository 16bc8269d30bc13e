import { expect, it } from 'vitest';
import { ListEnd } from '@/components/list/list-end';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';

useMessageKeys();

it.each([
  ['', 'list_empty'],
  ['shop', 'list_noMatch'],
])(
  'the search "%s" is said to find nothing only after an empty and readable answer',
  async (search, sentence) => {
    const other = { ...storedList(), query: { ...RECENT_REPORTS_QUERY, search: 'blog' } };
    const query = { ...RECENT_REPORTS_QUERY, search };
    const { list, answers, stored } = openList({ stored: [other], query });
    const said = () =>
      list.shown.value && JSON.stringify(ListEnd({ list, shown: list.shown.value }));
    const failing = list.refresh();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await failing;
    expect(said()).not.toMatch(/list_(empty|noMatch)/);
    stored.value = [{ ...storedList(), query }, other];
    expect(said()).toContain(sentence);
    stored.value = [{ ...storedList(), query, unreadable: 2 }, other];
    expect(said()).not.toContain(sentence);
  },
);

it.each([
  [2, 'list_showMore'],
  [null, 'list_searchForMore'],
])('the end of the largest page, with next page %j, offers %s', (next, said) => {
  const part = { ...storedList('2', '1'), query: NEWEST_QUERY, total: 142, next };
  const { list } = openList({ stored: [part], query: NEWEST_QUERY });
  const end = list.shown.value && JSON.stringify(ListEnd({ list, shown: list.shown.value }));
  expect(end?.match(/list_(?:showMore|searchForMore)/g)).toEqual([said]);
});
