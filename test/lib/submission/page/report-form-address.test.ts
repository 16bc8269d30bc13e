import { describe, expect, it } from 'vitest';
import { openForm, PAGE } from '../../../support/open-form';

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
});

describe('leaving the address', () => {
  it('writes out what will be sent, which is kept like the text before', () => {
    const { form, draftsItem } = openForm();
    form.enterUrl(' other.example/page');
    form.leaveUrl();
    expect(form.url.value).toBe('https://other.example/page');
    expect(form.sentUrl.value).toBeNull();
    expect(draftsItem.stored).toMatchObject([{ page: PAGE, url: 'https://other.example/page' }]);
  });

  it.each([PAGE, 'two words ', ''])('changes nothing of %j', (text) => {
    const { form, draftsItem } = openForm();
    form.enterUrl(text);
    const { length } = draftsItem.written;
    form.leaveUrl();
    expect(form.url.value).toBe(text);
    expect(form.problems.value).toEqual({});
    expect(draftsItem.written).toHaveLength(length);
  });

  it('keeps what came of the last press', async () => {
    const { form, answers } = openForm();
    form.enterUrl('other.example');
    const submitting = form.submit();
    answers.answer(0, { failure: { code: 'keyRefused', message: null } });
    await submitting;
    form.leaveUrl();
    expect(form.submission.value).toMatchObject({ state: 'failed' });
  });
});
