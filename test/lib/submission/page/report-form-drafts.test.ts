import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import type { FormDraft } from '@/lib/submission/form-drafts';
import { openForm, PAGE } from '../../../support/open-form';
import { sampleReport } from '../../../support/sample-report';

describe('what is half-filled', () => {
  it('is kept with every change of the address or the privacy', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('h');
    expect(draftsItem.stored).toEqual([{ page: PAGE, url: 'h', privacy: null }]);
    form.enterUrl('ht');
    form.choosePrivacy(Privacy.Public);
    expect(draftsItem.stored).toEqual([{ page: PAGE, url: 'ht', privacy: Privacy.Public }]);
  });

  it('has the privacy that was chosen in it, or the default of the day it is opened again', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('https://host.example/typed');
    const reopen = () =>
      openForm({ drafts: draftsItem.stored ?? [], draftsItem, defaultPrivacy: Privacy.Password });
    const again = reopen();
    expect(again.form.url.value).toBe('https://host.example/typed');
    expect(again.form.privacy.value).toBe(Privacy.Password);
    form.choosePrivacy(Privacy.Private);
    expect(reopen().form.privacy.value).toBe(Privacy.Private);
  });

  it('is kept where the page cannot be reported, too', () => {
    const { form, draftsItem } = openForm({ pageUrl: null });
    form.enterUrl('https://');
    const drafts = [{ page: '', url: 'https://', privacy: null }];
    expect(draftsItem.stored).toEqual(drafts);
    expect(openForm({ pageUrl: null, drafts }).form.url.value).toBe('https://');
  });

  it('is kept in a tab under its token, however little has changed', () => {
    const { form, draftsItem } = openForm({ tabToken: 'token' });
    form.choosePrivacy(Privacy.Public);
    form.choosePrivacy(Privacy.Private);
    const drafts = [{ page: 'token', url: PAGE, privacy: Privacy.Private }];
    expect(draftsItem.stored).toEqual(drafts);
    expect(openForm({ tabToken: 'token', pageUrl: null, drafts }).form.url.value).toBe(PAGE);
    expect(openForm({ tabToken: 'token', pageUrl: null }).form.url.value).toBe('');
  });

  it('is dropped once the form is as it opened', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('h');
    form.choosePrivacy(Privacy.Public);
    form.enterUrl(PAGE);
    form.choosePrivacy(Privacy.Private);
    expect(draftsItem.stored).toEqual([]);
  });

  it('is dropped once the report is created, and that of other pages kept', async () => {
    const other: FormDraft = { page: 'https://other.example/', url: 'x', privacy: 0 };
    const { form, draftsItem, answers } = openForm({ drafts: [other] });
    form.choosePrivacy(Privacy.Public);
    const submitting = form.submit();
    expect(draftsItem.stored).toHaveLength(2);
    const report = sampleReport('3', { url: PAGE });
    await answers.asked(1);
    answers.answer(0, { value: { state: 'created', report } });
    await submitting;
    expect(draftsItem.stored).toEqual([other]);
  });

  it('stays where another address was typed while the report was sent', async () => {
    const { form, draftsItem, answers } = openForm();
    const submitting = form.submit();
    form.enterUrl('https://host.example/next');
    answers.answer(0, { value: { state: 'created', report: null } });
    await submitting;
    expect(draftsItem.stored).toEqual([
      { page: PAGE, url: 'https://host.example/next', privacy: null },
    ]);
    expect(form.url.value).toBe('https://host.example/next');
    expect(form.submission.value).toMatchObject({ state: 'created', url: PAGE });
  });

  it('is kept for 20 pages at the most, the latest', () => {
    const drafts = Array.from({ length: 20 }, (_, index): FormDraft => {
      return { page: `https://host.example/${index}`, url: 'x', privacy: 0 };
    });
    const { form, draftsItem } = openForm({ drafts });
    form.enterUrl('h');
    expect(draftsItem.stored).toEqual([
      { page: PAGE, url: 'h', privacy: null },
      ...drafts.slice(0, 19),
    ]);
  });

  it('never holds a password', async () => {
    const { form, draftsItem, answers } = openForm();
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('hunter2');
    form.enterUrl('https://host.example/typed');
    const submitting = form.submit();
    answers.answer(0, { failure: { code: 'unreachable' } });
    await submitting;
    form.enterUrl('https://host.example/again');
    expect(draftsItem.written.length).toBeGreaterThan(0);
    expect(JSON.stringify(draftsItem.written)).not.toMatch(/hunter2|password/i);
  });
});

describe('the half-filled forms of two pages', () => {
  it('are both kept, whichever opened first', async () => {
    const { form, draftsItem } = openForm();
    const other = openForm({ pageUrl: 'https://other.example/', draftsItem });
    form.enterUrl('first');
    other.form.enterUrl('second');
    expect(draftsItem.stored).toMatchObject([{ url: 'second' }, { url: 'first' }]);
    form.enterUrl(PAGE);
    expect(draftsItem.stored).toMatchObject([{ url: 'second' }]);
  });

  it('cost nothing but themselves when the store is full', async () => {
    const { form, draftsItem } = openForm();
    draftsItem.write = async () => {
      throw new Error('Full');
    };
    form.enterUrl('typed');
    await Promise.resolve();
    expect(form.url.value).toBe('typed');
  });
});
