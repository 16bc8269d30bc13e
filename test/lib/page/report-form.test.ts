import { describe, expect, it } from 'vitest';
import type { FormDrafts } from '@/lib/page/form-drafts';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../support/open-form';

describe('a form as it opens', () => {
  it('holds the page and the default privacy, and nothing to say', () => {
    const { form, draftsItem } = openForm();
    expect([form.url.value, form.privacy.value, form.password.value]).toEqual([PAGE, 1, '']);
    expect([form.problems.value, form.lastPress.value]).toEqual([{}, null]);
    expect(draftsItem.written).toEqual([]);
  });

  it('is empty where the page cannot be reported', () => {
    expect(openForm({ pageUrl: null }).form.url.value).toBe('');
  });

  it('holds what was half-filled on the same page, and no other', () => {
    const drafts: FormDrafts = [
      { page: 'https://host.example/other', url: 'other', privacy: Privacy.Public },
      { page: PAGE, url: 'half', privacy: Privacy.Password },
    ];
    const { form } = openForm({ drafts });
    expect([form.url.value, form.privacy.value, form.password.value]).toEqual(['half', 2, '']);
  });
});

describe('the address that will go out', () => {
  it.each([
    ['https://host.example/page', null],
    ['  https://host.example/page  ', null],
    ['https://host.example', 'https://host.example/'],
    ['https://me:pw@host.example/', 'https://host.example/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['host.example', 'https://host.example/'],
    ['two words', null],
    ['', null],
  ])('is said, for %j, as %j', (text, sentUrl) => {
    const { form } = openForm();
    form.enterUrl(text);
    expect(form.sentUrl.value).toBe(sentUrl);
  });

  it('is written out when the field is left, and kept like the text before', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl(' other.example/page');
    form.leaveUrl();
    expect(form.url.value).toBe('https://other.example/page');
    expect(draftsItem.stored).toMatchObject([{ page: PAGE, url: 'https://other.example/page' }]);
    form.enterUrl('two words ');
    form.leaveUrl();
    expect(form.url.value).toBe('two words ');
  });
});

describe('the other addresses that could be sent', () => {
  const tracked = `${PAGE}?utm_source=mail#part`;
  const canonical = 'https://host.example/';

  it('are those of the address in the field, as it changes', () => {
    const { form } = openForm({ pageUrl: tracked });
    expect(form.alternatives.value).toEqual([
      { kind: 'withoutTracking', url: `${PAGE}#part` },
      { kind: 'withoutFragment', url: `${PAGE}?utm_source=mail` },
    ]);
    form.enterUrl(PAGE);
    expect(form.alternatives.value).toEqual([]);
  });

  it('hold what the page names as its own, where that is not in the field, and are not remembered', () => {
    const { form, draftsItem } = openForm();
    form.offerCanonical(canonical);
    expect(form.alternatives.value).toEqual([{ kind: 'canonical', url: canonical }]);
    form.offerCanonical(PAGE);
    expect(form.alternatives.value).toEqual([]);
    expect(draftsItem.written).toEqual([]);
  });
});

describe('problems', () => {
  it('are found when submitting, of all fields at once, and nothing is asked for', async () => {
    const { form, add } = openForm();
    form.enterUrl('two words');
    form.choosePrivacy(Privacy.Password);
    expect(form.problems.value).toEqual({});
    await form.submit();
    expect(form.problems.value).toEqual({ url: 'notAbsolute', password: 'empty' });
    expect(add).not.toHaveBeenCalled();
  });

  it('go away with a change of their own field, and the password’s with another privacy', async () => {
    const { form } = openForm({ pageUrl: null });
    form.choosePrivacy(Privacy.Password);
    await form.submit();
    form.enterUrl('h');
    expect(form.problems.value).toEqual({ password: 'empty' });
    form.choosePrivacy(Privacy.Public);
    expect(form.problems.value).toEqual({});
  });

  it('take the place of an earlier failure', async () => {
    const { form, add } = openForm();
    add.mockResolvedValueOnce({ failure: { code: 'notStored' } });
    await form.submit();
    form.enterUrl('');
    await form.submit();
    expect([form.lastPress.value, form.problems.value]).toEqual([null, { url: 'empty' }]);
  });
});

it('a strong password is made anew each time, and sent as it stands', async () => {
  const { form, drafted } = openForm();
  form.choosePrivacy(Privacy.Password);
  form.makePassword();
  const first = form.password.value;
  expect(first).toMatch(/^[A-Za-z2-9]{20}$/);
  form.makePassword();
  expect(form.password.value).not.toBe(first);
  await form.submit();
  expect(drafted()).toEqual([{ url: PAGE, privacy: 2, password: form.password.value }]);
});

describe('publishing an address that carries a secret', () => {
  const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

  function openRisky() {
    const opened = openForm();
    opened.form.enterUrl(risky);
    opened.form.choosePrivacy(Privacy.Public);
    return opened;
  }

  it('is held back as often as it is asked for, until a person consents', async () => {
    const { form, drafted } = openRisky();
    await form.publishAnyway();
    await form.submit();
    await form.submit();
    expect(form.lastPress.value).toEqual({ state: 'held', risks: ['secret'] });
    expect(drafted()).toEqual([]);
    await form.publishAnyway();
    expect(drafted()).toEqual([{ url: risky, privacy: Privacy.Public }]);
    expect(form.lastPress.value).toMatchObject({ state: 'sending' });
  });

  it('is asked for under the same id with the next consent where nothing was answered', async () => {
    const { form, add } = openRisky();
    add.mockRejectedValue(new Error('stopped'));
    for (const _ of [1, 2]) {
      await form.submit();
      await form.publishAnyway();
    }
    expect(new Set(add.mock.calls.map(([[task]]) => task?.id))).toEqual(new Set(['new-1']));
  });

  it('is said of a form that was filled in elsewhere, before any press', () => {
    const { form, add } = openRisky();
    form.review();
    expect(form.lastPress.value).toEqual({ state: 'held', risks: ['secret'] });
    form.choosePrivacy(Privacy.Private);
    form.review();
    expect(form.lastPress.value).toBeNull();
    form.enterUrl('ftp://host.example/');
    form.review();
    expect(form.problems.value).toEqual({ url: 'notWeb' });
    form.enterUrl('');
    form.review();
    expect(form.problems.value).toEqual({});
    expect(add).not.toHaveBeenCalled();
  });

  it('that is too long says so first, and keeps no part of it', async () => {
    const { form, add, draftsItem } = openForm();
    form.enterUrl(`https://host.example/${'a'.repeat(8_000)}`);
    form.choosePrivacy(Privacy.Public);
    await form.submit();
    expect(form.problems.value).toEqual({ url: 'tooLong' });
    expect(add).not.toHaveBeenCalled();
    expect(draftsItem.stored ?? []).toEqual([]);
  });
});
