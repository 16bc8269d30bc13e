import { describe, expect, it } from 'vitest';
import { ListCount } from '@/components/reports/list-count';
import { ListEnd } from '@/components/reports/list-end';
import type { StoredList } from '@/lib/list/stored-list';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { useMessageKeys } from '../../support/message-keys';
import { openList } from '../../support/open-list';
import { storedList } from '../../support/sample-list';

useMessageKeys({ filled: true });

/** What is said of ten rows while the first is being deleted. */
function saidOfRows(total: number | null): string {
  const ids = Array.from({ length: 10 }, (_, index) => String(10 - index));
  const { list, deleting } = openList({ stored: [{ ...storedList(...ids), total }] });
  deleting.value = ['10'];
  const shown = list.shown.value;
  return JSON.stringify([ListCount({ list }), shown && ListEnd({ list, shown })]);
}

describe('a list of which a report is being deleted', () => {
  it('offers no more where that was all', () => {
    expect(saidOfRows(10)).not.toContain('list_showMore');
    expect(saidOfRows(10)).not.toContain('list_shownOf');
  });

  it('tells a large number of reports as people write it', () => {
    expect(saidOfRows(12_346)).toContain(`list_shownOf 9 12,345`);
  });

  it.each([25, null])('offers more where there is more, of %s', (total) => {
    expect(saidOfRows(total)).toContain('list_showMore');
    expect(saidOfRows(total)).toContain(total === null ? 'list_shownFirst' : 'list_shownOf');
  });
});

it.each(['', 'shop'])(
  'says of no rows that there are none once the service has: "%s"',
  async (search) => {
    const other: StoredList = {
      ...storedList(),
      query: { ...RECENT_REPORTS_QUERY, search: 'blog' },
    };
    const query = { ...RECENT_REPORTS_QUERY, search };
    const { list, answers, stored } = openList({ stored: [other], query });
    const said = () => {
      const shown = list.shown.value;
      return JSON.stringify(shown && ListEnd({ list, shown }));
    };
    const failing = list.refresh();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await failing;
    expect(said()).not.toMatch(/list_(empty|noMatch)/);
    stored.value = [{ ...storedList(), query }, other];
    expect(said()).toContain(search === '' ? 'list_empty' : 'list_noMatch');
  },
);

it('rows that cannot be read are reports all the same', () => {
  const { list } = openList({ stored: [{ ...storedList(), unreadable: 2 }] });
  const shown = list.shown.value;
  expect(JSON.stringify(shown && ListEnd({ list, shown }))).not.toContain('list_empty');
});
