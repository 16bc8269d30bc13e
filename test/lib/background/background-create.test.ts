import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
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
const LISTED = [sampleReport('2'), sampleReport('1')];
const unseen: Outcome<Creation> = { value: { state: 'created', report: null } };

/**
 * A connected background whose service shows its list before the first request, and answers no
 * other until it is told to.
 */
async function startUnlisted() {
  const started = await startConnectedBackground();
  const lists = holdAnswers<Outcome<ReportList>>();
  started.client.list.mockImplementation(lists.call);
  started.client.list.mockImplementationOnce(async () => ({ value: listOf(...LISTED) }));
  return { ...started, lists };
}

describe('creating a report', () => {
  it('answers with the report, shows it at the top at once and remembers its page', async () => {
    const { awaited, background, client, listedIds, pages } = await startUnlisted();
    await expect(background.create('new-1', draft)).resolves.toStrictEqual(made);
    expect(client.create).toHaveBeenCalledExactlyOnceWith(draft, expect.any(AbortSignal));
    expect(listedIds()).toEqual(['3', '2', '1']);
    const histories = [...pages.stored.values()];
    expect(histories).toContainEqual(expect.objectContaining({ reports: [created] }));
    expect(awaited.stored).toBeUndefined();
  });

  it('is stored until the service has answered', async () => {
    const { background, client, submissions } = await startUnlisted();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const creating = background.create('new-1', draft);
    await creates.asked(1);
    expect(submissions.stored).toMatchObject([{ id: 'new-1', url, state: 'sending' }]);
    await expect(background.discard('new-1')).resolves.toEqual({ value: false });
    creates.answer(0, { value: sampleDetails('3', { url }) });
    await creating;
    expect(submissions.stored).toEqual([]);
  });

  it('drops the form that was filled in for it, and no other', async () => {
    const { background, store } = await startUnlisted();
    const other = { page: url, url, privacy: 0 } as const;
    await store.drafts.write([{ page: 'https://host.example/', ...draft }, other]);
    await background.create('new-1', draft);
    expect(store.drafts.stored).toEqual([other]);
  });

  it('drops the form of a private window where it was asked for in one', async () => {
    const { background, store } = await startUnlisted();
    const drafts = [{ page: 'https://host.example/', ...draft }];
    await store.drafts.write(drafts);
    await store.privateDrafts.write(drafts);
    await background.create('new-1', draft, true);
    expect(store.drafts.stored).toEqual(drafts);
    expect(store.privateDrafts.stored).toEqual([]);
  });

  it.each(['read', 'write'] as const)('succeeds where the list cannot be %s', async (access) => {
    const { background, storedLists } = await startUnlisted();
    vi.spyOn(storedLists, access).mockRejectedValue(new Error('No answer'));
    await expect(background.create('new-1', draft)).resolves.toEqual(made);
  });

  it('reads the list again afterwards, awake until that has ended', async () => {
    const { background, isAwake, listedIds, lists } = await startUnlisted();
    await background.create('new-1', draft);
    await lists.asked(1);
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf(sampleReport('4'), sampleReport('3')) });
    await vi.waitFor(() => expect(listedIds()).toEqual(['4', '3']), { interval: 1 });
    await vi.waitFor(() => expect(isAwake()).toBe(false), { interval: 1 });
  });

  it('leaves the list as it is when the service refuses it', async () => {
    const { background, client, storedLists } = await startUnlisted();
    const before = storedLists.stored;
    const failure: Failure = { code: 'refused', status: 418, message: null };
    client.create.mockResolvedValue({ failure });
    await expect(background.create('new-1', draft)).resolves.toEqual({ failure });
    expect(storedLists.stored).toEqual(before);
  });

  it('finds it in the list where the answer does not tell, awake meanwhile', async () => {
    const { background, client, isAwake, listedIds, lists } = await startUnlisted();
    client.create.mockResolvedValue({ failure: { code: 'timedOut', seconds: 180 } });
    const creating = background.create('new-1', draft);
    await lists.asked(1);
    expect(isAwake()).toBe(true);
    lists.answer(0, { value: listOf(created) });
    await expect(creating).resolves.toEqual(made);
    expect(client.create).toHaveBeenCalledTimes(1);
    expect(listedIds()).toEqual(['3', '2', '1']);
  });
});

describe("somebody else's report of the page, made since a page has read the list,", () => {
  it('is not taken for one whose request has got no answer', async () => {
    const { background, client, submissions } = await startConnectedBackground();
    client.serviceTime.mockReturnValue(Date.parse('2026-11-01T10:00:00.000Z'));
    await background.list(RECENT_REPORTS_QUERY);
    const theirs = sampleReport('3', { url, result: null, generatedAt: null, hasExactTime: false });
    client.list.mockResolvedValue({ value: listOf(theirs, ...LISTED) });
    client.create.mockResolvedValue({ failure: { code: 'timedOut', seconds: 180 } });
    await background.create('new-1', draft);
    expect(submissions.stored).toMatchObject([{ id: 'new-1', state: 'checking' }]);
  });
});

describe('a created report without a result', () => {
  const pending = sampleDetails('3', { url, result: null, generatedAt: null });

  it('is asked for again until its result is there', async () => {
    const { awaited, background, client, clock, storedLists, resume, wakeAt } =
      await startUnlisted();
    client.create.mockResolvedValue({ value: pending });
    await background.create('new-1', draft);
    expect(awaited.stored).toMatchObject([{ report: { id: '3' }, attempts: 0 }]);
    await vi.waitFor(() => expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 2_000), {
      interval: 1,
    });
    client.get.mockResolvedValue({ value: sampleDetails('3', { url }) });
    clock.pass(2_000);
    await resume();
    expect(storedLists.stored?.[0]?.reports[0]).toEqual(created);
    expect(awaited.stored).toEqual([]);
  });

  it('is created where the store has no space to await it', async () => {
    const { awaited, background, client } = await startUnlisted();
    client.create.mockResolvedValue({ value: pending });
    vi.spyOn(awaited, 'write').mockRejectedValue(new Error('No space left'));
    await expect(background.create('new-1', draft)).resolves.toMatchObject({
      value: { state: 'created', report: { id: '3' } },
    });
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
    const { background, client, listedIds } = await createWithoutWord(sampleReport('4'), created);
    client.list.mockResolvedValueOnce({ value: listOf(sampleReport('2')) });
    await expect(background.create('new-1', draft)).resolves.toEqual(made);
    await vi.waitFor(() => expect(listedIds()).toEqual(['4', '3']), { interval: 1 });
  });

  it('does not take an earlier report of the page for it that was listed', async () => {
    const { background } = await createWithoutWord(sampleReport('1'));
    const again = { url: 'https://host.example/1', privacy: 1 } as const;
    await expect(background.create('new-1', again)).resolves.toEqual(unseen);
  });

  it('does not take an earlier report of the page for it that was known of that page', async () => {
    const { background, store } = await createWithoutWord(created);
    await background.list(RECENT_REPORTS_QUERY);
    await store.lists('id-0').remove();
    await expect(background.create('new-1', draft)).resolves.toEqual(unseen);
  });
});
