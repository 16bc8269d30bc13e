import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { Submission } from '@/lib/submission/submission';
import { openForm, PAGE } from '../../../support/open-form';
import { sampleReport } from '../../../support/sample-report';
import { sampleSubmission } from '../../../support/sample-submission';

const failure: Failure = { code: 'unreachable' };
const report = sampleReport('3', { url: PAGE });
const waiting = sampleSubmission('new-1', { state: 'waiting' }, { url: PAGE });
const queued = { state: 'queued', id: 'new-1', url: PAGE, failure };

/** A form whose press goes on by itself, or was accepted without the report being shown. */
async function openAfter(answer: 'queued' | 'unseen') {
  const opened = openForm();
  const { form, answers, queue, finished } = opened;
  const submitting = form.submit();
  await answers.asked(1);
  answers.answer(0, {
    value: answer === 'queued' ? { state: 'queued', failure } : { state: 'created', report: null },
  });
  await submitting;
  const show = (...shown: Submission[]) => {
    queue.value = { shown, count: shown.length, pause: null, newestId: null };
  };
  return { ...opened, show, finished };
}

describe('a press that goes on by itself', () => {
  it('is told as it is while the queue holds it, and before the queue shows it', async () => {
    const { form, show } = await openAfter('queued');
    expect(form.submission.value).toEqual(queued);
    show();
    expect(form.submission.value).toEqual(queued);
    show(waiting);
    expect(form.submission.value).toEqual(queued);
  });

  it('is told as created once its report is made', async () => {
    const { form, show, finished } = await openAfter('queued');
    show(waiting);
    finished.value = [{ id: 'new-1', reportId: '3', report }];
    show();
    expect(form.submission.value).toEqual({ state: 'created', id: 'new-1', url: PAGE, report });
  });

  it('is told as created though the service has not shown its report', async () => {
    const { form, finished } = await openAfter('queued');
    finished.value = [{ id: 'new-1', reportId: null, report: null }];
    expect(form.submission.value).toMatchObject({ state: 'created', report: null });
  });

  it.each<[string, Submission[]]>([
    ['was discarded', []],
    ['needs attention', [{ ...waiting, state: 'failed', failure }]],
  ])('is no longer told as on its way once it %s', async (_, left) => {
    const { form, show } = await openAfter('queued');
    show(waiting);
    show(...left);
    expect(form.submission.value).toBeNull();
    show(waiting);
    expect(form.submission.value).toBeNull();
  });

  it('says nothing of another form', async () => {
    const { form, show, finished } = await openAfter('queued');
    finished.value = [{ id: 'other', reportId: '3', report }];
    show(sampleSubmission('other', { state: 'waiting' }));
    show();
    expect(form.submission.value).toEqual(queued);
  });
});

it('a report that was accepted unseen is told with its rating once a list has shown it', async () => {
  const { form, show, finished } = await openAfter('unseen');
  show(waiting);
  expect(form.submission.value).toMatchObject({ state: 'created', report: null });
  finished.value = [{ id: 'new-1', reportId: '3', report }];
  show();
  expect(form.submission.value).toEqual({ state: 'created', id: 'new-1', url: PAGE, report });
});

describe('a report that was created', () => {
  it('is told with the rating and the privacy that a list has shown since', async () => {
    const { form, answers, listed } = openForm();
    const pending = sampleReport('3', { url: PAGE, result: null });
    const submitting = form.submit();
    answers.answer(0, { value: { state: 'created', report: pending } });
    await submitting;
    const told = () => form.submission.value;
    listed.value = [sampleReport('2', { result: 'good' }), pending];
    expect(told()).toMatchObject({ report: pending });
    listed.value = [{ ...pending, privacy: Privacy.Public, result: 'decent' }];
    const rated = { ...pending, privacy: Privacy.Public, result: 'decent' };
    expect(told()).toMatchObject({ state: 'created', report: rated });
    listed.value = [];
    expect(told()).toMatchObject({ report: rated });
  });

  it('keeps what a list does not show', async () => {
    const { form, answers, listed } = openForm();
    const submitting = form.submit();
    answers.answer(0, { value: { state: 'created', report } });
    await submitting;
    listed.value = [{ ...report, privacy: null, result: null }];
    expect(form.submission.value).toMatchObject({ state: 'created', report });
  });
});
