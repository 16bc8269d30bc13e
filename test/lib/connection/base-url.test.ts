import { describe, expect, it } from 'vitest';
import { readBaseUrl, travelsUnencrypted } from '@/lib/connection/base-url';

describe('readBaseUrl', () => {
  it.each([
    ['https://host.example///', 'https://host.example'],
    ['https://host.example/s/api/v1', 'https://host.example/s'],
    ['https://host.example/api/v1/reports?per_page=10', 'https://host.example'],
    ['https://host.example/api/v10', 'https://host.example/api/v10'],
  ])('reads %j as %j', (text, value) => {
    expect(readBaseUrl(text, false)).toEqual({ value });
  });

  it.each([
    [`https://host.example/${'a'.repeat(8_000)}`, 'tooLong'],
    ['http://host.example', 'unencrypted'],
    ['http://localhost.example', 'unencrypted'],
  ])('refuses %j with the problem %s', (text, problem) => {
    expect(readBaseUrl(text, false)).toEqual({ problem });
  });

  it('accepts plain http to other computers with consent', () => {
    expect(readBaseUrl('http://host.example/s/', true)).toEqual({ value: 'http://host.example/s' });
  });
});

it.each([
  ['http://host.example', true],
  ['http://localhost:1', false],
  ['https://host.example', false],
  ['host', false],
])(
  'travelsUnencrypted returns whether a key would be sent unencrypted to %s: %s',
  (text, expected) => {
    expect(travelsUnencrypted(text)).toBe(expected);
  },
);
