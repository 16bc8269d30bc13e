import { describe, expect, it, vi } from 'vitest';
import { createGoneReports } from '@/lib/jobs/gone-reports';
import type { ReadList } from '@/lib/jobs/reads';
import type { ReportList } from '@/lib/report/report';
import { pageQuery, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { referTo } from '@/lib/report/report-reference';
import type { Result } from '@/lib/result';
import { listOf } from '../../support/fake-client';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';
import { NOW } from './sample-state';

const GONE = FAILURES['404'];
const REPORT = referTo(sampleReport('1', { url: 'host.example/1' }));
const REQUESTER = { operationId: 'e-0', isPrivate: false };

/** Creates the gone reports of a service that gives the same answer to each list. */
function start(answer: Result<ReportList>, hasSucceeded = false) {
  const list = vi.fn(
    async (query: ReportQuery): Promise<ReadList> => ({
      query,
      page: 1,
      isPrivate: false,
      requestedAt: NOW,
      readAt: '',
      list: answer,
    }),
  );
  return { list, ...createGoneReports({ list, hasSucceededLately: () => hasSucceeded }) };
}

describe('a report is confirmed as gone', () => {
  it('without a list if another request has succeeded within the last minute', async () => {
    const { confirm, list } = start({ value: listOf() }, true);
    expect(await confirm(REPORT, GONE, REQUESTER)).toEqual(GONE);
    expect(list).not.toHaveBeenCalled();
  });

  it('if the list of its page does not contain the report', async () => {
    const { confirm, list } = start({ value: listOf(sampleReport('2')) });
    expect(await confirm(REPORT, GONE, REQUESTER)).toEqual(GONE);
    expect(list).toHaveBeenCalledExactlyOnceWith(pageQuery('host.example/1'), REQUESTER);
  });

  it('if its address is unknown, and the newest list does not contain the report', async () => {
    const { confirm, list } = start({ value: listOf(sampleReport('2')) });
    const unnamed = { ...REPORT, url: null };
    expect(await confirm(unnamed, GONE, REQUESTER)).toEqual(GONE);
    expect(list).toHaveBeenCalledExactlyOnceWith(RECENT_REPORTS_QUERY, REQUESTER);
  });
});

it('a report whose list is aborted is neither gone nor listed', async () => {
  const interrupted = { code: 'interrupted' } as const;
  const { confirm } = start({ failure: interrupted });
  expect(await confirm(REPORT, GONE, REQUESTER)).toEqual(interrupted);
});

describe('a report is not confirmed as gone', () => {
  it.each<[string, Result<ReportList>, object]>([
    [
      'if the list contains the report',
      { value: listOf(sampleReport('1')) },
      { code: 'goneUnconfirmed', isListed: true },
    ],
    [
      'if the service refuses the list',
      { failure: FAILURES['422'] },
      { code: 'goneUnconfirmed', isListed: false },
    ],
    ['if the whole service fails', { failure: FAILURES['500'] }, FAILURES['500']],
  ])('%s', async (_, answer, failure) => {
    expect(await start(answer).confirm(REPORT, GONE, REQUESTER)).toMatchObject(failure);
  });
});

it.each<FailureName>(['403', '500', '422'])('%s needs no confirmation by a list', async (name) => {
  const { confirm, list } = start({ value: listOf() });
  expect(await confirm(REPORT, FAILURES[name], REQUESTER)).toEqual(FAILURES[name]);
  expect(list).not.toHaveBeenCalled();
});
