import { expect, it } from 'vitest';
import { ListCount } from '@/components/reports/list-count';
import { ListEnd } from '@/components/reports/list-end';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';

useMessageKeys({ filled: true });

/** What stands above and below the rows. */
function saidOf({ list }: Pick<ReturnType<typeof openList>, 'list'>): string {
  const shown = list.shown.value;
  return JSON.stringify([ListCount({ list }), shown && ListEnd({ list, shown })]);
}

it.each([
  [10, /"9"/, false],
  [12_346, /list_shownOf 9 12,345/, true],
  [null, /list_shownFirst 9/, true],
])(
  'a list of %j, of which one is being deleted, tells how many are shown',
  (total, count, more) => {
    const ids = Array.from({ length: 10 }, (_, index) => String(10 - index));
    const place = openList({ stored: [{ ...storedList(...ids), total }] });
    place.deleting.value = ['10'];
    expect(saidOf(place)).toMatch(count);
    expect(saidOf(place).includes('list_showMore')).toBe(more);
  },
);

it.each([
  ['', 'list_empty'],
  ['shop', 'list_noMatch'],
])('that there are no rows for "%s" is said once the service has', async (search, sentence) => {
  const other = { ...storedList(), query: { ...RECENT_REPORTS_QUERY, search: 'blog' } };
  const query = { ...RECENT_REPORTS_QUERY, search };
  const place = openList({ stored: [other], query });
  const failing = place.list.refresh();
  place.answers.answer(0, { failure: { code: 'unreachable' } });
  await failing;
  expect(saidOf(place)).not.toMatch(/list_(empty|noMatch)/);
  place.stored.value = [{ ...storedList(), query }, other];
  expect(saidOf(place)).toContain(sentence);
  place.stored.value = [{ ...storedList(), query, unreadable: 2 }, other];
  expect(saidOf(place)).not.toContain(sentence);
});
