import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { BASE_URL, startBackground, startConnectedBackground } from '../../support/test-background';

const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const elsewhere = { ...request, baseUrl: 'https://other.example' };
const report = sampleReport('1');

describe('connecting again to the same service', () => {
  it('keeps the connection and replaces its key, where that is of the same account', async () => {
    const { background, clientFor, store } = await startConnectedBackground();
    await background.account();
    await background.get(report);
    await background.connect(request);
    expect(store.connection.stored).toEqual({ id: 'id-0', baseUrl: BASE_URL });
    expect(store.apiKey('id-0').stored).toBe('typed-key');
    await background.get(report);
    expect(clientFor).toHaveBeenLastCalledWith({ baseUrl: BASE_URL, apiKey: 'typed-key' });
  });

  it('uses the kept key where none is typed', async () => {
    const { background, clientFor, store } = await startConnectedBackground();
    await expect(background.connect({ ...request, apiKey: '' })).resolves.toEqual({
      state: 'passed',
      baseUrl: BASE_URL,
    });
    expect(clientFor).toHaveBeenCalledWith({ baseUrl: BASE_URL, apiKey: 'kept-key' });
    expect(store.apiKey('id-0').stored).toBe('kept-key');
  });

  it('lets the calls go on that are under way with the same key', async () => {
    const { background, client, storedLists } = await startConnectedBackground();
    const gets = holdAnswers<Outcome<ReportDetails>>();
    client.get.mockImplementation(gets.call);
    const getting = background.get(report);
    await gets.asked(1);
    await background.connect({ ...request, apiKey: '' });
    expect(client.get.mock.lastCall?.[1]?.aborted).toBe(false);
    gets.answer(0, { value: sampleDetails('1', { result: 'bad' }) });
    await getting;
    expect(storedLists.stored?.[0]?.reports).toContainEqual(sampleReport('1', { result: 'bad' }));
  });

  it('gives up the calls that are under way with another key', async () => {
    const { background, client, store } = await startConnectedBackground();
    await background.account();
    client.get.mockImplementation(holdAnswers<never>().call);
    void background.get(report);
    await vi.waitFor(() => expect(client.get).toHaveBeenCalled(), { interval: 1 });
    await background.connect(request);
    expect(client.get.mock.lastCall?.[1]?.aborted).toBe(true);
    expect(store.connection.stored?.id).toBe('id-0');
  });
});

describe('connecting to another service', () => {
  it.each([
    'https://other.example',
    'https://host.example',
    'http://host.example/s',
    'https://host.example:8443/s',
  ])('never sends the kept key to %s', async (baseUrl) => {
    const { background, clientFor } = await startConnectedBackground();
    const check = background.connect({ baseUrl, apiKey: '', allowsUnencrypted: true });
    await expect(check).resolves.toEqual({
      state: 'failed',
      at: 'apiKey',
      failure: { code: 'apiKey', problem: 'empty' },
    });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('forgets everything of the former', async () => {
    const { background, client, permissions, store } = await startConnectedBackground();
    client.account.mockImplementation(holdAnswers<never>().call);
    await background.remove(report);
    await background.update(report, { results: 1 });
    await background.connect({ ...elsewhere, dropsOpenWork: true });
    expect(store.connection.stored).toEqual({ id: 'id-1', baseUrl: 'https://other.example' });
    expect(store.names()).toEqual([
      'connection',
      'id-1/apiKey',
      'id-1/lists',
      'id-1/pageIndex',
      'id-1/pages',
    ]);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
  });

  it('drops what the former answers late', async () => {
    const { background, client, store } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementationOnce(lists.call);
    const listing = background.list(RECENT_REPORTS_QUERY);
    await lists.asked(1);
    await background.connect(elsewhere);
    lists.answer(0, { value: listOf(sampleReport('late')) });
    await listing;
    expect(store.names()).not.toContain('id-0/lists');
    expect(JSON.stringify(store.lists('id-1').stored)).not.toContain('late');
  });
});

describe('connecting twice at once', () => {
  it('to two services keeps the one whose check ended last, and nothing of the other', async () => {
    const { background, client, permissions, store } = startBackground();
    client.account.mockImplementation(holdAnswers<never>().call);
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const first = background.connect(request);
    const second = background.connect(elsewhere);
    await lists.asked(2);
    lists.answer(0, { value: listOf() });
    lists.answer(1, { value: listOf() });
    await Promise.all([first, second]);
    expect(store.connection.stored?.baseUrl).toBe('https://other.example');
    expect(store.names()).toEqual(['connection', 'id-2/apiKey', 'id-2/lists']);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
  });
});

describe('the API key', () => {
  it('is in no answer, and in nothing that is stored besides itself', async () => {
    const { background, store } = startBackground();
    const answers: unknown[] = [await background.connect(request)];
    await vi.waitFor(() => expect(store.account('id-1').stored).toBeDefined(), { interval: 1 });
    answers.push(await background.create('new-1', { url: 'https://host.example/', privacy: 1 }));
    answers.push(await background.update(report, { results: 1 }));
    answers.push(await background.remove(report));
    const stored = [
      store.connection.written,
      store.account('id-1').written,
      store.lists('id-1').written,
      store.deletions('id-1').written,
      store.resultPolls('id-1').written,
      [...store.pages('id-1').stored],
    ];
    expect(stored.every((values) => values.length > 0)).toBe(true);
    expect(JSON.stringify([answers, stored])).not.toContain('typed-key');
    expect(store.apiKey('id-1').stored).toBe('typed-key');
  });
});
