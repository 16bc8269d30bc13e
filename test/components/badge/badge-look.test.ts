import { describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { badgeLook } from '@/components/badge/badge-look';
import type { Badge } from '@/lib/surface/badge';

// The end of a message's key stands for the message.
fakeBrowser.i18n.getMessage = (key: string) => key.split('_').at(-1) ?? '';

const BADGES: Badge[] = [
  { kind: 'attention', count: 2 },
  { kind: 'waiting', count: 1 },
  { kind: 'created', rating: null },
  { kind: 'result', rating: 'good' },
  { kind: 'page', rating: 'good' },
  { kind: 'page', rating: 'decent' },
  { kind: 'page', rating: 'bad' },
];

/** By the WCAG's formula. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the look of the toolbar button', () => {
  it.each(BADGES)('has legible letters for %o', (badge) => {
    const { background, text } = badgeLook(badge);
    expect(1.05 / (luminance(background) + 0.05)).toBeGreaterThanOrEqual(4.5);
    expect(text.length).toBeGreaterThan(0);
  });

  it('never has more than four characters', () => {
    const many = { kind: 'attention', count: 123_456 } as const;
    expect(badgeLook(many).text).toBe('999+');
    expect(badgeLook({ kind: 'waiting', count: 5000 }).text).toBe('999+');
  });

  it('tells each rating by a letter and a ground of its own', () => {
    const ratings = ['good', 'decent', 'bad'] as const;
    const looks = ratings.map((rating) => badgeLook({ kind: 'page', rating }));
    const letters = looks.map(({ text }) => text);
    expect(new Set(letters).size).toBe(3);
    expect(new Set(looks.map(({ background }) => background)).size).toBe(3);
    expect(letters.every((letter) => letter.length === 1)).toBe(true);
  });

  it('says of a new result that it is one, and of a new report that it was created', () => {
    const titleOf = (badge: Badge) => badgeLook(badge).title.split(' · ').at(-1);
    expect(titleOf({ kind: 'result', rating: 'good' })).toBe('result');
    expect(titleOf({ kind: 'created', rating: 'good' })).toBe('created');
    expect(titleOf({ kind: 'created', rating: null })).toBe('created');
  });

  it('is that of the bare button where nothing is to be told', () => {
    expect(badgeLook(null)).toMatchObject({ text: '' });
  });
});
