import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { type FormDraft, withDraft } from '@/components/form/form-drafts';
import { Privacy } from '@/lib/report/privacy';
import { draftsItem, keptDrafts, openForm, PAGE } from '../../support/open-form';

const TYPED = 'https://host.example/typed';
const draftFor = (page: string, url = page): FormDraft => ({ page, url, privacy: 0 });

beforeEach(() => fakeBrowser.reset());

describe('half-filled forms', () => {
  it('are kept for the last 20 pages, one form each, the latest first', () => {
    const twice = withDraft([draftFor('a'), draftFor('b', 'old')], draftFor('b', 'new'));
    expect(twice).toEqual([draftFor('b', 'new'), draftFor('a')]);
    const pages = Array.from({ length: 25 }, (_, index) => String(index));
    const drafts = pages.reduce((kept, page) => withDraft(kept, draftFor(page)), [] as FormDraft[]);
    expect(drafts.map(({ page }) => page)).toEqual(pages.slice(5).reverse());
  });

  it('of two pages are both kept, whichever opened first', async () => {
    const [first, second] = [PAGE, 'https://other.example/'].map((pageUrl) =>
      openForm({ pageUrl }),
    );
    first?.form.enterUrl('first');
    second?.form.enterUrl('second');
    expect(await keptDrafts()).toMatchObject([{ url: 'second' }, { url: 'first' }]);
    first?.form.enterUrl(PAGE);
    expect(await keptDrafts()).toMatchObject([{ url: 'second' }]);
  });
});

describe('a half-filled form', () => {
  it('opens again with the privacy chosen in it, or else with the default of that time', async () => {
    const { form } = openForm();
    const reopen = async () =>
      openForm({ drafts: (await keptDrafts()) ?? [], defaultPrivacy: Privacy.Password }).form;
    form.enterUrl(' host.example/typed');
    expect((await reopen()).url.value).toBe(' host.example/typed');
    form.leaveUrl();
    expect((await reopen()).url.value).toBe(TYPED);
    expect((await reopen()).privacy.value).toBe(Privacy.Password);
    form.choosePrivacy(Privacy.Private);
    expect((await reopen()).privacy.value).toBe(Privacy.Private);
  });

  it("in a tab is kept under the tab's token, even if nothing in it differs", async () => {
    const { form } = openForm({ tabToken: 'token' });
    form.choosePrivacy(Privacy.Public);
    form.choosePrivacy(Privacy.Private);
    const drafts = [{ page: 'token', url: PAGE, privacy: Privacy.Private }];
    expect(await keptDrafts()).toEqual(drafts);
    expect(openForm({ tabToken: 'token', pageUrl: null, drafts }).form.url.value).toBe(PAGE);
  });

  it('is dropped when it is as it opened, or when its address is too long', async () => {
    const { form } = openForm();
    form.choosePrivacy(Privacy.Public);
    expect(await keptDrafts()).toHaveLength(1);
    form.choosePrivacy(Privacy.Private);
    expect(await keptDrafts()).toEqual([]);
    form.enterUrl(TYPED);
    expect(await keptDrafts()).toHaveLength(1);
    form.enterUrl(`https://host.example/${'a'.repeat(8_000)}`);
    expect(await keptDrafts()).toEqual([]);
  });

  it('is dropped when its report is asked for, while other drafts stay', async () => {
    const other = draftFor('https://other.example/');
    await draftsItem.write([other]);
    const { form } = openForm();
    form.choosePrivacy(Privacy.Public);
    expect(await keptDrafts()).toHaveLength(2);
    await form.submit();
    expect(await keptDrafts()).toEqual([other]);
  });

  it('stays where another address was typed before the task was stored', async () => {
    const { form } = openForm();
    const submitting = form.submit();
    form.enterUrl(TYPED);
    await submitting;
    expect(await keptDrafts()).toMatchObject([{ url: TYPED }]);
  });

  it('is stored without its password', async () => {
    const stores = vi.spyOn(fakeBrowser.storage.session, 'set');
    const { form, drafted } = openForm();
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('hunter2');
    form.enterUrl(TYPED);
    await form.submit();
    form.enterUrl(`${TYPED}/again`);
    expect(await keptDrafts()).toHaveLength(1);
    expect(drafted()).toMatchObject([{ password: 'hunter2' }]);
    const kept = stores.mock.calls.filter(([values]) => 'drafts' in values);
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|password/i);
  });

  it('is not kept in a private window', async () => {
    openForm({ keeping: 'memory' }).form.enterUrl(TYPED);
    openForm({ pageUrl: null }).form.enterUrl('ordinary');
    expect(await keptDrafts()).toEqual([{ page: '', url: 'ordinary', privacy: null }]);
  });

  it('is lost in a full store, but its report can still be asked for', async () => {
    vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(new Error('Full'));
    const { form, standing } = openForm();
    form.enterUrl(TYPED);
    await form.submit();
    expect(standing()).toMatchObject({ name: 'waiting' });
    expect(await keptDrafts()).toBeUndefined();
  });
});
