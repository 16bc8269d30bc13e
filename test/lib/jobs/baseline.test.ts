import { expect, it, vi } from 'vitest';
import { createBaselines } from '@/lib/jobs/baseline';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';

const listWith = (...ids: string[]) => listOf(...ids.map((id) => sampleReport(id)));

/**
 * The service has one answer to all lists.
 * @param claimed our highest known report id
 */
function start(answer: Result<ReportList>, claimed: string | null = null) {
  let time = 1_000_000;
  const baselines = createBaselines(
    () => claimed,
    () => time,
  );
  const readList = vi.fn(async (query: ReportQuery) => {
    const requestedAt = time;
    if ('value' in answer) baselines.noteList(query, answer.value, requestedAt);
    return answer;
  });
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  const note = (ids: string[], since = 0, query = NEWEST_QUERY) =>
    baselines.noteList(query, listWith(...ids), time + since);
  return { ...baselines, baseline: () => baselines.baseline(readList), note, pass, readList };
}

it.each<[string, Result<ReportList>, string | null, Result<string | null>]>([
  ['the highest number', { value: listWith('9', '10', '8') }, null, { value: '10' }],
  ['0 for an empty list', { value: listWith() }, null, { value: '0' }],
  ['the id of our later report', { value: listWith('9') }, '12', { value: '12' }],
  ['the id of the list, if our reports are older', { value: listWith('9') }, '7', { value: '9' }],
  ['null if ids are not numbers', { value: listWith('9', 'a1') }, null, { value: null }],
  ['null if our ids are not numbers', { value: listWith('9') }, 'a1', { value: null }],
  ['the failure of its list', { failure: FAILURES['429'] }, '7', { failure: FAILURES['429'] }],
])('the baseline of a creation is %s', async (_, answer, claimed, expected) => {
  expect(await start(answer, claimed).baseline()).toEqual(expected);
});

it('a baseline comes from any newest list of the last minute', async () => {
  const { baseline, note, pass, readList } = start({ value: listWith('9') });
  note(['7']);
  pass(60_000);
  expect([await baseline(), readList.mock.calls.length]).toEqual([{ value: '7' }, 0]);
  pass(1);
  expect([await baseline(), readList.mock.calls.length]).toEqual([{ value: '9' }, 1]);
});

it('an earlier list, a search and another order do not change the baseline', async () => {
  const { baseline, note } = start({ value: listWith() });
  note(['7']);
  note(['5'], -1);
  note(['6'], 1, { ...NEWEST_QUERY, search: 'host' });
  note(['6'], 1, { ...NEWEST_QUERY, sort: 'asc' });
  expect(await baseline()).toEqual({ value: '7' });
});

it('simultaneous creations share a list, and the next creation repeats a failed list', async () => {
  const { baseline, readList } = start({ failure: FAILURES.unreachable });
  await Promise.all([baseline(), baseline()]);
  expect(readList).toHaveBeenCalledOnce();
  await baseline();
  expect(readList).toHaveBeenCalledTimes(2);
});
