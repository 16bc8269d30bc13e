import { signal } from '@preact/signals';
import { beforeAll, describe, expect, it } from 'vitest';
import { listCount } from '@/components/list/list-section';
import type { ListState } from '@/components/list/list-state';
import { useMessages } from '../../support/messages';
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

describe('the count of a list that is being read again', () => {
  it('stays the number of shown reports', () => {
    expect(countDuringReading('2', '1')).toBe('2');
  });

  it('says that the list is loading if no report is shown', () => {
    expect(countDuringReading()).toBe('Loading…');
  });
});
