import { expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { openForm } from '../../../support/open-form';

const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

/** A form that was filled in and looked through, before any press. */
function review(url: string, privacy: Privacy) {
  const { form, create } = openForm();
  form.enterUrl(url);
  form.choosePrivacy(privacy);
  form.review();
  expect(create).not.toHaveBeenCalled();
  return { form, create };
}

it('what speaks against publishing is said before a press, and consent then publishes', async () => {
  const { form, create } = review(risky, Privacy.Public);
  expect(form.submission.value).toEqual({ state: 'held', risks: ['secret'] });
  void form.publishAnyway();
  expect(create).toHaveBeenCalledOnce();
});

it.each([
  [risky, Privacy.Private],
  [risky, Privacy.Password],
  ['https://host.example/', Privacy.Public],
])('nothing is said of %s with privacy %i, not even that a password is missing', (url, privacy) => {
  const { form } = review(url, privacy);
  expect(form.submission.value).toBeNull();
  expect(form.problems.value).toEqual({});
});

it.each([
  ['ftp://host.example/', { url: 'notWeb' }],
  [`https://host.example/${'a'.repeat(8_000)}`, { url: 'tooLong' }],
  ['', {}],
])('a wrong address is said before a press', (url, problems) => {
  const { form } = review(url, Privacy.Public);
  expect(form.problems.value).toEqual(problems);
});

it('the address stands as it would be sent', () => {
  const { form } = review('https://me:pw@host.example', Privacy.Private);
  expect(form.url.value).toBe('https://host.example/');
});
