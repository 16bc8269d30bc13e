import { describe, expect, it, vi } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../../support/open-form';

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

  it('is done with the second press', async () => {
    const { form, answers, create } = openRiskyForm();
    await form.submit();
    const submitting = form.submit();
    expect(form.submission.value).toMatchObject({ state: 'sending' });
    const draft = { url: risky, privacy: Privacy.Public };
    expect(create).toHaveBeenCalledExactlyOnceWith(expect.any(String), draft, false);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: risky });
  });

  it.each<[string, (form: ReturnType<typeof openForm>['form']) => void]>([
    ['the address', (form) => form.enterUrl(`${risky}&step=2`)],
    ['the privacy', (form) => form.choosePrivacy(Privacy.Public)],
    ['the password', (form) => form.enterPassword('secret')],
  ])('takes two presses again once %s was touched', async (_, touch) => {
    const { form, create } = openRiskyForm();
    await form.submit();
    touch(form);
    expect(form.submission.value).toBeNull();
    await form.submit();
    expect(form.submission.value).toMatchObject({ state: 'held' });
    expect(create).not.toHaveBeenCalled();
    void form.submit();
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('takes two presses again after it failed', async () => {
    const { form, answers, create } = openRiskyForm();
    await form.submit();
    const submitting = form.submit();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await submitting;
    await form.submit();
    expect(form.submission.value).toEqual({ state: 'held', risks: ['secret'] });
    expect(create).toHaveBeenCalledTimes(1);
  });

  it.each([Privacy.Private, Privacy.Password])(
    'is not asked about with privacy %i, which publishes nothing',
    (privacy) => {
      const { form, create } = openRiskyForm();
      form.choosePrivacy(privacy);
      form.enterPassword('secret');
      void form.submit();
      expect(create).toHaveBeenCalledTimes(1);
    },
  );
});

describe('publishing a report', () => {
  it('on an address without a secret takes one press', async () => {
    const { form, answers, create } = openForm();
    form.choosePrivacy(Privacy.Public);
    void form.submit();
    await answers.asked(1);
    const draft = { url: PAGE, privacy: Privacy.Public };
    expect(create).toHaveBeenCalledExactlyOnceWith(expect.any(String), draft, false);
  });

  it.each<[string, (form: ReturnType<typeof openForm>['form']) => void]>([
    ['address', (form) => form.enterUrl(`${risky}&step=2`)],
    ['privacy', (form) => form.choosePrivacy(Privacy.Private)],
  ])(
    'is not held back for a second press where the %s changes under the check',
    async (_, touch) => {
      const { form, create } = openRiskyForm();
      const submitting = form.submit();
      touch(form);
      await submitting;
      expect(form.submission.value).toBeNull();
      expect(create).not.toHaveBeenCalled();
    },
  );

  it('is not done where the check cannot be loaded', async () => {
    vi.doMock('@/lib/url/publishing-risk', () => Promise.reject(new Error('Not found')));
    const { form, create } = openForm();
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    vi.doUnmock('@/lib/url/publishing-risk');
    expect(form.submission.value).toMatchObject({ state: 'failed' });
    expect(create).not.toHaveBeenCalled();
    void form.submit();
    await vi.waitFor(() => expect(create).toHaveBeenCalledTimes(1));
  });

  it('on a local address is held back too', async () => {
    const { form } = openForm();
    form.enterUrl('http://192.168.1.4/');
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.submission.value).toEqual({ state: 'held', risks: ['local'] });
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
