import { describe, expect, it } from 'vitest';
import type { FormDraft } from '@/lib/page/form-drafts';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../support/open-form';

const other: FormDraft = { page: 'https://other.example/', url: 'x', privacy: 0 };

describe('what is half-filled', () => {
  it('is kept with every change of the address or the privacy', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('h');
    expect(draftsItem.stored).toEqual([{ page: PAGE, url: 'h', privacy: null }]);
    form.choosePrivacy(Privacy.Public);
    expect(draftsItem.stored).toEqual([{ page: PAGE, url: 'h', privacy: Privacy.Public }]);
  });

  it('has the privacy that was chosen in it, or the default of the day it is opened again', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('https://host.example/typed');
    const reopen = () =>
      openForm({ drafts: draftsItem.stored ?? [], draftsItem, defaultPrivacy: Privacy.Password });
    expect(reopen().form.url.value).toBe('https://host.example/typed');
    expect(reopen().form.privacy.value).toBe(Privacy.Password);
    form.choosePrivacy(Privacy.Private);
    expect(reopen().form.privacy.value).toBe(Privacy.Private);
  });

  it('is kept in a tab under its token, however little has changed', () => {
    const { form, draftsItem } = openForm({ tabToken: 'token' });
    form.choosePrivacy(Privacy.Public);
    form.choosePrivacy(Privacy.Private);
    const drafts = [{ page: 'token', url: PAGE, privacy: Privacy.Private }];
    expect(draftsItem.stored).toEqual(drafts);
    expect(openForm({ tabToken: 'token', pageUrl: null, drafts }).form.url.value).toBe(PAGE);
  });

  it('is dropped once the form is as it opened', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl('h');
    form.choosePrivacy(Privacy.Public);
    form.enterUrl(PAGE);
    form.choosePrivacy(Privacy.Private);
    expect(draftsItem.stored).toEqual([]);
  });

  it('is dropped once it goes on as a task, kept again where that is refused, with other pages’', async () => {
    const { form, draftsItem, tasks } = openForm({ drafts: [other] });
    form.choosePrivacy(Privacy.Public);
    const kept = draftsItem.stored;
    await form.submit();
    expect(draftsItem.stored).toEqual([other]);
    tasks.refuse('new-1', { code: 'keyRefused', message: null });
    expect(draftsItem.stored).toEqual(kept);
  });

  it('stays where another address was typed before the task was stored', async () => {
    const { form, draftsItem } = openForm();
    const submitting = form.submit();
    form.enterUrl('https://host.example/next');
    await submitting;
    expect(draftsItem.stored).toMatchObject([{ url: 'https://host.example/next' }]);
  });

  it('never holds a password', async () => {
    const { form, draftsItem } = openForm();
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('hunter2');
    form.enterUrl('https://host.example/typed');
    await form.submit();
    form.enterUrl('https://host.example/again');
    expect(JSON.stringify(draftsItem.written)).not.toMatch(/hunter2|password/i);
  });

  it('is not kept in a private window', async () => {
    const { form, draftsItem } = openForm({ privateWindow: true });
    form.enterUrl('https://host.example/typed');
    await form.submit();
    expect(draftsItem.written).toEqual([]);
  });

  it('costs nothing but itself when the store is full', async () => {
    const { form, draftsItem } = openForm();
    draftsItem.write = async () => {
      throw new Error('Full');
    };
    form.enterUrl('typed');
    await Promise.resolve();
    expect(form.url.value).toBe('typed');
  });
});

it('the half-filled forms of two pages are both kept, whichever opened first', () => {
  const { form, draftsItem } = openForm();
  const second = openForm({ pageUrl: 'https://other.example/', draftsItem });
  form.enterUrl('first');
  second.form.enterUrl('second');
  expect(draftsItem.stored).toMatchObject([{ url: 'second' }, { url: 'first' }]);
  form.enterUrl(PAGE);
  expect(draftsItem.stored).toMatchObject([{ url: 'second' }]);
});
