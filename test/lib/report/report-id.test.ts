import { expect, it } from 'vitest';
import { Subject } from '@/lib/jobs/types';
import { ReportReference, referTo } from '@/lib/report/report-reference';
import { createClient } from '@/lib/service/client';
import { sampleReport } from '../../support/sample-report';

function openClient() {
  const requestedPaths: string[] = [];
  const connection = { baseUrl: 'https://service.example/s', apiKey: 'k' };
  const fetchFrom: typeof fetch = async (url) => {
    requestedPaths.push(new URL(String(url)).pathname);
    return Response.json({});
  };
  const client = createClient(connection, { fetchFrom });
  return { client, requestedPaths };
}

/** Whether storage accepts an operation on the report, and a reference to the report. */
function storageAccepts(id: string): boolean[] {
  const report = referTo(sampleReport(id));
  const read = [Subject.safeParse({ kind: 'delete', report }), ReportReference.safeParse(report)];
  return read.map(({ success }) => success);
}

it.each(['', '.', '..', '\ud800', 'a\udc00', 'a\nb', '7'.repeat(201)])(
  'the invalid report id %j is neither sent nor read from storage',
  async (id) => {
    expect(storageAccepts(id)).toEqual([false, false]);
    const { client, requestedPaths } = openClient();
    const gone = { failure: { code: 'gone', what: 'report', message: null } };
    const calls = [client.get(id), client.update(id, {}), client.remove(id)];
    expect(await Promise.all(calls)).toEqual([gone, gone, gone]);
    expect(requestedPaths).toEqual([]);
  },
);

it.each(['7', '...', '%2e%2e', 'a/../b', '..\\a', '?', '#', ' ', '\u202e', '😀'])(
  'the report id %j is sent encoded, as a single path segment',
  async (id) => {
    expect(storageAccepts(id)).toEqual([true, true]);
    const { client, requestedPaths } = openClient();
    await client.remove(id);
    expect(requestedPaths).toEqual([`/s/api/v1/reports/${encodeURIComponent(id)}`]);
  },
);
