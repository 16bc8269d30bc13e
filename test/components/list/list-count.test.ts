import { signal } from '@preact/signals';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCount, listNews } from '@/components/list/list-section';
import type { ListState } from '@/components/list/list-state';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import type { ListReply } from '@/lib/shared-state/loaded-list';
import { useMessages } from '../../support/messages';
import { openList } from '../../support/open-list';
import { replyOf } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';

beforeAll(() => useMessages('en'));

function countDuringReading(...ids: string[]): string | null {
  const shown = {
    reports: ids.map((id) => sampleReport(id)),
    isAnswer: true,
    isPart: false,
    ofNewest: null,
    total: ids.length,
  };
  const list = { shown: signal(shown), isReading: signal(true), failure: signal(null) };
  return listCount(list as unknown as ListState);
}

/** Opens a list that has answered with 1,300 reports. */
async function openLongList(reply: Partial<ListReply>) {
  const ids = Array.from({ length: 1_300 }, (_, index) => String(index));
  const { list, answers } = openList({ query: { ...NEWEST_QUERY, search: 'host' } });
  const reading = list.refresh();
  answers.answer(0, { value: { ...replyOf(...ids), requestedAt: Date.now(), ...reply } });
  await reading;
  return list;
}

describe('the count of more than a thousand reports has a separator', () => {
  it.each<[string, Partial<ListReply>]>([
    ['1,300', { total: 1_300 }],
    ['1,300 of 2,000', { total: 2_000, next: 14 }],
    ['First 1,300', { total: null, next: 14 }],
  ])('%s', async (text, reply) => {
    expect(listCount(await openLongList(reply))).toBe(text);
  });

  it('in the announcement', async () => {
    expect(listNews(await openLongList({ total: null, next: 14 }))).toBe('First 1,300');
  });

  it('if the extension has sorted the newest reports', async () => {
    const requested = { ...NEWEST_QUERY, search: 'host', sortBy: 'url' } as const;
    const list = await openLongList({ total: 2_000, next: 14, requested });
    expect(listCount(list)).toBe('1,300 of the newest 1,300');
  });
});

describe('the count of a list that is being read again', () => {
  it('stays the number of shown reports', () => {
    expect(countDuringReading('2', '1')).toBe('2');
  });

  it('says that the list is loading if no report is shown', () => {
    expect(countDuringReading()).toBe('Loading…');
  });
});
