import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { badgeLook } from '@/components/text/badge-look';
import type { Badge } from '@/lib/browser-ui/badge';

// Each message returns the end of its key, its plural form and the values of its placeholders.
fakeBrowser.i18n.getMessage = (key: string, substitutions: string | string[] = []) => {
  const [name = ''] = key.match(/[a-z]+(_other)?$/i) ?? [];
  const results = [substitutions].flat().filter((part) => /^(good|decent|bad|noScore)/.test(part));
  return [key === 'extension_language' ? 'en' : name, ...results].join(' ');
};

const NO_RESULT = { result: null, score: null, failed: null };
const RATED = { ...NO_RESULT, result: 'good' } as const;
const SCORED = { ...RATED, score: 87 };
const UNSCORED = { ...NO_RESULT, failed: { high: 1, medium: 0, low: 0 } };

/** Returns the relative luminance by the formula of WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('badgeLook', () => {
  it.each<[Badge, text: string, words: string]>([
    [{ kind: 'attention', count: 2 }, '!2', 'attention_other'],
    [{ kind: 'attention', count: 123_456 }, '!99+', 'attention_other'],
    [{ kind: 'waiting', creations: 4999, changes: 1 }, '999+', 'wait'],
    [{ kind: 'created', ...NO_RESULT }, '✓', 'created'],
    [{ kind: 'created', ...RATED }, 'g', 'created good'],
    [{ kind: 'created', ...SCORED }, '87', 'created good 87'],
    [{ kind: 'created', ...UNSCORED }, '✓', 'created noScore'],
    [{ kind: 'page', result: 'good', score: 100 }, '100', 'page good 100'],
    [{ kind: 'page', result: 'decent', score: null }, 'd', 'page decent'],
    [{ kind: 'page', result: 'bad', score: 7 }, '7', 'page bad 7'],
  ])('shows %j in at most four legible characters, and in words', (badge, text, words) => {
    const { background, ...look } = badgeLook(badge);
    expect(look).toEqual({ text, title: `name · ${words}` });
    expect(1.05 / (luminance(background) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  it('returns a different background for each rating', () => {
    const ratings = ['good', 'decent', 'bad'] as const;
    const backgrounds = ratings.map(
      (result) => badgeLook({ kind: 'page', result, score: 50 }).background,
    );
    expect(new Set(backgrounds).size).toBe(3);
  });

  it('returns the name of the extension and no text without a badge', () => {
    expect(badgeLook(null)).toMatchObject({ text: '', title: 'name' });
  });
});
