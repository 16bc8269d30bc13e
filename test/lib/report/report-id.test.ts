import { describe, expect, it } from 'vitest';
import { Deletion } from '@/lib/deletion/deletion';
import { ReportId } from '@/lib/report/report-id';
import { ResultPoll } from '@/lib/result-poll/result-poll';
import { type Client, createClient } from '@/lib/service/client';
import { sampleReport } from '../../support/sample-report';

const UNUSABLE = ['', '.', '..', '\ud800', 'a\udc00', 'a\nb', '7'.repeat(201)];

describe.each(UNUSABLE)('the id %j', (id) => {
  it('is none of a report', () => {
    expect(ReportId.safeParse(id).success).toBe(false);
  });

  it.each<[string, (client: Client) => Promise<unknown>]>([
    ['get', (client) => client.get(id)],
    ['update', (client) => client.update(id, {})],
    ['remove', (client) => client.remove(id)],
  ])('is never sent to %s a report', async (_, call) => {
    const asked: string[] = [];
    const client = createClient(
      { baseUrl: 'https://service.example', apiKey: 'k' },
      async (url) => {
        asked.push(String(url));
        return Response.json({});
      },
    );
    await expect(call(client)).resolves.toEqual({
      failure: { code: 'gone', what: 'report', message: null },
    });
    expect(asked).toEqual([]);
  });

  it('is in no deletion and no awaited result that can be read from the store', () => {
    const report = sampleReport(id);
    const time = '2026-11-02T12:00:00.000Z';
    const deletion = { report, dueAt: time, state: 'sending' };
    const poll = { report, attempts: 0, nextAt: time, failure: null };
    expect(Deletion.safeParse(deletion).success).toBe(false);
    expect(ResultPoll.safeParse(poll).success).toBe(false);
    expect(Deletion.safeParse({ ...deletion, report: sampleReport('7') }).success).toBe(true);
    expect(ResultPoll.safeParse({ ...poll, report: sampleReport('7') }).success).toBe(true);
  });
});

it.each(['7', '...', '%2e%2e', 'a/../b', '..\\a', '?', '#', ' ', '\u202e', '😀'])(
  'the id %j is sent as one part of a path',
  async (id) => {
    const asked: string[] = [];
    const client = createClient(
      { baseUrl: 'https://service.example/s', apiKey: 'k' },
      async (url) => {
        asked.push(new URL(String(url)).pathname);
        return Response.json({});
      },
    );
    await client.remove(id);
    expect(asked).toEqual([`/s/api/v1/reports/${encodeURIComponent(id)}`]);
  },
);
