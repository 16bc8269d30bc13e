import { beforeEach, describe, expect, it } from 'vitest';
import {
  explainedCheck,
  KNOWN_KINDS,
  kindSentence,
  kindSentences,
} from '@/components/report/content/kind-words';
import type { FailedCheck } from '@/lib/report/importance';
import { usualChecks } from '../../../service/served-checks';
import { useMessages } from '../../../support/messages';

beforeEach(() => useMessages('en'));

/** The kinds of error of each check of the services, versions 1.1 to 13. */
const SERVICE_KINDS: Record<string, string> = {
  title: 'missing length too_many',
  meta_description: 'missing length',
  headings: 'missing too_many duplicate',
  content_keywords: 'missing',
  image_keywords: 'missing',
  seo_friendly_url: 'bad_format missing',
  '404_page': 'missing',
  robots: 'failed',
  noindex: 'missing',
  in_page_links: 'too_many',
  language: 'missing',
  favicon: 'missing',
  text_compression: 'missing',
  load_time: 'too_slow',
  page_size: 'too_large',
  http_requests: 'too_many',
  image_format: 'bad_format',
  defer_javascript: 'missing',
  dom_size: 'too_many',
  doctype: 'missing',
  https_encryption: 'missing',
  http2: 'failed',
  mixed_content: 'failed',
  server_signature: 'failed',
  unsafe_cross_origin_links: 'failed',
  htst: 'missing',
  plaintext_email: 'failed',
  gsb: 'failed',
  structured_data: 'missing',
  meta_viewport: 'missing',
  charset: 'missing',
  sitemap: 'failed',
  social: 'missing',
  content_length: 'too_few',
  text_html_ratio: 'too_small',
  inline_css: 'failed',
  deprecated_html_tags: 'bad_tags',
};

describe('kindSentence', () => {
  it('has a separate sentence for each kind of error', () => {
    const known = Object.entries(SERVICE_KINDS).flatMap(([check, kinds]) =>
      kinds.split(' ').map((kind) => [check, kind] as const),
    );
    const sentences = known.map(([check, kind]) => {
      const sentence = kindSentence(check, kind);
      expect(sentence, `${check} ${kind}`).toMatch(/^[A-Z].+\.$/);
      return sentence;
    });
    expect(sentences).toHaveLength(43);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it('has a sentence for each error of the test service', () => {
    const failing = Object.keys(usualChecks());
    const kinds = Object.entries(usualChecks({ failing })).flatMap(([name, { errors }]) =>
      Object.keys(errors ?? {}).map((kind) => [name, kind] as const),
    );
    expect(kinds.length).toBeGreaterThanOrEqual(failing.length);
    expect(kinds.filter(([name, kind]) => kindSentence(name, kind) === null)).toEqual([]);
  });

  it('has no sentences for other kinds', () => {
    const known = Object.entries(KNOWN_KINDS).map(([name, kinds]) => [name, kinds.toSorted()]);
    const expected = Object.entries(SERVICE_KINDS).map(([name, kinds]) => [
      name,
      kinds.split(' ').sort(),
    ]);
    expect(known).toEqual(expected);
  });

  it.each([
    ['title', 'failed'],
    ['title', 'toString'],
    ['toString', 'missing'],
    ['my_check', 'missing'],
  ])('returns null for the unknown pair of check %s and kind %s', (check, kind) => {
    expect(kindSentence(check, kind)).toBeNull();
  });
});

const title = (...errors: string[]): FailedCheck => ({ name: 'title', importance: 'high', errors });
const NO_TITLE = 'Pages without a title.';
const LENGTH = 'Titles that are shorter or longer than the service recommends.';

describe('kindSentences', () => {
  it.each<[string, FailedCheck[], string[]]>([
    [
      'has one sentence if all pages fail with the same kind',
      [title('missing'), title('missing')],
      [NO_TITLE],
    ],
    [
      'counts the pages of each kind, the most frequent first',
      [title('missing'), title('length'), title('length')],
      [`On 2 of 3 pages: ${LENGTH}`, `On 1 of 3 pages: ${NO_TITLE}`],
    ],
    [
      'has a sentence for each kind of error on one page',
      [title('length', 'too_many')],
      [LENGTH, 'Pages with more than one title tag.'],
    ],
    [
      'has no sentence about the length if the text is missing',
      [title('missing', 'length')],
      [NO_TITLE],
    ],
    [
      'counts pages with unknown kinds in the total',
      [title('missing'), { name: 'title', importance: 'high' }],
      [`On 1 of 2 pages: ${NO_TITLE}`],
    ],
    ['is empty for unknown kinds', [title('failed'), title('lost')], []],
    ['is empty without pages', [], []],
  ])('%s', (_, failures, expected) => {
    expect(kindSentences(failures)).toEqual(expected);
  });
});

describe('explainedCheck', () => {
  it('names the check before its sentences', () => {
    expect(explainedCheck([title('missing')])).toBe(`Title: ${NO_TITLE}`);
    expect(explainedCheck([title('missing')], true)).toBe(`Title, before the fix: ${NO_TITLE}`);
  });

  it('is null for unknown kinds and without pages', () => {
    expect(explainedCheck([title('failed')])).toBeNull();
    expect(explainedCheck([])).toBeNull();
  });
});
