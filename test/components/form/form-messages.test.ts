import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { type FormPage, formPageOf } from '@/components/form/form-draft';
import { urlHint } from '@/components/form/form-messages';
import type { ReportForm } from '@/components/form/form-state';
import { useMessageKeys } from '../../support/message-keys';

useMessageKeys({ withValues: true });

function hintOf(
  url: string,
  sentUrl: string | null = null,
  page: FormPage | null = null,
): string | null {
  const form = { url: signal(url), sentUrl: signal(sentUrl), page: signal(page) };
  return urlHint(form as unknown as ReportForm);
}

// Source: real installations refuse longer addresses.
it('the form warns that services may refuse an address of more than 2,048 characters', () => {
  const longest = `https://shop.example/${'x'.repeat(2_048 - 21)}`;
  expect(hintOf(longest)).toBeNull();
  expect(hintOf(`${longest}x`)).toBe('form_longUrl 2,048');
  expect(hintOf('shop.example', `${longest}x`)).toBe('form_longUrl 2,048');
  expect(hintOf('shop.example', 'https://shop.example/')).toBe(
    'form_sentUrl https://shop.example/',
  );
});

it('the form hides the address to send if only its encoding differs', () => {
  expect(hintOf('https://mühle.example/ä', 'https://xn--mhle-0ra.example/%C3%A4')).toBeNull();
});

it.each([
  ['notAnswered', { url: 'about:blank', isLoading: true }],
  ['notReportable', { url: 'about:blank', isLoading: false }],
  ['notReportable', { url: undefined, isLoading: true }],
  ['pageTooLong', { url: `https://shop.example/${'x'.repeat(8_000)}`, isLoading: true }],
])('the form shows the hint %s for the tab %o', (hint, tab) => {
  expect(hintOf('', null, formPageOf(tab))).toBe(`form_${hint}`);
  expect(hintOf('typed.example', null, formPageOf(tab))).toBeNull();
});
