import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '@/lib/service/redaction';

const KEY = '1|aB3/"x<9>é';
const blank = (text: string, secret = KEY) => withoutSecrets(text, [secret]);

describe('a secret', () => {
  it('is blanked as often as it stands there, as it is and percent-encoded', () => {
    const encoded = encodeURIComponent(KEY);
    expect(blank(`${KEY} ${encoded} ${encoded}${KEY}`)).toBe('••• ••• ••••••');
  });

  it('is blanked in a path', () => {
    const path = `/reports/${encodeURIComponent(KEY)}/7`;
    expect(blank(path)).toBe('/reports/•••/7');
  });

  it('is blanked beside another', () => {
    const text = `${KEY} and ${KEY}-more`;
    expect(withoutSecrets(text, ['no such key', KEY])).toBe('••• and •••-more');
  });

  it('of fewer than eight characters may be a word that an answer needs, and stays', () => {
    expect(blank('a secret', 'secret')).toBe('a secret');
  });

  it('may be any text', () => {
    const anySecret = fc.property(fc.string({ unit: 'binary', minLength: 8 }), (secret) => {
      expect(blank(`‹${secret}› ‹\ud800${secret}`, secret)).not.toContain(secret);
    });
    fc.assert(anySecret);
    expect(blank('\ud800 lone half', '\ud800 lone half')).toBe('•••');
  });

  it('that is not there changes nothing', () => {
    const anyText = fc.property(fc.string(), (text) => {
      expect(blank(text, 'no such key')).toBe(text);
    });
    fc.assert(anyText);
  });
});
