import { describe, expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { readDraft } from '@/lib/report/report-draft';

const url = 'https://host.example/';

describe('a draft to send', () => {
  it.each([
    ['spaces alone', '   '],
    ['spaces around', ' secret '],
    ['line breaks', 'a\r\nb\n'],
    ['emoji', '🔑👩‍👩‍👧é'],
    ['a decomposed accent', 'e\u0301'],
    ['what forms must escape', 'a&b=c+d%20#"<'],
    ['1,000 characters', 'x'.repeat(1_000)],
    ['a zero', '0'],
  ])('keeps a password of %s as it was typed', (_, password) => {
    const privacy = Privacy.Password;
    expect(readDraft({ url, privacy, password })).toStrictEqual({
      value: { url, privacy, password },
    });
  });

  it.each([Privacy.Public, Privacy.Private])(
    'has no password with privacy %i, whatever the field holds',
    (privacy) => {
      expect(readDraft({ url, privacy, password: 'secret' })).toStrictEqual({
        value: { url, privacy },
      });
    },
  );

  it('holds the address as it goes out, not the text of the field', () => {
    const input = { privacy: Privacy.Public, password: '' };
    const value = { url: 'https://xn--bcher-kva.example/', privacy: Privacy.Public };
    for (const text of [' https://me:pw@BÜCHER.example ', 'bücher.example']) {
      expect(readDraft({ ...input, url: text })).toStrictEqual({ value });
    }
  });
});

describe('what stands in the way of a draft', () => {
  it('is an empty password, with privacy Password alone', () => {
    expect(readDraft({ url, privacy: Privacy.Password, password: '' })).toStrictEqual({
      problems: { password: 'empty' },
    });
    expect(readDraft({ url, privacy: Privacy.Private, password: '' })).toHaveProperty('value');
    expect(readDraft({ url, privacy: Privacy.Public, password: '' })).toHaveProperty('value');
  });

  it.each([
    ['', 'empty'],
    ['/page', 'notAbsolute'],
    ['file:///x', 'notWeb'],
  ])('is a URL such as %j', (text, problem) => {
    expect(readDraft({ url: text, privacy: Privacy.Password, password: 'secret' })).toStrictEqual({
      problems: { url: problem },
    });
  });

  it('is said of both fields at once', () => {
    expect(readDraft({ url: '', privacy: Privacy.Password, password: '' })).toStrictEqual({
      problems: { url: 'empty', password: 'empty' },
    });
  });
});
