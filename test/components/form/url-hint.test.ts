import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { ReportForm } from '@/components/form/form-state';
import { urlHint } from '@/components/form/url-hint';
import { useMessageKeys } from '../../support/message-keys';

useMessageKeys({ filled: true });

function hintOf(url: string, sentUrl: string | null = null): string | null {
  const form = { url: signal(url), sentUrl: signal(sentUrl), page: signal(null) };
  return urlHint(form as unknown as ReportForm);
}

// Installations refuse longer addresses (real-service.md, "Writing").
it('the form warns that services may refuse an address of more than 2,048 characters', () => {
  const longest = `https://shop.example/${'x'.repeat(2_048 - 21)}`;
  expect(hintOf(longest)).toBeNull();
  expect(hintOf(`${longest}x`)).toBe('form_longUrl 2,048');
  expect(hintOf('shop.example', `${longest}x`)).toBe('form_longUrl 2,048');
  expect(hintOf('shop.example', 'https://shop.example/')).toBe(
    'form_sentUrl https://shop.example/',
  );
});
