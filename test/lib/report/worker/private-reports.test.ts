import { describe, expect, it } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { startBackground, startConnectedBackground } from '../../../support/test-background';

const url = 'https://secret.example/page';
const created = sampleReport('3', { url, result: null });
const others = [sampleReport('2'), sampleReport('1')];
const details = sampleDetails('3', { url, result: null });

type Started = Awaited<ReturnType<typeof startConnectedBackground>>;

/** A background on a service that has just been asked for a report by a private window. */
async function startPrivately(answer: Promise<Outcome<ReportDetails>>) {
  const started = await startConnectedBackground();
  started.client.create.mockReturnValue(answer);
  started.client.list.mockResolvedValue({ value: listOf(created, ...others) });
  started.client.get.mockResolvedValue({ value: details });
  return { ...started, creating: started.background.create('new-1', { url, privacy: 1 }, true) };
}

/** The same, whose service has created the report. */
async function createPrivately() {
  const started = await startPrivately(Promise.resolve({ value: details }));
  await started.creating;
  await quiescence();
  return started;
}

/** Everything that a store holds for ordinary windows, as text. */
function storedText({ list, pages, awaited, submissions, store }: Started) {
  return JSON.stringify([
    list.stored,
    [...pages.stored],
    awaited.stored,
    submissions.stored,
    submissions.view.stored,
    submissions.finished.stored,
    store.drafts.stored,
    store.pageIndex('id-0').stored,
  ]);
}

describe('a report that was asked for in a private window', () => {
  it('leaves nothing behind once it is done', async () => {
    const started = await createPrivately();
    expect(storedText(started)).not.toContain('secret.example');
    expect(started.listedIds()).toEqual(['2', '1']);
  });

  it('is kept until then', async () => {
    const answers = holdAnswers<Outcome<ReportDetails>>();
    const { submissions } = await startPrivately(answers.call());
    await quiescence();
    expect(submissions.stored).toMatchObject([{ url, isPrivateWindow: true }]);
  });

  it('is in the list of private windows, which is in memory', async () => {
    const { background, store } = await createPrivately();
    await background.list(RECENT_REPORTS_QUERY, true);
    expect(store.privateList('id-0').stored?.reports).toEqual([created, ...others]);
  });

  it.each<[string, (background: Started['background']) => Promise<unknown>]>([
    ['an ordinary window reads the list', ({ list }) => list(RECENT_REPORTS_QUERY)],
    ['a private window reads the list', ({ list }) => list(RECENT_REPORTS_QUERY, true)],
    ['it is opened', ({ get }) => get(created)],
    ['it is given new results', ({ update }) => update(created, { results: 1 })],
  ])('is not stored when %s', async (_, act) => {
    const started = await createPrivately();
    await act(started.background);
    await quiescence();
    expect(storedText(started)).not.toContain('secret.example');
  });

  it('leaves nothing behind though a list showed it before the service had answered', async () => {
    const answers = holdAnswers<Outcome<ReportDetails>>();
    const started = await startPrivately(answers.call());
    await started.background.list(RECENT_REPORTS_QUERY);
    answers.answer(0, { value: details });
    await started.creating;
    await quiescence();
    expect(storedText(started)).not.toContain('secret.example');
  });

  it('is known to the next worker as well', async () => {
    const started = await createPrivately();
    const second = startBackground(started.store);
    second.client.list.mockResolvedValue({ value: listOf(created, ...others) });
    await second.background.list(RECENT_REPORTS_QUERY);
    expect(storedText(started)).not.toContain('secret.example');
  });
});
