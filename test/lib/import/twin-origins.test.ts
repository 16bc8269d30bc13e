import { describe, expect, it } from 'vitest';
import { twinOrigins } from '@/lib/import/twin-origins';

describe('twinOrigins', () => {
  it.each([
    ['https://a.example/x', ['https://www.a.example']],
    ['https://www.a.example/', ['https://a.example']],
    ['http://www.a.example/', ['http://a.example', 'https://www.a.example', 'https://a.example']],
    ['http://a.example:8080/', ['http://www.a.example:8080']],
    ['http://127.0.0.1/', ['https://127.0.0.1']],
    ['https://[2001:db8::1]/', []],
  ])('returns the probable targets of a redirect of %s: %o', (address, origins) => {
    expect(twinOrigins(new URL(address)).toSorted()).toEqual(origins.toSorted());
  });
});
