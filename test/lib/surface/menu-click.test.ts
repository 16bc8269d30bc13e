import { expect, it } from 'vitest';
import { askedBy } from '@/lib/surface/context-menu';

const pageUrl = 'https://page.example/';
const linkUrl = 'https://link.example/';

it.each([
  ['report-page/public', { address: pageUrl, privacy: 0 }],
  ['report-page/private', { address: pageUrl, privacy: 1 }],
  ['report-page/password', { address: pageUrl, privacy: 2 }],
  ['report-link/public', { address: linkUrl, privacy: 0 }],
  ['report-link/private', { address: linkUrl, privacy: 1 }],
  ['report-link/password', { address: linkUrl, privacy: 2 }],
  ['report-link', null],
  ['other', null],
])('%s asks for %o', (itemId, asked) => {
  expect(askedBy({ itemId, pageUrl, linkUrl })).toEqual(asked);
});

it('an address that the browser does not tell is none', () => {
  const click = { itemId: 'report-link/private', pageUrl, linkUrl: undefined };
  expect(askedBy(click)).toEqual({ address: '', privacy: 1 });
});
