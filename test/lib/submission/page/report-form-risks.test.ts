import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { openForm } from '../../../support/open-form';

const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

/** A form about to publish a report on an address with a secret. */
function openRiskyForm() {
  const opened = openForm();
  opened.form.enterUrl(risky);
  opened.form.choosePrivacy(Privacy.Public);
  return opened;
}

describe('publishing a report on an address that carries a secret', () => {
  it('is held back with what speaks against it, and nothing is sent', async () => {
    const { form, create } = openRiskyForm();
    expect(form.submission.value).toBeNull();
    await form.submit();
    expect(form.submission.value).toEqual({ state: 'held', risks: ['secret'] });
    expect(create).not.toHaveBeenCalled();
  });

  it('is held back as often as it is asked for', async () => {
    const { form, create } = openRiskyForm();
    await form.submit();
    await form.submit();
    expect(form.submission.value).toEqual({ state: 'held', risks: ['secret'] });
    expect(create).not.toHaveBeenCalled();
  });

  it('is not done by consent that was given before anything was said', async () => {
    const { form, create } = openRiskyForm();
    await form.publishAnyway();
    expect(create).not.toHaveBeenCalled();
  });

  it('is done with consent', async () => {
    const { form, answers, create } = openRiskyForm();
    await form.submit();
    const submitting = form.publishAnyway();
    expect(form.submission.value).toMatchObject({ state: 'sending' });
    const draft = { url: risky, privacy: Privacy.Public };
    expect(create).toHaveBeenCalledExactlyOnceWith(expect.any(String), draft, false);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: risky });
  });

  it('is asked under the same id with the next consent where it was not answered', async () => {
    const { form, create } = openRiskyForm();
    create.mockRejectedValue(new Error('stopped'));
    for (const _ of [1, 2]) {
      await form.submit();
      await form.submit();
      await form.publishAnyway();
    }
    expect(new Set(create.mock.calls.map(([id]) => id))).toEqual(new Set(['new-1']));
  });

  it('on a local address is held back too', async () => {
    const { form } = openForm();
    form.enterUrl('http://192.168.1.4/');
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.submission.value).toEqual({ state: 'held', risks: ['local'] });
  });

  it('on an address that is too long says so first, and sends no part of it', async () => {
    const { form, create, draftsItem } = openForm();
    const text = `https://host.example/${'a'.repeat(8_000)}`;
    form.enterUrl(text);
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.problems.value).toEqual({ url: 'tooLong' });
    expect(form.url.value).toBe(text);
    expect(form.alternatives.value).toEqual([]);
    expect(create).not.toHaveBeenCalled();
    // Half a megabyte that was pasted by mistake is nobody's work.
    expect(draftsItem.stored ?? []).toEqual([]);
  });

  it('on no address at all says that first', async () => {
    const { form } = openForm();
    form.enterUrl('');
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.submission.value).toBeNull();
    expect(form.problems.value).toEqual({ url: 'empty' });
  });
});
