import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { type DraftInput, readDraft } from '@/lib/report/report-draft';

const input: DraftInput = { url: 'https://host.example/', privacy: 2, password: 'secret' };

describe('a draft to send', () => {
  it.each([
    ['spaces', '   '],
    ['a word between spaces', ' secret '],
    ['line breaks', 'a\r\nb\n'],
    ['a decomposed accent', 'e\u0301'],
    ['characters that forms must escape', 'a&b=c+d%20#"<'],
    ['1,000 characters', 'x'.repeat(1_000)],
    ['a zero', '0'],
  ])('contains a password with %s exactly as typed', (_, password) => {
    expect(readDraft({ ...input, password })).toStrictEqual({ value: { ...input, password } });
  });

  it.each([Privacy.Public, Privacy.Private])(
    'has no password with privacy %i, even if the field has a value',
    (privacy) => {
      const value = { url: input.url, privacy };
      expect(readDraft({ ...input, privacy })).toStrictEqual({ value });
      expect(readDraft({ ...input, privacy, password: '' })).toStrictEqual({ value });
    },
  );

  it('contains the address as sent, not as typed', () => {
    const value = { ...input, url: 'https://xn--bcher-kva.example/' };
    expect(readDraft({ ...input, url: ' https://me:pw@BÜCHER.example ' })).toEqual({ value });
  });
});

it.each<[Partial<DraftInput>, object]>([
  [{ password: '' }, { password: 'empty' }],
  [{ url: '/page' }, { url: 'notAbsolute' }],
  [{ url: 'file:///x' }, { url: 'notWeb' }],
  [
    { url: '', password: '' },
    { url: 'empty', password: 'empty' },
  ],
])('readDraft refuses %j', (part, problems) => {
  expect(readDraft({ ...input, ...part })).toStrictEqual({ problems });
});
