import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { Privacy } from '@/lib/report/privacy';
import { lastDraft, openForm, PAGE } from '../../support/open-form';

const TYPED = 'https://host.example/typed';
const OTHER_PAGE = 'https://other.example/';

beforeEach(() => fakeBrowser.reset());

describe('a form draft', () => {
  it('restores address and privacy, or the current default if no privacy was chosen', async () => {
    const { form } = openForm();
    const reopen = async () =>
      openForm({ draft: await lastDraft(), defaultPrivacy: Privacy.Password }).form;
    form.enterUrl(' host.example/typed');
    expect((await reopen()).url.value).toBe(' host.example/typed');
    form.leaveUrl();
    expect((await reopen()).url.value).toBe(TYPED);
    expect((await reopen()).privacy.value).toBe(Privacy.Password);
    form.choosePrivacy(Privacy.Private);
    expect((await reopen()).privacy.value).toBe(Privacy.Private);
  });

  it('is replaced by the draft of another page', async () => {
    const first = openForm();
    first.form.enterUrl('first');
    openForm({ pageUrl: OTHER_PAGE }).form.enterUrl('second');
    expect(await lastDraft()).toMatchObject({ page: OTHER_PAGE, url: 'second' });
    first.form.enterUrl(PAGE);
    expect(await lastDraft()).toMatchObject({ page: OTHER_PAGE, url: 'second' });
  });

  it('belongs to the page in front at the time of storage', async () => {
    const { form } = openForm({ pageUrl: null });
    form.follow({ url: PAGE, isUrlTooLong: false, isAwaited: false });
    form.enterUrl(TYPED);
    expect(await lastDraft()).toMatchObject({ page: PAGE, url: TYPED });
    await form.submit();
    expect(await lastDraft()).toBeUndefined();
  });

  it('is dropped if the form is unchanged or its address is too long', async () => {
    const { form } = openForm();
    form.choosePrivacy(Privacy.Public);
    expect(await lastDraft()).toBeDefined();
    form.choosePrivacy(Privacy.Private);
    expect(await lastDraft()).toBeUndefined();
    form.enterUrl(TYPED);
    expect(await lastDraft()).toBeDefined();
    form.enterUrl(`https://host.example/${'a'.repeat(8_000)}`);
    expect(await lastDraft()).toBeUndefined();
  });

  it('is dropped when its page is reported, and stays when another page is reported', async () => {
    const { form } = openForm();
    form.choosePrivacy(Privacy.Public);
    await openForm({ pageUrl: OTHER_PAGE }).form.submit();
    expect(await lastDraft()).toMatchObject({ page: PAGE });
    await form.submit();
    expect(await lastDraft()).toBeUndefined();
  });

  it('stays if another address was typed before the job was stored', async () => {
    const { form } = openForm();
    const submitting = form.submit();
    form.enterUrl(TYPED);
    await submitting;
    expect(await lastDraft()).toMatchObject({ url: TYPED });
  });

  it('is stored without its password', async () => {
    const writes = vi.spyOn(fakeBrowser.storage.session, 'set');
    const { form, createJob } = openForm();
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('hunter2');
    form.enterUrl(TYPED);
    await form.submit();
    form.enterUrl(`${TYPED}/again`);
    expect(await lastDraft()).toBeDefined();
    expect(createJob.mock.calls).toMatchObject([[expect.anything(), { password: 'hunter2' }]]);
    const drafts = writes.mock.calls.filter(([values]) => 'connection/a/draft' in values);
    expect(drafts).not.toEqual([]);
    expect(JSON.stringify(drafts)).not.toMatch(/hunter2|password/i);
  });

  it('is lost if storage is full, but its report can still be requested', async () => {
    vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(new Error('Full'));
    const { form, status } = openForm();
    form.enterUrl(TYPED);
    await form.submit();
    expect(status()).toEqual({ name: 'queued' });
    expect(await lastDraft()).toBeUndefined();
  });
});
