import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import type { FormDrafts } from '@/lib/submission/form-drafts';
import type { Creation } from '@/lib/submission/submission';
import { openForm, PAGE } from '../../../support/open-form';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('3', { url: PAGE });
const created: Outcome<Creation> = { value: { state: 'created', report } };

describe('a form as it opens', () => {
  it('holds the page and the default privacy, and nothing to say', () => {
    const { form, draftsItem } = openForm();
    expect(form.url.value).toBe(PAGE);
    expect(form.privacy.value).toBe(Privacy.Private);
    expect(form.password.value).toBe('');
    expect(form.problems.value).toEqual({});
    expect(form.submission.value).toBeNull();
    expect(draftsItem.written).toEqual([]);
  });

  it('is empty where the page cannot be reported', () => {
    const { form } = openForm({ pageUrl: null });
    expect(form.pageUrl).toBeNull();
    expect(form.url.value).toBe('');
  });

  it('holds what was half-filled on the same page, and no other', () => {
    const drafts: FormDrafts = [
      { page: 'https://host.example/other', url: 'other', privacy: Privacy.Public },
      { page: PAGE, url: 'half', privacy: Privacy.Password },
    ];
    const { form } = openForm({ drafts });
    expect(form.url.value).toBe('half');
    expect(form.privacy.value).toBe(Privacy.Password);
    expect(form.password.value).toBe('');
  });
});

describe('submitting', () => {
  it('sends an address without a scheme at the first press, and writes it out', async () => {
    const { form, answers, create, draftsItem } = openForm();
    form.enterUrl('localhost:8000/page');
    const submitting = form.submit();
    const draft = { url: 'http://localhost:8000/page', privacy: Privacy.Private };
    expect(create).toHaveBeenCalledExactlyOnceWith('new-1', draft, false);
    expect(form.url.value).toBe(draft.url);
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: draft.url });
    expect(draftsItem.stored).toEqual([]);
  });

  it('sends the draft and shows the report', async () => {
    const { form, answers, create } = openForm();
    const submitting = form.submit();
    expect(form.submission.value).toMatchObject({ state: 'sending' });
    const draft = { url: PAGE, privacy: Privacy.Private };
    expect(create).toHaveBeenCalledExactlyOnceWith('new-1', draft, false);
    answers.answer(0, created);
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE, report });
  });

  it('succeeds too when the service does not show the report', async () => {
    const { form, answers } = openForm();
    const submitting = form.submit();
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE, report: null });
  });

  it('twice at once sends once', async () => {
    const { form, answers, create } = openForm();
    const submitting = form.submit();
    expect(form.isSending.value).toBe(true);
    await form.submit();
    expect(create).toHaveBeenCalledTimes(1);
    answers.answer(0, created);
    await submitting;
    expect(form.isSending.value).toBe(false);
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE });
  });

  it('sends the password as it was typed, with privacy Password alone', async () => {
    const { form, create } = openForm();
    form.enterPassword(' päss ');
    form.choosePrivacy(Privacy.Password);
    void form.submit();
    const protectedDraft = { url: PAGE, privacy: Privacy.Password, password: ' päss ' };
    expect(create).toHaveBeenLastCalledWith(expect.any(String), protectedDraft, false);
    const other = openForm();
    other.form.enterPassword('secret');
    void other.form.submit();
    const privateDraft = { url: PAGE, privacy: Privacy.Private };
    expect(other.create).toHaveBeenLastCalledWith(expect.any(String), privateDraft, false);
  });

  it('keeps everything typed when it is refused', async () => {
    const failure: Failure = {
      code: 'invalid',
      message: null,
      fields: [{ field: 'url', messages: ['No'] }],
    };
    const { form, answers, create, draftsItem } = openForm();
    form.enterUrl('https://host.example/typed');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('secret');
    const draftsBefore = draftsItem.stored;
    const submitting = form.submit();
    answers.answer(0, { failure });
    await submitting;
    expect(form.submission.value).toEqual({ state: 'failed', id: 'new-1', failure });
    expect(form.url.value).toBe('https://host.example/typed');
    expect(form.privacy.value).toBe(Privacy.Password);
    expect(form.password.value).toBe('secret');
    expect(draftsItem.stored).toEqual(draftsBefore);
    void form.submit();
    expect(create).toHaveBeenCalledTimes(2);
  });
});

describe('what came of the last press', () => {
  const changes: [string, (form: ReturnType<typeof openForm>['form']) => void][] = [
    ['the address', (form) => form.enterUrl('https://host.example/next')],
    ['the privacy', (form) => form.choosePrivacy(Privacy.Public)],
    ['the password', (form) => form.enterPassword('secret')],
  ];

  it.each(changes)('is no longer told once %s was changed', async (_, change) => {
    const { form, answers } = openForm();
    const submitting = form.submit();
    answers.answer(0, { failure: { code: 'keyRefused', message: null } });
    await submitting;
    expect(form.submission.value).toMatchObject({ state: 'failed' });
    change(form);
    expect(form.submission.value).toBeNull();
  });
});

describe('problems', () => {
  it('are found when submitting, of all fields at once, and nothing is sent', async () => {
    const { form, create } = openForm();
    form.enterUrl('two words');
    form.choosePrivacy(Privacy.Password);
    expect(form.problems.value).toEqual({});
    await form.submit();
    expect(form.problems.value).toEqual({ url: 'notAbsolute', password: 'empty' });
    expect(form.submission.value).toBeNull();
    expect(create).not.toHaveBeenCalled();
  });

  it('go away with a change of their own field', async () => {
    const { form } = openForm({ pageUrl: null });
    form.choosePrivacy(Privacy.Password);
    await form.submit();
    form.enterUrl('h');
    expect(form.problems.value).toEqual({ password: 'empty' });
    form.enterPassword('s');
    expect(form.problems.value).toEqual({});
  });

  it('of the password go away with another privacy', async () => {
    const { form } = openForm({ pageUrl: null });
    form.choosePrivacy(Privacy.Password);
    await form.submit();
    form.choosePrivacy(Privacy.Public);
    expect(form.problems.value).toEqual({ url: 'empty' });
  });

  it('take the place of an earlier failure', async () => {
    const { form, answers } = openForm();
    const submitting = form.submit();
    answers.answer(0, { failure: { code: 'keyRefused', message: null } });
    await submitting;
    form.enterUrl('');
    await form.submit();
    expect(form.submission.value).toBeNull();
    expect(form.problems.value).toEqual({ url: 'empty' });
  });

  it('are gone once the form is sent', async () => {
    const { form } = openForm({ pageUrl: null });
    await form.submit();
    form.enterUrl(PAGE);
    void form.submit();
    expect(form.problems.value).toEqual({});
    expect(form.submission.value).toMatchObject({ state: 'sending' });
  });
});

describe('making a password', () => {
  it('puts a new strong one into the field each time, and takes its problem away', async () => {
    const { form, create } = openForm();
    form.choosePrivacy(Privacy.Password);
    await form.submit();
    form.makePassword();
    const first = form.password.value;
    expect(first).toMatch(/^[A-Za-z2-9]{20}$/);
    expect(form.problems.value).toEqual({});
    form.makePassword();
    expect(form.password.value).not.toBe(first);
    void form.submit();
    expect(create.mock.lastCall?.[1].password).toBe(form.password.value);
  });
});
