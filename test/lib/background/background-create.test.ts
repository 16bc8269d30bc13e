import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Creation } from '@/lib/submission/submission';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startConnectedBackground } from '../../support/test-background';

const url = 'https://host.example/new';
const draft = { url, privacy: 1 } as const;
const created = sampleReport('3', { url });
const made: Outcome<Creation> = { value: { state: 'created', report: created } };
const unseen: Outcome<Creation> = { value: { state: 'created', report: null } };
const refused: Failure = { code: 'refused', status: 418, message: null };

describe('creating a report', () => {
  it('answers with the report and shows it at the top at once', async () => {
    const { awaited, background, client, listedIds } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    await expect(background.create('new-1', draft)).resolves.toStrictEqual(made);
    expect(client.create).toHaveBeenCalledExactlyOnceWith(draft, expect.any(AbortSignal));
    expect(listedIds()).toEqual(['3', '2', '1']);
    expect(awaited.stored).toBeUndefined();
  });

  it('remembers the page as reported', async () => {
    const { background, client, pages } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    await background.create('new-1', draft);
    expect([...pages.stored.values()]).toMatchObject([{ reports: [created] }]);
  });

  it('drops the form that was filled in for it, and no other', async () => {
    const { background, client, store } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    const other = { page: url, url, privacy: 0 } as const;
    await store.drafts.write([{ page: 'https://host.example/', ...draft }, other]);
    await background.create('new-1', draft);
    expect(store.drafts.stored).toEqual([other]);
  });

  it('is sent though the stored list cannot be read', async () => {
    const { background, client, list } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    vi.spyOn(list, 'read').mockRejectedValueOnce(new Error('No answer'));
    await expect(background.create('new-1', draft)).resolves.toEqual(made);
  });

  it('reads the list again afterwards, awake until that has ended', async () => {
    const { background, client, isAwake, listedIds } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    await background.create('new-1', draft);
    await lists.asked(1);
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf(sampleReport('4'), sampleReport('3')) });
    await vi.waitFor(() => expect(listedIds()).toEqual(['4', '3']), { interval: 1 });
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });

  it('asks again for a list that was on its way meanwhile', async () => {
    const { background, client, listedIds } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const listing = background.list(RECENT_REPORTS_QUERY);
    await background.create('new-1', draft);
    await lists.asked(2);
    lists.answer(0, { value: listOf(sampleReport('2'), sampleReport('1')) });
    await lists.asked(3);
    expect(listedIds()).toEqual(['3', '2', '1']);
    const current = listOf(created, sampleReport('2'), sampleReport('1'));
    lists.answer(1, { value: current });
    lists.answer(2, { value: current });
    await listing;
    expect(listedIds()).toEqual(['3', '2', '1']);
  });

  it('is answered though the store has no space for the list', async () => {
    const { background, client, list } = await startConnectedBackground();
    client.list.mockImplementation(holdAnswers<never>().call);
    vi.spyOn(list, 'write').mockRejectedValue(new Error('No space left'));
    await expect(background.create('new-1', draft)).resolves.toEqual(made);
  });

  it('is asked of the service once when it fails', async () => {
    const { background, client, list } = await startConnectedBackground();
    const before = list.stored;
    client.create.mockResolvedValue({ failure: refused });
    await expect(background.create('new-1', draft)).resolves.toEqual({ failure: refused });
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(client.list).not.toHaveBeenCalled();
    expect(list.stored).toEqual(before);
  });

  it.each<Failure>([
    { code: 'timed-out', seconds: 180 },
    { code: 'redirected', to: null },
  ])('shows what became of it when %j does not tell', async (failure) => {
    const { background, client, isAwake, listedIds } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    client.create.mockResolvedValue({ failure });
    const creating = background.create('new-1', draft);
    await lists.asked(1);
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf(created) });
    await expect(creating).resolves.toEqual(made);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(listedIds()).toEqual(['3', '2', '1']);
    await lists.asked(2);
    expect(isAwake()).toBe(true);
    lists.answer(1, { value: listOf(created) });
    await vi.waitFor(() => expect(listedIds()).toEqual(['3']), { interval: 1 });
  });
});

describe('a created report without a result', () => {
  it('is asked for again until its result is there', async () => {
    const { awaited, background, client, clock, list, resume, wakeAt } =
      await startConnectedBackground();
    const pending = sampleDetails('3', { url, result: null, generatedAt: null });
    client.create.mockResolvedValue({ value: pending });
    client.list.mockImplementation(holdAnswers<never>().call);
    await background.create('new-1', draft);
    expect(awaited.stored).toMatchObject([{ report: { id: '3' }, attempts: 0 }]);
    await vi.waitFor(() => expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 2_000), {
      interval: 1,
    });
    client.get.mockResolvedValue({ value: sampleDetails('3', { url }) });
    clock.pass(2_000);
    await resume();
    expect(list.stored?.reports[0]).toEqual(created);
    expect(awaited.stored).toEqual([]);
  });
});

describe('a creation that the service answers without a word', () => {
  async function createWithoutWord(...listed: ReportList['reports']) {
    const started = await startConnectedBackground();
    started.client.create.mockResolvedValue({ value: null });
    started.client.list.mockResolvedValue({ value: listOf(...listed) });
    return started;
  }

  it('finds the report in the list', async () => {
    const { background, listedIds } = await createWithoutWord(sampleReport('4'), created);
    await expect(background.create('new-1', draft)).resolves.toEqual(made);
    await vi.waitFor(() => expect(listedIds()).toEqual(['4', '3']), { interval: 1 });
  });

  it('finds it where the service does not show its privacy', async () => {
    const { background } = await createWithoutWord({ ...created, privacy: null });
    await expect(background.create('new-1', draft)).resolves.toMatchObject({
      value: { state: 'created', report: { id: '3' } },
    });
  });

  it('does not take an earlier report of the page for it that was listed', async () => {
    const { background } = await createWithoutWord(sampleReport('1'));
    const again = { url: 'https://host.example/1', privacy: 1 } as const;
    await expect(background.create('new-1', again)).resolves.toEqual(unseen);
  });

  it('does not take an earlier report of the page for it that was known of that page', async () => {
    const { background, client, store } = await createWithoutWord();
    client.list.mockResolvedValue({ value: listOf(created) });
    await background.list(RECENT_REPORTS_QUERY);
    await store.list('id-0').remove();
    await expect(background.create('new-1', draft)).resolves.toEqual(unseen);
  });

  it('does not take a report of another privacy or address for it', async () => {
    const { background } = await createWithoutWord(
      { ...created, privacy: 0 },
      sampleReport('4', { url: `${url}/other` }),
    );
    await expect(background.create('new-1', draft)).resolves.toEqual(unseen);
  });

  it('succeeds too when the list cannot be read', async () => {
    const { background, client } = await createWithoutWord();
    client.list.mockResolvedValue({ failure: { code: 'timed-out', seconds: 60 } });
    await expect(background.create('new-1', draft)).resolves.toEqual(unseen);
  });

  it('is not overtaken by an older list', async () => {
    const { background, client, listedIds } = await createWithoutWord();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const listing = background.list(RECENT_REPORTS_QUERY);
    await lists.asked(1);
    const creating = background.create('new-1', draft);
    await lists.asked(2);
    lists.answer(1, { value: listOf(created) });
    await creating;
    await lists.asked(3);
    lists.answer(0, { value: listOf(sampleReport('2')) });
    await lists.asked(4);
    expect(listedIds()).toEqual(['3', '2', '1']);
    lists.answer(3, { value: listOf(created) });
    lists.answer(2, { value: listOf(created) });
    await listing;
    expect(listedIds()).toEqual(['3']);
  });
});
