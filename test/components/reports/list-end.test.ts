import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { ListCount } from '@/components/reports/list-count';
import { ListEnd } from '@/components/reports/list-end';
import type { Deletion } from '@/lib/deletion/deletion';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { StoredList } from '@/lib/report/stored-list';
import { openList } from '../../support/open-list';
import { EARLIER, storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

// A message's key stands for the message, with what is filled in.
fakeBrowser.i18n.getMessage = (key: string, filledIn: string | string[] = []) =>
  [key, filledIn].flat().join(' ');

const waiting: Deletion = {
  ...{ report: sampleReport('10'), dueAt: EARLIER, isPrivateWindow: false },
  state: 'waiting',
};

/** What is said of ten rows while the first is being deleted. */
function saidOfRows(total: number | null): string {
  const ids = Array.from({ length: 10 }, (_, index) => String(10 - index));
  const { list, deletions } = openList({ stored: [{ ...storedList(...ids), total }] });
  deletions.value = [waiting];
  const shown = list.shown.value;
  return JSON.stringify([ListCount({ list }), shown && ListEnd({ list, shown })]);
}

describe('a list of which a report is being deleted', () => {
  it('offers no more where that was all', () => {
    expect(saidOfRows(10)).not.toContain('list_showMore');
    expect(saidOfRows(10)).not.toContain('list_shownOf');
  });

  it('tells a large number of reports as people write it', () => {
    expect(saidOfRows(12_346)).toContain(`list_shownOf 9 ${(12_345).toLocaleString()}`);
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

describe('rows that cannot be shown', () => {
  function saidOf(rows: Partial<StoredList>): string {
    const { list } = openList({ stored: [{ ...storedList(), ...rows }] });
    const shown = list.shown.value;
    return JSON.stringify([ListCount({ list }), shown && ListEnd({ list, shown })]);
  }

  it('are reports all the same', () => {
    expect(saidOf({ unreadable: 2 })).not.toContain('list_empty');
  });

  it('since private windows asked for them, are not counted, and hide no others', () => {
    expect(saidOf({ leftOut: 2, total: 2 })).toContain('list_empty');
    expect(saidOf({ leftOut: 2, total: 2 })).not.toMatch(/list_show/);
    expect(saidOf({ leftOut: 10, total: 12 })).toContain('list_showMore');
    expect(saidOf({ leftOut: 10, total: null })).toContain('list_showMore');
    expect(saidOf({ leftOut: 10, total: null })).not.toContain('list_empty');
  });
});
