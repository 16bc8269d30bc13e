import { describe, expect, it } from 'vitest';
import { counted } from '@/components/text/language';
import { englishFor, LOCALES, textsOf } from '@/lib/build/locales';
import { textsOf as shownTextsOf } from '../../support/locale-texts';
import { useMessages } from '../../support/messages';

const DESCRIPTIONS = 'descriptions.';
const FORM = /\.(zero|one|two|few|many|other)$/;

/** Names, and texts without words. */
const SAME_IN_EVERY_LANGUAGE = [
  '→',
  ...['ltr', '$1: $2', '$1: $2.', '$1, $2', '“$1”', '$1 s'],
  ...['URL', 'Sitemap', 'Canonical URL', 'SEO', 'Robots.txt'],
  ...['Audio', 'Noindex', 'Favicon', 'Doctype', 'HTTP/2', 'HSTS', 'Meta viewport'],
  ...['JavaScript', 'Link'],
];
/** Words that a language shares with English. */
const COGNATES: Record<string, string[]> = {
  de: ['Details', 'Name', 'Videos', 'Problem', 'Logo'],
  es: ['No', 'Plan', 'Visible'],
  fr: [
    'Public',
    'Score',
    'Notifications',
    'Images',
    'Visible',
    'Pages',
    'pages',
    '$1 pages',
    'Importance',
    'Client',
    'Clients',
    'Logo',
  ],
  it: ['Password', 'Password…', 'Report', '1 report', 'Report $1', 'No', 'Account', 'Logo'],
  pl: ['Plan', 'Problem', 'Logo'],
  pt_BR: ['Site'],
  pt_PT: ['Site'],
  nl: [
    'Batches',
    'Batch: $1',
    'Score',
    'Filters',
    'Project',
    'Project $1',
    'Details',
    'Account',
    'Logo',
  ],
};

const englishTexts = await textsOf('en');
const english = new Map([...englishTexts].filter(([key]) => !key.startsWith(DESCRIPTIONS)));

const placeholdersIn = (text = '') => [...new Set(text.match(/\$\d/g))].sort();

it('the descriptions for translators name the placeholders of the English messages', () => {
  const withPlaceholders = [...english].filter(([key, text]) => {
    return placeholdersIn(text).length > 0 && !(FORM.test(key) && !key.endsWith('.other'));
  });
  const expected = withPlaceholders.map(([key, text]) => [
    DESCRIPTIONS + key.replace(FORM, ''),
    placeholdersIn(text),
  ]);
  const described = [...englishTexts].filter(([key]) => key.startsWith(DESCRIPTIONS));
  const found = described.map(([key, text]) => [key, text.match(/\$\d(?=: )/g)]);
  expect(found.toSorted()).toEqual(expected.toSorted());
});

describe.each(LOCALES)('the locale %s', async (locale) => {
  const texts = await textsOf(locale);
  const shown = await shownTextsOf(locale);
  const translated = [...texts].filter(([key]) => !key.startsWith(DESCRIPTIONS));

  it('has the keys of English messages in its plural forms, and no empty text', () => {
    const needed = englishFor(locale, english);
    expect(translated.map(([key]) => key).filter((key) => !needed.has(key))).toEqual([]);
    expect(translated.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('starts each rating with a different letter, which the toolbar button shows', () => {
    const letters = ['good', 'decent', 'bad'].map((rating) => shown.get(`rating.${rating}`)?.[0]);
    expect(new Set(letters).size).toBe(3);
  });

  it('has different words for ratings and for the importance of checks', () => {
    const wordsOf = (group: string, names: string[]) =>
      names.map((name) => shown.get(`${group}.${name}`)?.toLowerCase());
    const ratings = wordsOf('rating', ['good', 'decent', 'bad']);
    const levels = ['high', 'medium', 'low'];
    const importances = wordsOf('checks.importance', levels);
    expect(ratings.filter((word) => importances.includes(word))).toEqual([]);
    expect(wordsOf('reports.column', levels)).toEqual(importances);
  });

  it('names its own language and direction', () => {
    const language = new Intl.Locale(texts.get('extension.language') ?? '');
    expect(language.baseName.replace('-', '_')).toBe(locale);
    expect(texts.get('extension.direction')).toBe(locale === 'ar' ? 'rtl' : 'ltr');
  });

  it('has the placeholders of English, except in plural forms for zero, one or two', () => {
    for (const [key, text] of translated) {
      const expected = placeholdersIn(english.get(key.replace(FORM, '.other')) ?? english.get(key));
      // "One report" needs no number if the form is for 0, 1 or 2 only.
      const found = placeholdersIn(text);
      if (/\.(zero|one|two)$/.test(key) && found.length === 0) continue;
      expect(found, key).toEqual(expected);
      // Chromium reads `$1$` as a named placeholder, and does not load the extension.
      expect(text, key).not.toMatch(/\$\d\$/);
    }
  });

  it.runIf(locale !== 'en')(
    'repeats no English text, except names and words that both languages share',
    () => {
      const allowed = [...SAME_IN_EVERY_LANGUAGE, ...(COGNATES[locale] ?? [])];
      const same = translated.filter(([key, text]) => text === english.get(key));
      expect(same.filter(([, text]) => !allowed.includes(text))).toEqual([]);
    },
  );
});

/** Words and characters of a related language, which translations often mix in (mulmoclaude#1590). */
it.each([
  ['pt_PT', /arquivo|usuário|senha|guia|salv|tela|excluir|você|baixar|digit|seção|[aei]ndo…/i],
  ['zh_TW', /[报设网页览记录处个权认检连请问关闭书签动态删项与码邮]|默认|信息|用户|文件|标|密钥/],
])('the locale %s has no words or characters of a related language', async (locale, foreign) => {
  const texts = await textsOf(locale);
  expect([...texts].filter(([, text]) => foreign.test(text))).toEqual([]);
});

const NUMBERS = {
  pl: '0 raportów, 1 raport, 2 raporty, 3 raporty, 5 raportów, 11 raportów, 21 raportów, 22 raporty, 25 raportów, 101 raportów',
  ar: 'لا تقارير, تقرير واحد, تقريران, 3 تقارير, 5 تقارير, 11 تقريرًا, 21 تقريرًا, 22 تقريرًا, 25 تقريرًا, 101 تقرير',
};

it.each(Object.entries(NUMBERS))(
  'counted returns the right plural forms in %s',
  async (locale, expected) => {
    await useMessages(locale);
    const numbers = [0, 1, 2, 3, 5, 11, 21, 22, 25, 101];
    const texts = numbers.map((number) => counted('queue.creations', number));
    expect(texts.join(', ')).toBe(expected);
  },
);

it('counted returns the right Arabic form for the days of a comparison', async () => {
  await useMessages('ar');
  expect([7, 30].map((days) => counted('overview.days', days))).toEqual([
    'آخر 7 أيام',
    'آخر 30 يومًا',
  ]);
});

it.each([
  ['de', { one: '1 issue', other: '$1 issues' }],
  // French has one form for 0 and 1.
  ['fr', { one: '$1 issues', many: '$1 issues', other: '$1 issues' }],
  ['ja', { other: '$1 issues' }],
  ['pl', { one: '1 issue', few: '$1 issues', many: '$1 issues', other: '$1 issues' }],
])(
  'a counted message without a translation in %s is English in every plural form of this language',
  (locale, forms) => {
    const needed = englishFor(locale, english);
    const found = [...needed].filter(([key]) => key.startsWith('issues.count.'));
    const expected = Object.entries(forms).map(([form, text]) => [`issues.count.${form}`, text]);
    expect(found.toSorted()).toEqual(expected.toSorted());
  },
);

/** Claims that no text may make. */
const FORBIDDEN_CLAIMS = {
  'what a finding costs':
    /\bpoints?\b|\b(costs?|loses?|gains?) .*\bscore|score (will|rises|falls|drops)/i,
  'what a search engine does':
    /\bsearch engines? (?!not )|\bgoogle\b|search results|\brank|\bSEO (score|value)\b.*\b(rise|fall)|blocked by robots|excluded from search|indexed/i,
  'when a finding is measured':
    /\b(will|is|are) be (measured|checked|re-checked)|next (measurement|check)\b|(measured|checked) again (on|in|at|by|after|tomorrow|next)\b/i,
  'who fixed a finding': /\bwe(['’]ve| have)? (fixed|repaired|found)|fixed by us|\bour\b/i,
};

/** Texts that each make one of the claims. */
const TEXTS_WITH_CLAIM = [
  'This costs 4 points.',
  'The page loses part of its score.',
  'Search engines leave these pages out of their results.',
  'Excluded from search engines',
  'Slow pages rank lower.',
  'Blocked by robots.txt',
  'The page will be measured again.',
  'Measured again on Nov 30.',
  'We fixed 9 pages.',
];

const claimsOf = (text: string) =>
  Object.entries(FORBIDDEN_CLAIMS).flatMap(([claim, pattern]) => (pattern.test(text) ? claim : []));

describe('a claim that no text may make', () => {
  it('is not in any English text', () => {
    const claiming = [...english].flatMap(([key, text]) =>
      claimsOf(text).map((claim) => `${key}: ${claim}: ${text}`),
    );
    expect(claiming).toEqual([]);
  });

  it.each(TEXTS_WITH_CLAIM)('is recognised in “%s”', (text) => {
    expect(claimsOf(text)).toHaveLength(1);
  });
});
