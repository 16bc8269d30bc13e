import { expect, it, vi } from 'vitest';
import type { ReportList } from '@/lib/report/report';
import { NEWEST_QUERY, RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import type { Result } from '@/lib/result';
import { createListReads } from '@/lib/shared-state/list-reads';
import { listOf } from '../../support/fake-client';
import { FAILURES } from '../../support/sample-failures';
import { sampleReport } from '../../support/sample-report';

const byDate: ReportQuery = { ...RECENT_REPORTS_QUERY, sortBy: 'generated_at' };
const reportOnDay = (id: string, day: number) =>
  sampleReport(id, { generatedAt: `2026-11-0${day}T10:00:00.000Z` });

function startReads(answer: (query: ReportQuery) => Result<ReportList>) {
  const readAt = '2026-11-02T12:00:00.000Z';
  const readList = vi.fn(async (query: ReportQuery) => {
    return { query, page: 1, isPrivate: false, requestedAt: 7, readAt, list: answer(query) };
  });
  const read = createListReads(readList);
  return { read, readList };
}

it('a reply contains the time of its request', async () => {
  const list = listOf(sampleReport('1'));
  const { read } = startReads(() => ({ value: list }));
  const readAt = '2026-11-02T12:00:00.000Z';
  const value = { ...list, requested: null, requestedAt: 7, readAt };
  expect(await read(RECENT_REPORTS_QUERY)).toEqual({ value });
});

it('a search without a match is repeated in another spelling', async () => {
  const found = listOf(sampleReport('1'));
  const { read } = startReads(({ search }) => ({
    value: search === 'xn--mnchen-3ya.example' ? found : listOf(),
  }));
  const query = { ...RECENT_REPORTS_QUERY, search: 'münchen.example' };
  const requested = { ...query, search: 'xn--mnchen-3ya.example' };
  expect(await read(query)).toMatchObject({ value: { ...found, requested } });
  const nothing = startReads(() => ({ value: listOf() }));
  expect(await nothing.read(query)).toMatchObject({ value: { reports: [], requested: null } });
  expect(nothing.readList.mock.calls.length).toBeGreaterThan(1);
});

it('a read by date requests the newest hundred reports if the service does not sort by date', async () => {
  const list = listOf(reportOnDay('3', 1), reportOnDay('2', 3));
  const { read, readList } = startReads(() => ({ value: list }));
  const reply = { value: { ...list, requested: NEWEST_QUERY } };
  expect(await read(byDate)).toMatchObject(reply);
  expect(await read(byDate)).toMatchObject(reply);
  expect(await read(RECENT_REPORTS_QUERY)).toMatchObject({ value: { requested: null } });
  expect(readList.mock.calls.flat()).toEqual([
    ...[byDate, NEWEST_QUERY, NEWEST_QUERY, RECENT_REPORTS_QUERY],
  ]);
});

it('the reply to a failed read is the failure', async () => {
  const { read } = startReads(() => ({ failure: FAILURES.unreachable }));
  expect(await read({ ...byDate, search: 'münchen' })).toEqual({ failure: FAILURES.unreachable });
});
