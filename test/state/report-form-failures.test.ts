import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/model/failure';
import { quiescence } from '../background/quiescence';
import { openForm } from './open-form';

const refused: Failure = { code: 'key-refused', message: null };

describe('a press that failed', () => {
  it('is discarded where the service refused it, since all of it stands in the form', async () => {
    const { form, answers, discard } = openForm();
    const submitting = form.submit();
    answers.answer(0, { failure: refused });
    await submitting;
    expect(discard).toHaveBeenCalledExactlyOnceWith('new-1');
  });

  it.each<Failure>([{ code: 'timed-out', seconds: 180 }, { code: 'unreachable' }])(
    'is kept where %j does not tell what became of it',
    async (failure) => {
      const { form, answers, discard } = openForm();
      const submitting = form.submit();
      answers.answer(0, { failure });
      await submitting;
      expect(discard).not.toHaveBeenCalled();
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
    answers.answer(0, { failure: { code: 'unreachable' } });
    await submitting;
    void form.submit();
    const ids = create.mock.calls.map(([id]) => id);
    expect(new Set(ids).size).toBe(2);
    expect(form.submission.value).toEqual({ state: 'sending', id: ids[1] });
  });
});
