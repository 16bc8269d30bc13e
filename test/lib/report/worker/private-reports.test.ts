import { describe, expect, it } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { listOf } from '../../../support/fake-client';
import { holdAnswers } from '../../../support/held-answers';
import { keepList } from '../../../support/kept-list';
import { quiescence } from '../../../support/quiescence';
import { sampleDetails, sampleReport } from '../../../support/sample-report';
import { startBackground, startConnectedBackground } from '../../../support/test-background';

const url = 'https://secret.example/page';
const created = sampleReport('3', { url, result: null });
const others = [sampleReport('2'), sampleReport('1')];

/** A background that has created a report for a private window. */
async function createPrivately() {
  const started = await startConnectedBackground();
  started.client.create.mockResolvedValue({ value: sampleDetails('3', { url, result: null }) });
  started.client.list.mockResolvedValue({ value: listOf(created, ...others) });
  started.client.get.mockResolvedValue({ value: sampleDetails('3', { url, result: null }) });
  await started.background.create('new-1', { url, privacy: 1 }, true);
  await quiescence();
  return started;
}

/** Everything that a store holds for the connection, as text. */
function storedText({
  list,
  pages,
  awaited,
  submissions,
  store,
}: Awaited<ReturnType<typeof createPrivately>>) {
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
    const { background, client, clock, submissions } = await startConnectedBackground();
    const failure = {
      code: 'too-many-requests',
      retryAt: clock.in(60_000),
      message: null,
    } as const;
    client.create.mockResolvedValue({ failure });
    await background.create('new-1', { url, privacy: 1 }, true);
    expect(submissions.stored).toMatchObject([{ url, isPrivateWindow: true }]);
  });

  it('is shown to who asks for the list, and not stored', async () => {
    const started = await createPrivately();
    const listed = await started.background.list(RECENT_REPORTS_QUERY);
    expect(listed).toMatchObject({ value: { reports: [created, ...others], unkept: 'private' } });
    expect(storedText(started)).not.toContain('secret.example');
  });

  it('is not stored when it is opened or given new results', async () => {
    const started = await createPrivately();
    await started.background.get(created);
    await started.background.update(created, { results: 1 });
    expect(storedText(started)).not.toContain('secret.example');
  });

  it('leaves nothing behind though a list showed it before the service had answered', async () => {
    const started = await startConnectedBackground();
    const { background, client } = started;
    const answers = holdAnswers<Outcome<ReportDetails | null>>();
    client.create.mockImplementation(answers.call);
    client.list.mockResolvedValue({ value: listOf(created, ...others) });
    const creating = background.create('new-1', { url, privacy: 1 }, true);
    await answers.asked(1);
    await background.list(RECENT_REPORTS_QUERY);
    answers.answer(0, { value: sampleDetails('3', { url, result: null }) });
    await creating;
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

describe('a list with a private report', () => {
  it('is stored without it, and answered with it', async () => {
    const { keeper, privateIds, storedIds, answer, lists } = keepList('1');
    privateIds.add('3');
    const reading = keeper.read(RECENT_REPORTS_QUERY);
    await lists.asked(1);
    answer(0, '3', '2');
    await expect(reading).resolves.toMatchObject({
      value: { reports: [{ id: '3' }, { id: '2' }], unkept: 'private' },
    });
    expect(storedIds()).toEqual(['2']);
  });
});
