import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { Creation } from '@/lib/submission/submission';
import { openForm, PAGE } from '../../../support/open-form';
import { quiescence } from '../../../support/quiescence';
import { sampleReport } from '../../../support/sample-report';

const refused: Failure = { code: 'keyRefused', message: null };
const unreachable: Failure = { code: 'unreachable' };
const report = sampleReport('3', { url: PAGE });
const made: Outcome<Creation> = { value: { state: 'created', report } };

describe('a press that was refused', () => {
  it.each<Failure>([refused, { code: 'notStored' }, { code: 'notConnected' }])(
    'with %j is discarded, since all of it stands in the form',
    async (failure) => {
      const { form, answers, discard } = openForm();
      const submitting = form.submit();
      answers.answer(0, { failure });
      await submitting;
      expect(discard).toHaveBeenCalledExactlyOnceWith('new-1');
      expect(form.submission.value).toEqual({ state: 'failed', id: 'new-1', failure });
    },
  );

  it('is told though it cannot be discarded', async () => {
    const { form, answers, discard } = openForm();
    discard.mockRejectedValue(new Error('No answer'));
    const submitting = form.submit();
    answers.answer(0, { failure: refused });
    await submitting;
    await quiescence();
    expect(form.submission.value).toEqual({ state: 'failed', id: 'new-1', failure: refused });
  });

  it('is sent under another id with the next press', async () => {
    const { form, answers, create } = openForm();
    const submitting = form.submit();
    answers.answer(0, { failure: refused });
    await submitting;
    void form.submit();
    const ids = create.mock.calls.map(([id]) => id);
    expect(new Set(ids).size).toBe(2);
    expect(form.submission.value).toEqual({ state: 'sending', id: ids[1] });
  });
});

describe('a press that goes on by itself', () => {
  it('is told with what put it off, and its form is no longer kept', async () => {
    const { form, answers, discard, draftsItem } = openForm();
    form.choosePrivacy(Privacy.Public);
    const submitting = form.submit();
    await answers.asked(1);
    answers.answer(0, { value: { state: 'queued', failure: unreachable } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'queued', failure: unreachable });
    expect(draftsItem.stored).toEqual([]);
    expect(discard).not.toHaveBeenCalled();
    form.enterUrl('https://host.example/next');
    expect(form.submission.value).toBeNull();
  });

  it('leaves the form alone that has another address by now', async () => {
    const { form, answers, draftsItem } = openForm();
    const submitting = form.submit();
    form.enterUrl('https://host.example/next');
    answers.answer(0, { value: { state: 'queued', failure: unreachable } });
    await submitting;
    expect(draftsItem.stored).toMatchObject([{ url: 'https://host.example/next' }]);
  });
});

describe('a press of which nobody knows what became', () => {
  it.each<Failure>([
    { code: 'timedOut', seconds: 180 },
    unreachable,
    { code: 'redirected', to: null },
    { code: 'interrupted' },
  ])('with %j is left to the reports on their way', async (failure) => {
    const { form, answers, create, discard, draftsItem } = openForm();
    form.choosePrivacy(Privacy.Public);
    const submitting = form.submit();
    await answers.asked(1);
    answers.answer(0, { failure });
    await submitting;
    expect(form.submission.value).toBeNull();
    expect(discard).not.toHaveBeenCalled();
    expect(draftsItem.stored).toEqual([]);
    expect(create).toHaveBeenCalledTimes(1);
  });
});

describe('a background that is stopped before it answers', () => {
  it.each([1, 2])('is asked again under the same id, %i times', async (times) => {
    const { form, answers, create } = openForm({ isPrivateWindow: true });
    const submitting = form.submit();
    for (let index = 0; index < times; index += 1) {
      answers.reject(index);
      await answers.asked(index + 2);
      expect(form.submission.value).toEqual({ state: 'sending', id: 'new-1' });
    }
    answers.answer(times, made);
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE, report });
    const draft = { url: PAGE, privacy: Privacy.Private };
    const question = ['new-1', draft, true];
    expect(create.mock.calls).toEqual(Array.from({ length: times + 1 }, () => question));
  });

  async function askInVain(opened: ReturnType<typeof openForm>, before = 0) {
    const submitting = opened.form.submit();
    for (let index = before; index < before + 3; index += 1) {
      await opened.answers.asked(index + 1);
      opened.answers.reject(index);
    }
    await submitting;
  }

  it('is asked three times at the most, and then the form says so and stays', async () => {
    const opened = openForm();
    const { form, create, discard, draftsItem } = opened;
    form.choosePrivacy(Privacy.Public);
    const before = draftsItem.stored;
    await askInVain(opened);
    const failure: Failure = { code: 'interrupted' };
    expect(form.submission.value).toEqual({ state: 'failed', id: 'new-1', failure });
    expect(create).toHaveBeenCalledTimes(3);
    expect(draftsItem.stored).toEqual(before);
    expect(discard).not.toHaveBeenCalled();
  });

  it('is asked under the same id with the next press, since it may have stored it', async () => {
    const opened = openForm();
    const { form, answers, create } = opened;
    await askInVain(opened);
    const submitting = form.submit();
    await answers.asked(4);
    expect(create.mock.lastCall?.[0]).toBe('new-1');
    answers.answer(3, made);
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created' });
  });

  it('is asked under another id once the form was changed', async () => {
    const opened = openForm();
    await askInVain(opened);
    opened.form.choosePrivacy(Privacy.Public);
    void opened.form.submit();
    await opened.answers.asked(4);
    expect(opened.create.mock.lastCall?.[0]).toBe('new-2');
  });
});
