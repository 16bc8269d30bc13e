import { describe, expect, it, vi } from 'vitest';
import type { Backoff } from '@/lib/backoff';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import type { QueueView } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import { openForm, PAGE } from '../../../support/open-form';
import { quiescence } from '../../../support/quiescence';
import { sampleSubmission } from '../../../support/sample-submission';

const failure: Failure = { code: 'unreachable' };
const facts = { url: 'https://host.example/earlier', privacy: Privacy.Public };
const failed = sampleSubmission('old-1', { state: 'failed', failure }, facts);
const unconfirmed = sampleSubmission(
  'old-2',
  { state: 'needs-attention', reason: 'unconfirmed', failure },
  facts,
);
/** What the store holds of the first report that the form sends. */
const own = sampleSubmission('new-1', { state: 'sending' }, { url: PAGE, sends: 1 });

function viewOf(shown: Submission[], fields: Partial<QueueView> = {}): QueueView {
  return { shown, count: shown.length, pause: null, newestId: null, ...fields };
}

function openSubmissions(...stored: Submission[]) {
  const opened = openForm();
  const { queue } = opened;
  queue.value = viewOf(stored);
  const discard = vi.fn(async (_: string): Promise<Outcome<boolean>> => ({ value: true }));
  const retry = vi.fn(
    async (_id: string, _password?: string): Promise<Outcome<null>> => ({ value: null }),
  );
  const retryNow = vi.fn(async (): Promise<Outcome<null>> => ({ value: null }));
  const submissions = createReportSubmissions({
    queue,
    form: opened.form,
    background: { discard, retry, retryNow },
  });
  const show = (...shown: Submission[]) => {
    queue.value = viewOf(shown);
  };
  return { ...opened, submissions, show, discard, retry, retryNow };
}

describe('submissions on a page', () => {
  it('are those of the stored view', () => {
    const { submissions, queue, show } = openSubmissions();
    expect(submissions.shown.value).toEqual([]);
    show(failed, unconfirmed);
    expect(submissions.shown.value).toEqual([failed, unconfirmed]);
    queue.value = undefined;
    expect(submissions.shown.value).toEqual([]);
    expect(submissions.more.value).toBe(0);
    expect(submissions.pause.value).toBeNull();
  });

  it('are drawn anew only where there are any', () => {
    const { submissions, form, show } = openSubmissions();
    const shown: unknown[] = [];
    submissions.shown.subscribe((value) => shown.push(value));
    void form.submit();
    show(own);
    show();
    expect(shown).toEqual([[]]);
    show(failed);
    expect(shown).toEqual([[], [failed]]);
  });

  it('tell whether what the form is sending is stored', async () => {
    const { form, submissions, show, answers } = openSubmissions(failed);
    expect(submissions.isOwnStored.value).toBe(false);
    const submitting = form.submit();
    expect(submissions.isOwnStored.value).toBe(false);
    show(failed, own);
    expect(submissions.isOwnStored.value).toBe(true);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    show(failed);
    expect(submissions.isOwnStored.value).toBe(false);
  });

  it('leave out what the form itself is sending', async () => {
    const { form, submissions, show, answers } = openSubmissions(failed);
    const submitting = form.submit();
    show(failed, own);
    expect(submissions.shown.value).toEqual([failed]);
    show(failed);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(submissions.shown.value).toEqual([failed]);
  });

  it('leave out what the form says was created, though no list has shown it', async () => {
    const { form, submissions, show, answers } = openSubmissions(failed);
    const submitting = form.submit();
    show(failed, own);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(submissions.shown.value).toEqual([failed]);
  });

  it('leave out what the form says was refused, as long as it says so', async () => {
    const { form, submissions, show, answers } = openSubmissions();
    const submitting = form.submit();
    const refused: Failure = { code: 'keyRefused', message: null };
    answers.answer(0, { failure: refused });
    await submitting;
    const kept = sampleSubmission('new-1', { state: 'failed', failure: refused });
    show(kept);
    expect(submissions.shown.value).toEqual([]);
    form.enterUrl('https://host.example/next');
    expect(submissions.shown.value).toEqual([kept]);
  });

  it.each<[string, Parameters<ReturnType<typeof openForm>['answers']['answer']>[1]]>([
    ['goes on by itself', { value: { state: 'queued', failure } }],
    ['is unconfirmed', { failure }],
  ])('take over from the form what %s', async (_, answer) => {
    const { form, submissions, show, answers } = openSubmissions(own);
    const submitting = form.submit();
    expect(submissions.shown.value).toEqual([]);
    answers.answer(0, answer);
    await submitting;
    show(own);
    expect(submissions.shown.value).toEqual([own]);
  });

  it('leave out nothing while the form holds a press back', async () => {
    const { form, submissions } = openSubmissions(failed, own);
    form.enterUrl('http://192.168.1.4/');
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.submission.value).toMatchObject({ state: 'held' });
    expect(submissions.shown.value).toEqual([failed, own]);
  });

  it('count those that are not shown, without the one that the form speaks of', () => {
    const { form, submissions, queue } = openSubmissions();
    queue.value = viewOf([failed, own], { count: 1_002 });
    expect(submissions.more.value).toBe(1_000);
    void form.submit();
    expect(submissions.shown.value).toEqual([failed]);
    expect(submissions.more.value).toBe(1_000);
  });

  it('say why nothing goes out', () => {
    const { submissions, queue } = openSubmissions();
    const pause: Backoff = { until: '2026-11-02T12:00:05.000Z', failure, count: 1 };
    queue.value = viewOf([failed], { pause });
    expect(submissions.pause.value).toEqual(pause);
  });
});

describe('filling a submission in again', () => {
  it('puts its address and privacy into the form, sends nothing and takes it off the list', () => {
    const { form, submissions, create, discard, draftsItem } = openSubmissions(failed);
    submissions.fillInAgain(failed);
    expect(form.url.value).toBe(failed.url);
    expect(form.privacy.value).toBe(Privacy.Public);
    expect(form.password.value).toBe('');
    expect(draftsItem.stored).toEqual([{ page: PAGE, url: failed.url, privacy: Privacy.Public }]);
    expect(discard).toHaveBeenCalledExactlyOnceWith('old-1');
    expect(create).not.toHaveBeenCalled();
  });
});

describe('what can be done about a submission', () => {
  it('is asked of the background, and leaves the form as it is', () => {
    const { form, submissions, discard, retry, retryNow } = openSubmissions(failed, unconfirmed);
    submissions.discard(unconfirmed);
    expect(discard).toHaveBeenCalledExactlyOnceWith('old-2');
    submissions.retry(failed);
    expect(retry).toHaveBeenLastCalledWith('old-1', undefined);
    submissions.retry(unconfirmed, 'hunter2');
    expect(retry).toHaveBeenLastCalledWith('old-2', 'hunter2');
    submissions.retryNow();
    expect(retryNow).toHaveBeenCalledExactlyOnceWith();
    expect(form.url.value).toBe(PAGE);
  });

  it('leaves all as it is where the background was stopped', async () => {
    const { submissions, discard, retry, retryNow } = openSubmissions(failed);
    for (const verb of [discard, retry, retryNow]) verb.mockRejectedValue(new Error('No answer'));
    submissions.discard(failed);
    submissions.fillInAgain(failed);
    submissions.retry(failed);
    submissions.retryNow();
    await quiescence();
    expect(submissions.shown.value).toEqual([failed]);
  });
});
