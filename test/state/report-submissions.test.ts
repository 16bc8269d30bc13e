import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/model/failure';
import type { Outcome } from '@/lib/model/outcome';
import { Privacy } from '@/lib/model/privacy';
import type { Submission } from '@/lib/model/submission';
import { createReportSubmissions } from '@/lib/state/report-submissions';
import { quiescence } from '../background/quiescence';
import { openForm, PAGE } from './open-form';

const failure: Failure = { code: 'unreachable' };
const base = { url: 'https://host.example/earlier', privacy: Privacy.Public, knownIds: [] };
const failed: Submission = { id: 'old-1', ...base, state: 'failed', failure };
const unclear: Submission = { id: 'old-2', ...base, state: 'unclear', failure };
/** What the store holds of the first report that the form sends. */
const own: Submission = { id: 'new-1', ...base, url: PAGE, state: 'sending' };

function openSubmissions(...stored: Submission[]) {
  const pending = signal<readonly Submission[]>(stored);
  const opened = openForm();
  const discard = vi.fn(async (_: string): Promise<Outcome<null>> => ({ value: null }));
  const submissions = createReportSubmissions({ pending, form: opened.form, discard });
  return { ...opened, submissions, pending, discard };
}

describe('submissions on a page', () => {
  it('are those that are stored', () => {
    const { submissions, pending } = openSubmissions();
    expect(submissions.shown.value).toEqual([]);
    pending.value = [failed, unclear];
    expect(submissions.shown.value).toEqual([failed, unclear]);
  });

  it('leave out what the form itself is sending', async () => {
    const { form, submissions, pending, answers } = openSubmissions(failed);
    const submitting = form.submit();
    pending.value = [failed, own];
    expect(submissions.shown.value).toEqual([failed]);
    pending.value = [failed];
    answers.answer(0, { value: null });
    await submitting;
    expect(submissions.shown.value).toEqual([failed]);
  });

  it('leave out what the form says has failed, as long as it says so', async () => {
    const { form, submissions, pending, answers } = openSubmissions();
    const submitting = form.submit();
    answers.answer(0, { failure });
    await submitting;
    const kept: Submission = { ...own, state: 'unclear', failure };
    pending.value = [kept];
    expect(submissions.shown.value).toEqual([]);
    form.enterUrl('https://host.example/next');
    expect(submissions.shown.value).toEqual([kept]);
  });

  it('leave out nothing while the form holds a press back', async () => {
    const { form, submissions } = openSubmissions(failed, own);
    form.enterUrl('http://192.168.1.4/');
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.submission.value).toMatchObject({ state: 'held' });
    expect(submissions.shown.value).toEqual([failed, own]);
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

describe('discarding a submission', () => {
  it('is asked of the background, and leaves the form as it is', () => {
    const { form, submissions, discard } = openSubmissions(failed, unclear);
    submissions.discard(unclear);
    expect(discard).toHaveBeenCalledExactlyOnceWith('old-2');
    expect(form.url.value).toBe(PAGE);
  });

  it('leaves it on the list where the background was stopped', async () => {
    const { submissions, discard } = openSubmissions(failed);
    discard.mockRejectedValue(new Error('No answer'));
    submissions.discard(failed);
    submissions.fillInAgain(failed);
    await quiescence();
    expect(submissions.shown.value).toEqual([failed]);
  });
});
