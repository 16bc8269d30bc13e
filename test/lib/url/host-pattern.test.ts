import { describe, expect, it } from 'vitest';
import { matchesHostPattern } from '@/lib/url/host-pattern';

describe('matchesHostPattern', () => {
  // developer.mozilla.org, Match patterns in extension manifests. The ports are Chromium's:
  // developer.chrome.com, Match patterns.
  it.each([
    ['<all_urls>', 'https://a.example', true],
    ['*://*/*', 'http://a.example', true],
    ['https://*/*', 'http://a.example', false],
    ['https://a.example/*', 'https://a.example', true],
    ['https://a.example/*', 'https://a.example:8443', true],
    ['https://a.example:8443/*', 'https://a.example:8443', true],
    ['https://a.example/*', 'https://b.a.example', false],
    ['https://*.a.example/*', 'https://b.a.example', true],
    ['https://*.a.example/*', 'https://a.example', true],
    ['https://*.a.example/*', 'https://not-a.example', false],
    ['https://a.example/*', '', false],
  ])('returns whether %s matches %j: %s', (pattern, origin, matches) => {
    expect(matchesHostPattern(pattern, origin)).toBe(matches);
  });
});
