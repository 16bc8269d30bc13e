import { beforeEach, describe, expect, it } from 'vitest';
import { worseNotificationWords } from '@/components/ready/headline-text';
import type { Headline } from '@/lib/report/compare/headlines';
import { useMessages } from '../../support/messages';
import { FAILING_AGAIN, NOINDEX } from '../../support/sample-headlines';

/** Returns title and message without the invisible marks around texts from outside. */
function wordsOf(headline: Headline, others = 0, service: string | null = null): string[] {
  const { title, message } = worseNotificationWords({ kind: 'worse', headline, others }, service);
  return [title, message].map((text) => text.replace(/[\u2066-\u2069]/g, ''));
}

beforeEach(() => useMessages('en'));

describe('a notification about what got worse', () => {
  it.each<[string, Headline, number, string | null, string[]]>([
    [
      'names client, problem and pages',
      NOINDEX,
      0,
      null,
      ['nordlicht.example: Noindex on 14 pages, new', 'SEO Reports'],
    ],
    [
      'counts the other problems, and names the service among several',
      { ...NOINDEX, pages: 1 },
      2,
      'Agency',
      ['nordlicht.example: Noindex on 1 page, new', '2 more problems got worse\nService: Agency'],
    ],
    [
      'names the client of a closed ticket below the title',
      FAILING_AGAIN,
      1,
      null,
      [
        'Fixed Nov 12, fails again: Title on 3 pages',
        'nordlicht.example\n1 more problem got worse',
      ],
    ],
  ])('%s', (_, headline, others, service, words) => {
    expect(wordsOf(headline, others, service)).toEqual(words);
  });
});
