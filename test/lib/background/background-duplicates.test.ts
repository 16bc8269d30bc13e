import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startConnectedBackground } from '../../support/test-background';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const answered = sampleReport('4', { url });
const repeated = sampleReport('3', { url });

/** A connected background whose service lists these reports before those it had, once it was asked for one. */
async function startListing(...reports: Report[]) {
  const started = await startConnectedBackground();
  const { client, isAwake, store } = started;
  client.create.mockResolvedValue({ value: sampleDetails('4', { url }) });
  client.list.mockImplementation(async ({ result }) => {
    const made = client.create.mock.calls.length > 0 ? reports : [];
    const all = [...made, sampleReport('2'), sampleReport('1')];
    return { value: listOf(...all.filter((one) => result === null || one.result === result)) };
  });
  const foundIn = (area: 'local' | 'session' = 'local') =>
    store.duplicates('id-0', area).stored?.found.map(({ own, extra }) => [own.id, extra.id]);
  const rest = () => vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  return { ...started, foundIn, rest };
}

describe('a request that made two reports', () => {
  it('is noticed by the list that follows', async () => {
    const { background, client, foundIn, rest } = await startListing(answered, repeated);
    await background.create('new-1', draft);
    await rest();
    expect(foundIn()).toEqual([['4', '3']]);
    expect(client.list).toHaveBeenCalledTimes(2);
  });

  it('is noticed where the shown list leaves out its reports', async () => {
    const { background, foundIn, rest, listedIds } = await startListing(answered, repeated);
    await background.list({ ...RECENT_REPORTS_QUERY, result: 'bad' });
    await background.create('new-1', draft);
    await rest();
    expect(listedIds()).toEqual([]);
    expect(foundIn()).toEqual([['4', '3']]);
  });

  it('leaves nothing on the disk of a report from a private window', async () => {
    const { background, foundIn, storedLists, pages, rest, store } = await startListing(
      answered,
      repeated,
    );
    await background.create('new-1', draft, true);
    await rest();
    expect(foundIn('session')).toEqual([['4', '3']]);
    expect(store.duplicates('id-0').stored).toBeUndefined();
    expect(JSON.stringify(storedLists.stored)).not.toContain(url);
    expect([...pages.stored.keys()]).not.toContain(url);
  });

  it('is a matter of the past once one of the reports is deleted', async () => {
    const { background, clock, foundIn, resume, rest } = await startListing(answered, repeated);
    await background.create('new-1', draft);
    await rest();
    await background.remove(repeated);
    expect(foundIn()).toEqual([['4', '3']]);
    clock.pass(UNDO_MS);
    await resume();
    await rest();
    expect(foundIn()).toEqual([]);
  });

  it('is not spoken of any more when a person wants it so', async () => {
    const { background, foundIn, rest } = await startListing(answered, repeated);
    await background.create('new-1', draft);
    await rest();
    await expect(background.dismissDuplicate('3')).resolves.toEqual({ value: null });
    await background.list(RECENT_REPORTS_QUERY);
    expect(foundIn()).toEqual([]);
  });
});

describe('two requests for a page that made a report each', () => {
  it('are no surprise, even where a list shows the second before its answer', async () => {
    const { background, client, foundIn, rest, store } = await startListing(answered, repeated);
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const first = background.create('new-1', draft);
    await creates.asked(1);
    const second = background.create('new-2', draft);
    creates.answer(0, { value: sampleDetails('3', { url }) });
    await first;
    await creates.asked(2);
    await background.list(RECENT_REPORTS_QUERY);
    expect(foundIn()).toEqual([]);
    creates.answer(1, { value: sampleDetails('4', { url }) });
    await second;
    await rest();
    expect(store.duplicates('id-0').stored).toMatchObject({ unchecked: [], found: [] });
  });

  it('are no surprise where the second is searched for', async () => {
    const { background, client, rest, store } = await startListing();
    client.create.mockResolvedValueOnce({ value: sampleDetails('3', { url }) });
    await background.create('new-1', draft);
    await rest();
    expect(store.duplicates('id-0').stored?.unchecked).toHaveLength(1);
    client.create.mockImplementationOnce(async () => {
      client.list.mockResolvedValue({ value: listOf(answered, repeated, sampleReport('2')) });
      return { failure: { code: 'unreachable' } };
    });
    const second = await background.create('new-2', draft);
    expect(second).toMatchObject({ value: { report: { id: '4' } } });
    await rest();
    expect(store.duplicates('id-0').stored).toMatchObject({ unchecked: [], found: [] });
  });
});
