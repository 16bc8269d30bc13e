import { describe, expect, it, vi } from 'vitest';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { holdAnswers } from '../../support/held-answers';
import { holdUpdates } from '../../support/held-updates';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { startConnectedBackground } from '../../support/test-background';

const draftOf = (name: string) => ({ url: `https://host.example/${name}`, privacy: 1 }) as const;

/** A background that awaits the results of so many reports, at the time of the first poll. */
async function startAwaiting(count: number) {
  const started = await startConnectedBackground();
  const { awaited, clock } = started;
  const nextAt = clock.in(2_000);
  const polls = Array.from({ length: count }, (_, index) => ({
    ...{ report: sampleReport(`poll-${index}`), isPrivateWindow: false },
    ...{ attempts: 0, nextAt, failure: null },
  }));
  await awaited.write(polls);
  clock.pass(2_000);
  const gets = holdAnswers<Outcome<ReportDetails>>();
  started.client.get.mockImplementation(gets.call);
  return { ...started, gets };
}

describe('what the background sends by itself', () => {
  it('asks for two of two hundred results at a time', async () => {
    const { gets, resume } = await startAwaiting(200);
    const resuming = resume();
    await gets.asked(2);
    await quiescence();
    expect(gets.count).toBe(2);
    for (let index = 0; index < 200; index += 1) {
      await gets.asked(Math.min(200, index + 2));
      gets.answer(index, { value: sampleDetails(`poll-${index}`) });
    }
    await resuming;
    expect(gets.count).toBe(200);
  });

  it('lets a list that a person asks for go out next', async () => {
    const { background, client, gets, resume } = await startAwaiting(200);
    void resume();
    await gets.asked(2);
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    void background.list(RECENT_REPORTS_QUERY);
    await quiescence();
    expect(lists.count).toBe(0);
    gets.answer(0, { value: sampleDetails('poll-0') });
    await lists.asked(1);
    expect(gets.count).toBe(2);
  });

  it('asks no more for results that a list has shown meanwhile', async () => {
    const { awaited, background, client, gets, resume } = await startAwaiting(200);
    void resume();
    await gets.asked(2);
    const shown = { result: 'bad', generatedAt: '2026-11-02T12:00:01.000Z' } as const;
    const reports = Array.from({ length: 198 }, (_, index) =>
      sampleReport(`poll-${index + 2}`, shown),
    );
    client.list.mockResolvedValue({ value: { reports, unreadable: 0, total: 198 } });
    const listing = background.list(RECENT_REPORTS_QUERY);
    gets.answer(0, { value: sampleDetails('poll-0') });
    await listing;
    gets.answer(1, { value: sampleDetails('poll-1') });
    await quiescence();
    // The next in line was there before the list.
    expect(gets.count).toBeLessThanOrEqual(3);
    expect(awaited.stored).toHaveLength(2);
  });

  it('blocks neither a list nor a deletion by creations that take their time', async () => {
    const started = await startConnectedBackground();
    const { background, client, clock, resume } = started;
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    for (const name of ['a', 'b', 'c']) void background.create(name, draftOf(name));
    await creates.asked(2);
    await expect(background.list(RECENT_REPORTS_QUERY)).resolves.toEqual({ value: null });
    await background.remove(sampleReport('1'));
    clock.pass(UNDO_MS);
    void resume();
    await vi.waitFor(() => expect(client.remove).toHaveBeenCalledTimes(1), { interval: 1 });
    expect(creates.count).toBe(2);
  });

  it('has two creations and updates out at once, in the order of the presses', async () => {
    const { background, client } = await startConnectedBackground();
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    const updates = holdAnswers<Outcome<ReportDetails>>();
    client.update.mockImplementation(updates.call);
    for (const name of ['a', 'b']) void background.create(name, draftOf(name));
    await creates.asked(2);
    const changed = background.update(sampleReport('1'), { privacy: 0 });
    await quiescence();
    expect(updates.count).toBe(0);
    creates.answer(0, { value: sampleDetails('3', { url: draftOf('a').url }) });
    await updates.asked(1);
    updates.answer(0, { value: sampleDetails('1', { privacy: 0 }) });
    await expect(changed).resolves.toHaveProperty('value');
  });

  it('looks for the reports of a page no earlier than the creation can go out', async () => {
    const { background, client } = await startConnectedBackground();
    const updates = await holdUpdates({ background, client });
    const created = background.create('new', draftOf('new'));
    await quiescence();
    expect(client.list).not.toHaveBeenCalled();
    updates.answer(0, { value: sampleDetails('1', { privacy: 0 }) });
    await expect(created).resolves.toHaveProperty('value.state', 'created');
    expect(client.list).toHaveBeenCalled();
  });

  it('sends no creation that is cancelled before its turn', async () => {
    const { background, client, submissions } = await startConnectedBackground();
    const updates = await holdUpdates({ background, client });
    const created = background.create('new', draftOf('new'));
    await quiescence();
    await expect(background.discard('new')).resolves.toEqual({ value: true });
    await expect(created).resolves.toEqual({ failure: { code: 'interrupted' } });
    for (const index of [0, 1]) updates.answer(index, { value: sampleDetails('1') });
    await quiescence();
    expect(client.create).not.toHaveBeenCalled();
    expect(submissions.stored).toEqual([]);
  });

  it('sends two creations of a page one after the other, though both wait for a turn', async () => {
    const { background, client } = await startConnectedBackground();
    const updates = await holdUpdates({ background, client });
    const creates = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creates.call);
    for (const id of ['a', 'b']) void background.create(id, draftOf('new'));
    await quiescence();
    for (const index of [0, 1]) updates.answer(index, { value: sampleDetails('1') });
    await creates.asked(1);
    await quiescence();
    expect(creates.count).toBe(1);
    creates.answer(0, { value: sampleDetails('3', { url: draftOf('new').url }) });
    await creates.asked(2);
  });

  it('takes deletions two at a time', async () => {
    const { background, client, clock, resume } = await startConnectedBackground();
    const removes = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(removes.call);
    for (const id of ['1', '2', '3', '4']) await background.remove(sampleReport(id));
    await quiescence();
    clock.pass(UNDO_MS);
    void resume();
    await removes.asked(2);
    await quiescence();
    expect(removes.count).toBe(2);
    for (const index of [0, 1, 2, 3]) {
      await removes.asked(Math.min(4, index + 2));
      removes.answer(index, { value: null });
    }
  });
});
