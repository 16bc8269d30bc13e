import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../../support/open-form';
import { sampleReport } from '../../../support/sample-report';

const NEXT = 'https://host.example/next';
const refused: Failure = { code: 'keyRefused', message: null };
const report = sampleReport('3', { url: PAGE });

/** A form that has sent its page, and then another address; neither is answered. */
async function pressTwo() {
  const opened = openForm();
  const { form, answers } = opened;
  const first = form.submit();
  form.enterUrl(NEXT);
  expect(form.isSending.value).toBe(false);
  const second = form.submit();
  await answers.asked(2);
  return { ...opened, first, second };
}

describe('a form that was changed while it is sent', () => {
  it('can be sent at once, as another report', async () => {
    const { form, create } = await pressTwo();
    expect(create.mock.calls.map(([id, { url }]) => [id, url])).toEqual([
      ['new-1', PAGE],
      ['new-2', NEXT],
    ]);
    expect(form.submission.value).toEqual({ state: 'sending', id: 'new-2' });
    expect(form.isSending.value).toBe(true);
  });

  it('tells of the one in front, and then of the other', async () => {
    const { form, answers, first, second } = await pressTwo();
    answers.answer(0, { value: { state: 'created', report } });
    await first;
    expect(form.submission.value).toEqual({ state: 'sending', id: 'new-2' });
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    answers.answer(1, { failure: refused });
    await second;
    expect(form.submission.value).toEqual({ state: 'failed', id: 'new-2', failure: refused });
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    void form.submit();
    expect(form.earlier.value).toBeNull();
  });

  it('tells no more of either when it is deleted', async () => {
    const { form, answers, deletions, first, second } = await pressTwo();
    const next = sampleReport('4', { url: NEXT });
    answers.answer(0, { value: { state: 'created', report } });
    answers.answer(1, { value: { state: 'created', report: next } });
    await Promise.all([first, second]);
    const facts = { dueAt: '2026-11-02T12:00:00.000Z', isPrivateWindow: false } as const;
    deletions.value = [{ ...facts, report: sampleReport('5'), state: 'waiting' }];
    expect(form.earlier.value).toEqual({ url: PAGE, report });
    expect(form.submission.value).toMatchObject({ url: NEXT, report: next });
    deletions.value = [{ ...facts, report, state: 'waiting' }];
    expect(form.earlier.value).toBeNull();
    expect(form.submission.value).toMatchObject({ report: next });
    deletions.value = [{ ...facts, report: next, state: 'sending' }];
    deletions.value = [];
    expect(form.submission.value).toBeNull();
  });

  it('leaves a refused one where it is stored, since it stands nowhere else', async () => {
    const { form, answers, discard, first } = await pressTwo();
    answers.answer(0, { failure: refused });
    await first;
    expect(discard).not.toHaveBeenCalled();
    expect(form.earlier.value).toBeNull();
    expect(form.submission.value).toEqual({ state: 'sending', id: 'new-2' });
  });

  it('leaves it there, too, when it was not sent again', async () => {
    const { form, answers, discard } = openForm();
    const submitting = form.submit();
    form.enterUrl(NEXT);
    answers.answer(0, { failure: refused });
    await submitting;
    expect(discard).not.toHaveBeenCalled();
    expect(form.submission.value).toBeNull();
  });

  it.each<Failure>([{ code: 'notStored' }, { code: 'storeUnreadable' }, { code: 'notConnected' }])(
    'tells of one that is stored nowhere: %j',
    async (failure) => {
      const { form, answers, first } = await pressTwo();
      answers.answer(0, { failure });
      await first;
      expect(form.earlier.value).toEqual({ url: PAGE, failure });
    },
  );

  it('tells of one that the background never answered', async () => {
    const { form, answers, first } = await pressTwo();
    for (const [asked, index] of [
      [3, 0],
      [4, 2],
      [4, 3],
    ] as const) {
      answers.reject(index);
      await answers.asked(asked);
    }
    await first;
    expect(form.earlier.value).toEqual({ url: PAGE, failure: { code: 'interrupted' } });
  });

  it('tells nothing of one that goes on by itself: it is in the queue', async () => {
    const { form, answers, first } = await pressTwo();
    answers.answer(0, { value: { state: 'queued', failure: { code: 'unreachable' } } });
    await first;
    expect(form.earlier.value).toBeNull();
  });
});

describe('the very same form', () => {
  it('joins the first again, though another was sent in between', async () => {
    const { form, answers, create, first } = await pressTwo();
    form.enterUrl(PAGE);
    await form.submit();
    expect(create).toHaveBeenCalledTimes(2);
    expect(form.submission.value).toEqual({ state: 'sending', id: 'new-1' });
    answers.answer(0, { value: { state: 'created', report } });
    await first;
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE, report });
  });

  it('is another report with another privacy or password', async () => {
    const { form, create, answers } = openForm();
    void form.submit();
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('first');
    void form.submit();
    form.enterPassword('second');
    void form.submit();
    await answers.asked(3);
    expect(create.mock.calls.map(([, { password }]) => password)).toEqual([
      undefined,
      'first',
      'second',
    ]);
  });
});
