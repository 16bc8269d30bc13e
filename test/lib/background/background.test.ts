import { describe, expect, it, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { storedList } from '../../support/sample-list';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { BASE_URL, NOW, startConnectedBackground } from '../../support/test-background';

const report = sampleReport('1');
const refused: Failure = { code: 'refused', status: 418, message: null };
const gone: Failure = { code: 'gone', what: 'report', message: 'Not found' };
const search = { ...RECENT_REPORTS_QUERY, search: 'shop' };

describe('listing reports', () => {
  it('stores the answer with its question and its time', async () => {
    const { background, client, storedLists } = await startConnectedBackground();
    const value = { ...listOf(sampleReport('9')), unreadable: 1 };
    client.list.mockResolvedValue({ value });
    const kept = { ...value, query: search, readAt: NOW };
    await expect(background.list(search)).resolves.toEqual({ value: null });
    expect(client.list).toHaveBeenCalledExactlyOnceWith(search, expect.any(AbortSignal));
    expect(storedLists.stored).toEqual([kept, storedList('2', '1')]);
  });
});

describe('reading the account', () => {
  it('stores it, or why it could not be read and what it was before', async () => {
    const { background, client, store } = await startConnectedBackground();
    const account = { value: { fields: [{ name: 'name', value: 'Ann' }], isCut: false } };
    await expect(background.account()).resolves.toEqual(account);
    expect(store.account('id-0').stored).toEqual(account);
    client.account.mockResolvedValue({ failure: refused });
    await expect(background.account()).resolves.toEqual({ failure: refused });
    expect(store.account('id-0').stored).toEqual({ failure: refused, last: account.value });
  });

  it('stores that the permission for the host is missing', async () => {
    const { background, client, permissions, store } = await startConnectedBackground();
    client.account.mockResolvedValue({ failure: { code: 'unreachable' } });
    permissions.has.mockResolvedValue(false);
    const answer = await background.account();
    expect(answer).toMatchObject({ failure: { code: 'noPermission' } });
    expect(store.account('id-0').stored).toMatchObject(answer);
  });
});

describe('reading a report', () => {
  it('brings list and page up to date, without what the interface does not name', async () => {
    const { background, client, storedLists, pages } = await startConnectedBackground();
    const details = sampleDetails('1', { result: 'bad' });
    client.get.mockResolvedValue({ value: details });
    await expect(background.get(report)).resolves.toEqual({ value: details });
    const changed = sampleReport('1', { result: 'bad' });
    expect(storedLists.stored?.[0]?.reports).toStrictEqual([sampleReport('2'), changed]);
    expect([...pages.stored.values()]).toMatchObject([{ reports: [changed] }]);
  });
});

describe('updating a report', () => {
  const change = { privacy: 0 } as const;
  const changed = sampleDetails('1', change);

  it('answers with the report and brings the stored list up to date', async () => {
    const { awaited, background, client, storedLists } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: changed });
    await expect(background.update(report, change)).resolves.toEqual({ value: changed });
    expect(client.update).toHaveBeenCalledExactlyOnceWith('1', change, expect.any(AbortSignal));
    expect(storedLists.stored?.[0]?.reports).toEqual([
      sampleReport('2'),
      sampleReport('1', change),
    ]);
    expect(client.get).not.toHaveBeenCalled();
    expect(awaited.stored).toBeUndefined();
  });

  it('reads the report when the service answers without a word', async () => {
    const { background, client, storedLists } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: null });
    client.get.mockResolvedValue({ value: changed });
    await expect(background.update(report, change)).resolves.toEqual({ value: changed });
    expect(storedLists.stored?.[0]?.reports).toEqual([
      sampleReport('2'),
      sampleReport('1', change),
    ]);
  });

  it('succeeds too when the report cannot be read then, and reads the list', async () => {
    const { background, client, listedIds } = await startConnectedBackground();
    client.update.mockResolvedValue({ value: null });
    client.get.mockResolvedValue({ failure: { code: 'timedOut', seconds: 60 } });
    await expect(background.update(report, change)).resolves.toEqual({ value: null });
    await vi.waitFor(() => expect(client.list).toHaveBeenCalled(), { interval: 1 });
    expect(listedIds()).toEqual(['2', '1']);
  });
});

const onOneReport: ['get' | 'update', (background: BackgroundApi) => Promise<Outcome<unknown>>][] =
  [
    ['get', (background) => background.get(sampleReport('2'))],
    ['update', (background) => background.update(sampleReport('2'), { results: 1 })],
  ];

describe.each(onOneReport)('%s', (name, call) => {
  it('takes a report from list and page that the service no longer has', async () => {
    const { awaited, background, client, listedIds, pages } = await startConnectedBackground();
    await background.list(RECENT_REPORTS_QUERY);
    client[name].mockResolvedValue({ failure: gone });
    await expect(call(background)).resolves.toEqual({ failure: gone });
    expect(listedIds()).toEqual(['1']);
    const known = [...pages.stored.values()].flatMap(({ reports }) => reports);
    expect(known).toEqual([sampleReport('1')]);
    expect(awaited.stored).toBeUndefined();
  });

  it.each<Failure>([
    { code: 'gone', what: 'interface', message: null },
    { code: 'notAllowed', message: null },
    { code: 'unreachable' },
    { code: 'serviceDown', status: 502, retryAt: null, message: null },
  ])('leaves everything as it is at %j', async (failure) => {
    const { awaited, background, client, storedLists } = await startConnectedBackground();
    const before = storedLists.stored;
    client[name].mockResolvedValue({ failure });
    await expect(call(background)).resolves.toEqual({ failure });
    expect(storedLists.stored).toEqual(before);
    expect(client.list).not.toHaveBeenCalled();
    expect(awaited.stored).toBeUndefined();
  });
});

describe('a service that cannot be reached', () => {
  const unreachable: Failure = { code: 'unreachable' };
  const forbidden: Failure = { code: 'noPermission', origin: 'https://host.example' };

  it.each<[string, Failure, boolean, Failure]>([
    ['out of permission where the browser no longer grants it', unreachable, false, forbidden],
    ['just that where the browser grants it', unreachable, true, unreachable],
    ['told apart from one that answers with a failure', refused, false, refused],
  ])('is %s', async (_, failure, isGranted, told) => {
    const { background, client, permissions } = await startConnectedBackground();
    client.get.mockResolvedValue({ failure });
    permissions.has.mockImplementation(async (baseUrl) => isGranted || baseUrl !== BASE_URL);
    await expect(background.get(report)).resolves.toEqual({ failure: told });
  });
});

describe('the worker', () => {
  it('is kept awake while a call is under way, and not longer', async () => {
    const { background, client, isAwake } = await startConnectedBackground();
    const gets = holdAnswers<Outcome<ReportDetails>>();
    client.get.mockImplementation(gets.call);
    const getting = background.get(report);
    await gets.asked(1);
    expect(isAwake()).toBe(true);
    gets.answer(0, { value: sampleDetails('1') });
    await getting;
    expect(isAwake()).toBe(false);
  });
});
