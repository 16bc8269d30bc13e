import { describe, expect, it } from 'vitest';
import { AwaitedResult } from '@/lib/list/awaited-result';
import { ReportId } from '@/lib/report/report-id';
import { type Client, createClient } from '@/lib/service/client';
import { Work } from '@/lib/task/task';
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

  it('is in no task and no awaited result that can be read from the store', () => {
    const work = { kind: 'delete', report: sampleReport(id) };
    const awaited = {
      report: sampleReport(id),
      attempts: 0,
      isUpdate: false,
      privateWindow: false,
    };
    expect(Work.safeParse(work).success).toBe(false);
    expect(AwaitedResult.safeParse(awaited).success).toBe(false);
    const report = sampleReport('7');
    expect(Work.safeParse({ ...work, report }).success).toBe(true);
    expect(AwaitedResult.safeParse({ ...awaited, report }).success).toBe(true);
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
