import { describe, expect, it } from 'vitest';
import type { ReportForm } from '@/components/form/form-state';
import { Privacy } from '@/lib/report/privacy';
import { openForm, PAGE } from '../../support/open-form';

it('the form offers the typed address without tracking, and the canonical address of the page', () => {
  const { form } = openForm({ pageUrl: `${PAGE}?utm_source=mail` });
  const withoutTracking = { kind: 'withoutTracking', url: PAGE };
  const canonical = { kind: 'canonical', url: 'https://host.example/' };
  expect(form.alternatives.value).toEqual([withoutTracking]);
  form.offerCanonical(canonical.url);
  expect(form.alternatives.value).toEqual([withoutTracking, canonical]);
  form.enterUrl('https://elsewhere.example/');
  expect(form.alternatives.value).toEqual([]);
});

it('a problem of a field appears at a press, until the field changes', async () => {
  const { form, createJob } = openForm();
  form.enterUrl('two words');
  form.choosePrivacy(Privacy.Password);
  expect(form.problems.value).toEqual({});
  await form.submit();
  expect(form.problems.value).toEqual({ url: 'notAbsolute', password: 'empty' });
  expect(createJob).not.toHaveBeenCalled();
  form.enterUrl('h');
  expect(form.problems.value).toEqual({ password: 'empty' });
  form.choosePrivacy(Privacy.Public);
  expect(form.problems.value).toEqual({});
});

const RISKY_URL = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

describe('publishing an address with a secret', () => {
  function openRisky() {
    const opened = openForm();
    opened.form.enterUrl(RISKY_URL);
    opened.form.choosePrivacy(Privacy.Public);
    return opened;
  }

  it('needs confirmation at every press', async () => {
    const { form, requestedCreations, status } = openRisky();
    await form.confirm();
    await form.submit();
    await form.submit();
    expect(form.confirmation.value).toEqual({ reason: 'risks', risks: ['secret'] });
    expect(requestedCreations()).toEqual([]);
    await form.confirm();
    expect(requestedCreations()).toEqual([
      { kind: 'create', url: RISKY_URL, privacy: Privacy.Public },
    ]);
    expect(status()).toEqual({ name: 'queued' });
  });

  it('shows the warning without a press after review()', () => {
    const { form, createJob } = openRisky();
    form.review();
    expect(form.confirmation.value).toEqual({ reason: 'risks', risks: ['secret'] });
    form.choosePrivacy(Privacy.Private);
    form.review();
    expect(form.confirmation.value).toBeNull();
    for (const [url, problems] of [
      ['ftp://host.example/', { url: 'notWeb' }],
      ['', {}],
    ] as const) {
      form.enterUrl(url);
      form.review();
      expect(form.problems.value).toEqual(problems);
    }
    expect(createJob).not.toHaveBeenCalled();
  });
});

describe('a form in the side panel', () => {
  const OTHER_PAGE = 'https://other.example/';
  const otherPage = { url: OTHER_PAGE, isUrlTooLong: false, isAwaited: false };

  it('has the address of the page in front, unless the page belongs to the browser', () => {
    const { form } = openForm();
    form.offerCanonical('https://host.example/');
    form.follow(otherPage);
    expect(form.url.value).toBe(OTHER_PAGE);
    form.follow({ url: PAGE, isUrlTooLong: false, isAwaited: false });
    expect(form.alternatives.value).toEqual([]);
    form.follow({ url: null, isUrlTooLong: false, isAwaited: false });
    expect(form.url.value).toBe('');
  });

  it.each<[string, (form: ReportForm) => unknown]>([
    ['an address was typed', (form) => form.enterUrl('https://typed.example/')],
    ['the address was emptied', (form) => form.enterUrl('')],
    ['a privacy was chosen', (form) => form.choosePrivacy(Privacy.Public)],
    ['a password was chosen', (form) => form.choosePrivacy(Privacy.Password)],
    [
      'a refused report was put into the form',
      (form) => form.fill({ url: 'https://refused.example/' }),
    ],
  ])('does not follow the page in front if %s, until fill() sets its fields', (_, change) => {
    const { form } = openForm();
    change(form);
    const [url, privacy] = [form.url.value, form.privacy.value];
    form.follow(otherPage);
    expect([form.url.value, form.privacy.value]).toEqual([url, privacy]);
    form.fill({ url: OTHER_PAGE, privacy: Privacy.Private });
    form.follow({ url: PAGE, isUrlTooLong: false, isAwaited: false });
    expect(form.url.value).toBe(PAGE);
  });

  it('does not follow the page in front with a typed password or an open confirmation', async () => {
    const { form } = openForm({ defaultPrivacy: Privacy.Password });
    form.enterPassword('secret');
    form.follow(otherPage);
    expect([form.url.value, form.password.value]).toEqual([PAGE, 'secret']);
    const confirming = openForm({ pageUrl: RISKY_URL, defaultPrivacy: Privacy.Public }).form;
    await confirming.submit();
    confirming.follow(otherPage);
    expect(confirming.confirmation.value).not.toBeNull();
    expect(confirming.url.value).toBe(RISKY_URL);
  });

  it('has its initial values for the next page after a request', async () => {
    const { form, requestedCreations } = openForm();
    form.enterUrl('https://typed.example/');
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('secret');
    await form.submit();
    expect(requestedCreations()).toHaveLength(1);
    expect(form.url.value).toBe('https://typed.example/');
    form.follow(otherPage);
    expect([form.url.value, form.privacy.value]).toEqual([OTHER_PAGE, Privacy.Private]);
    expect([form.password.value, form.jobId.value]).toEqual(['', null]);
  });
});
