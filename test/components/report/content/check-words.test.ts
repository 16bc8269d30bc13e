import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  briefTexts,
  changedChecks,
  checkName,
  importanceText,
  onlyReason,
} from '@/components/report/content/check-names';
import {
  checkNote,
  checkWords,
  foundText,
  groupName,
  listingName,
} from '@/components/report/content/check-words';
import {
  comparedOf,
  type PageChange,
  type PageSince,
  pageInBrief,
} from '@/lib/report/compare/page-change';
import { groupChecks } from '@/lib/report/content/check-groups';
import { type Check, readChecks } from '@/lib/report/content/checks';
import type { FailedCheck } from '@/lib/report/importance';
import { NO_MUTES } from '@/lib/report/mutes';
import { resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { usualChecks } from '../../../service/served-checks';
import { useMessages } from '../../../support/messages';
import { reportOn } from '../../../support/sample-report';

beforeEach(() => useMessages('en'));

function checksIn(results: object): Check[] {
  return readChecks({ results }).checks;
}

/**
 * Returns the texts of a check, one on each line: reasons with their list entries, hint, value, lists
 * with their lengths, and names of details. The value follows `=`, and a detail follows `…`. A list
 * entry follows `>` if the entry is a link, otherwise `-`.
 */
function textsOf(check: Check): string[] {
  const { reasons, hint, value, listings, details } = checkWords(check);
  const lines = reasons.flatMap(({ text, listing }) => [
    text,
    ...(listing?.entries ?? []).map(({ label, text, url }) => {
      return `${url === null ? '-' : '>'} ${label === '' ? '' : `${label} `}${text}`;
    }),
  ]);
  return [
    ...lines,
    ...(hint === null ? [] : [hint]),
    ...(value === null ? [] : [`= ${value}`]),
    ...listings.map((listing) => `${listingName(listing)} ${listing.length}`),
    ...details.map(({ name }) => `… ${name}`),
  ].map((line) => line.replaceAll(/[\u00a0\u202f]/g, ' '));
}

const FAILING: Record<string, string[]> = {
  Title: [
    'Too long: 71 characters, at most 60',
    '= Plan your visit: opening hours, tickets and directions | Harbour Museum',
  ],
  'Meta description': ['Missing'],
  Headings: ['More than one H1', 'H1 2', 'H2 1'],
  'Content keywords': ['Title words not in the text: harbour'],
  'Image keywords': [
    'No alternative text',
    '> https://museum.example/visit/i/hall-1.jpg',
    '> https://museum.example/visit/i/hall-2.jpg',
  ],
  'Image format': [
    'Older image formats',
    '> https://museum.example/visit/i/hall-1.jpg',
    '> https://museum.example/visit/i/hall-2.jpg',
  ],
  'In-page links': ['Too many: 1,550, at most 150', 'Internal 1490', 'External 60'],
  'Load time': ['Too slow: 3.4 sec, at most 2 sec'],
  'Page size': ['Too large: 412.8 kB, at most 330 kB'],
  'HTTP requests': ['Too many: 6, at most 50', 'JavaScript 3', 'CSS 1', 'Images 2'],
  'Defer JavaScript': [
    'Not deferred: 3',
    '> https://museum.example/visit/js/booking-1.js',
    '> https://museum.example/visit/js/booking-2.js',
    '> https://museum.example/visit/js/booking-3.js',
  ],
  'DOM size': ['Too many: 2,204, at most 1,500'],
  Doctype: ['Missing'],
  'Text compression': ['Not compressed', '= 48.2 kB'],
  'Structured data': ['Missing'],
  'Meta viewport': ['Missing'],
  'HTTPS encryption': ['Not encrypted', '= http://museum.example/visit'],
  'HTTP/2': ['Not used', '= 1.1'],
  HSTS: ['Missing'],
  'SEO friendly URL': [
    'Contains special characters',
    'No word of the title in the URL',
    '= https://museum.example/visit',
  ],
  Language: ['Missing'],
  Favicon: ['Missing'],
  'Content length': ['Too few: 312 words, at least 500'],
  'Text to HTML ratio': ['Too low: 6%, at least 10%'],
  Charset: ['Missing'],
  'Deprecated HTML tags': ['Found: font 3, center 1'],
  '404 page': ['Missing'],
  Noindex: ['Asks search engines not to list it', '= noindex, nofollow'],
  'Robots.txt': [
    'Matched by robots.txt: /visit*',
    'This check counts the rules for every crawler, even a rule only for GPTBot.',
  ],
  Sitemap: ['Not named in robots.txt'],
  'Mixed content': [
    'Loaded without encryption',
    '> http://museum.example/i/roof.png',
    '> http://museum.example/a.css',
  ],
  'Server signature': ['Visible', '= nginx/1.18.0'],
  'Unsafe cross-origin links': ['Found', '> https://weather.example/harbour'],
  'Plaintext email': ['Found: desk@museum.example, shop@museum.example'],
  Social: ['Missing'],
  'Inline CSS': ['Found: color: red, margin: 0'],
};

describe('the text of a check', () => {
  const failing = Object.keys(usualChecks());
  const checks = checksIn(usualChecks({ failing, links: 1550, images: 2 }));

  it.each(checks.map((check) => [check.name, check] as const))(
    'names the reasons why %s failed',
    (_, check) => {
      expect(textsOf(check)).toEqual(FAILING[checkName(check)]);
    },
  );

  it('formats the value of a passed check', () => {
    const passed = checksIn(usualChecks({ failing: [] })).map((check) =>
      textsOf(check).join(' | '),
    );
    expect(passed).toEqual(
      expect.arrayContaining([
        '= 0.41 sec',
        '= 48.2 kB',
        '= 812',
        '= 1,204 words',
        '= 12%',
        '= AVIF, WebP',
        'H1 1 | H2 3',
        'Internal 45 | External 15',
        '… Open Graph',
        '= plan, museum',
      ]),
    );
  });

  const limits = { title: { length: { min: 1, max: 60 } } };
  /** Entries that must not become links. */
  const notLinked = [
    { url: 'javascript:alert(1)', text: 'Map' },
    { url: 'https://me:secret@a.example/', text: '' },
    { url: '/visit*' },
  ];
  const link = { url: 'https://a.example/', text: 'Tickets', rel: 'next' };

  it.each<[errors: object, expected: string[]]>([
    [{ title: { missing: null, length: { min: 1 } } }, ['Missing']],
    [{ load_time: { too_slow: null } }, ['Too slow']],
    // The next five rows: errors seen in answers of real installations, which the test service does not send.
    [{ title: { too_many: null } }, ['More than one title']],
    [{ headings: { duplicate: null } }, ['H1 is the same as the title']],
    [{ https_encryption: { missing: 'https' } }, ['Not encrypted']],
    [
      { content_keywords: { missing: ['harbour', 'boats'] } },
      ['Title words not in the text: harbour, boats'],
    ],
    [{ gsb: { failed: null } }, ['Listed as dangerous']],
    [{ load_time: { too_slow: { max: 2 } } }, ['Too slow: at most 2 sec']],
    [limits, ['Length: at least 1 character, at most 60 characters']],
    [{ a: { not_there: { min: 3 } } }, ['Not there: at least 3']],
    [{ a: { failed: null } }, []],
    [{ a: ['Add a title.'] }, ['Add a title.']],
    [{ a: { blocked: true } }, ['Blocked']],
    [{ a: { toString: null, constructor: 3 } }, ['To string', 'Constructor: 3']],
    [{ a: { alt: { of: { deep: 1 } } } }, ['… alt']],
    [
      { a: { failed: notLinked } },
      ['Found: 3', '- Map javascript:alert(1)', '- https://me:secret@a.example/', '- /visit*'],
    ],
    [{ a: { failed: [link] } }, ['Found', '> Tickets · next https://a.example/']],
  ])('describes a failed check with the reasons %j as %j', (errors, expected) => {
    const [name = '', reasons] = Object.entries(errors)[0] ?? [];
    const [check] = checksIn({ [name]: { passed: false, value: null, errors: reasons } });
    expect(check && textsOf(check)).toEqual(expected);
  });

  it.each<[unknown, string[]]>([
    [false, []],
    [true, ['= Yes']],
    ['2026-11-20', ['= Nov 20, 2026']],
    ['1.1', ['= 1.1']],
    [1_790_000_000, ['= 1790000000']],
    [{ a: { b: 1 }, c: 2 }, ['… a', '… c']],
    [Array(11).fill('word'), [' 11']],
  ])('names an unknown check by its field, and formats the value %j', (value, expected) => {
    const [check] = checksIn({ unheard_of: { passed: true, value } });
    expect(check && textsOf(check)).toEqual(expected);
    expect(check && checkName(check)).toBe('Unheard of');
  });

  it('names the check `gsb` of services 1.1 to 1.3 "Safe Browsing"', () => {
    const [check] = checksIn({
      gsb: { passed: true, importance: 'high', value: 'Plan your visit' },
    });
    expect(check && checkName(check)).toBe('Safe Browsing');
  });

  // Failed checks of a known importance need no note: they are below a heading that names the importance.
  it.each([
    [false, 'high', ''],
    [false, 'urgent', 'urgent'],
    [false, null, ''],
    [true, 'high', 'high'],
  ])('has the note for isPassed %s and importance %j: %j', (isPassed, importance, note) => {
    const [title] = checksIn(usualChecks({ failing: ['title'] }));
    expect(title && checkNote({ ...title, isPassed, importance })).toBe(note);
  });

  it('is in the language of the messages, for example German', async () => {
    await useMessages('de');
    const [title, ...others] = checksIn(
      usualChecks({ failing: ['title', 'load_time', 'page_size'] }),
    );
    expect(title && textsOf(title)[0]).toBe('Zu lang: 71 Zeichen, höchstens 60');
    const lines = others.flatMap(textsOf);
    expect(lines).toContain('Zu langsam: 3,4 Sek., höchstens 2 Sek.');
    expect(lines).toContain('Zu groß: 412,8 kB, höchstens 330 kB');
    expect(lines).toContain('Intern 45');
    const [group] = groupChecks(others).toReversed();
    expect(group && groupName(group.name)).toBe('Verschiedenes');
    expect([importanceText('high'), importanceText('urgent')]).toEqual(['hoch', 'urgent']);
  });
});

describe('changedChecks', () => {
  const failedCheck = (name: string, importance: FailedCheck['importance'] = 'low') => ({
    name,
    importance,
  });
  const changeWith = (appeared: FailedCheck[], fixed: FailedCheck[]): PageChange => ({
    kind: 'same',
    base: {
      reportId: '1',
      result: 'good',
      score: 80,
      generatedAt: '2026-11-19T08:00:00.000Z',
      failedChecks: fixed,
    },
    difference: 0,
    checks: { appeared, fixed, remaining: [failedCheck('sitemap')], appearedMuted: [] },
  });

  it.each<[string, PageChange | null, string[]]>([
    [
      'names new problems first, by importance',
      changeWith(
        [failedCheck('load_time', 'medium'), failedCheck('title', 'high')],
        [failedCheck('noindex', 'high')],
      ),
      ['Title', 'Load time', 'Noindex fixed'],
    ],
    [
      'names fixed checks if no check is new',
      changeWith([], [failedCheck('noindex')]),
      ['Noindex fixed'],
    ],
    ['returns none if only the score has changed', changeWith([], []), []],
    ['returns none for a single result', { kind: 'first' }, []],
    ['returns none while the change is unknown', null, []],
  ])('%s', (_, change, names) => {
    expect(changedChecks(change)).toEqual(names);
  });
});

it('onlyReason returns the reason of a check with a single possible reason', () => {
  const failedChecks = checksIn(usualChecks({ failing: Object.keys(usualChecks()) }));
  const reasons = failedChecks.flatMap((check) => {
    const reason = onlyReason(check);
    return reason === null ? [] : [[check.name, foundText(check).startsWith(reason)]];
  });
  expect(reasons.length).toBeGreaterThan(15);
  expect(reasons.filter(([, isFound]) => !isFound)).toEqual([]);
  expect(['title', 'headings', 'toString'].map((name) => onlyReason({ name }))).toEqual([
    null,
    null,
    null,
  ]);
});

describe('pageInBrief', () => {
  const NOW = new Date(2026, 10, 26, 15);
  beforeEach(() => void vi.setSystemTime(NOW));
  afterEach(() => void vi.useRealTimers());
  /** Returns a report of the page from a day in November 2026. */
  const result = (id: number, day: number, score: number, ...failed: string[]) =>
    reportOn(id, 'host.example/', [day, 8], score, ...failed);
  const OLD = result(1, 12, 80, 'title');
  const BASE = result(2, 19, 78, 'title', 'sitemap');
  const NEWER = result(3, 23, 70, 'noindex', 'title', 'sitemap');
  const LAST = result(4, 26, 68, 'load_time', 'noindex', 'sitemap');

  it.each<[string, Report, Report[], PageSince, number | null, (string | null)[]]>([
    [
      'compares with the last result of the day a week ago',
      LAST,
      [OLD, BASE, NEWER, LAST],
      'week',
      -10,
      [
        'compared with Nov 19',
        'New: Noindex · Asks search engines not to list it',
        'Load time',
        '1 still failing',
      ],
    ],
    [
      'compares with the previous result if a person has chosen it',
      LAST,
      [OLD, BASE, NEWER, LAST],
      'before',
      -2,
      ['compared with Nov 23', 'New: Load time · Too slow', '', '2 still failing'],
    ],
    [
      "compares with the previous result if the result of a week ago is the report's own",
      BASE,
      [OLD, BASE],
      'week',
      -2,
      ['compared with Nov 12', 'New: Sitemap · Not named in robots.txt', '', '1 still failing'],
    ],
    [
      'does not call checks "still failing" if the checks of the base are unknown',
      LAST,
      [{ ...BASE, failedChecks: null, failed: null }, LAST],
      'week',
      -10,
      ['compared with Nov 19', null, '', '3 issues'],
    ],
    ['has no base for a first report', LAST, [LAST], 'week', null, [null, null, '', '3 issues']],
    [
      'has no problems if no check fails',
      result(5, 26, 100),
      [BASE, result(5, 26, 100)],
      'week',
      22,
      ['compared with Nov 19', null, '', null],
    ],
  ])('%s', (_, report, all, since, difference, texts) => {
    const brief = pageInBrief(report, all.flatMap(resultOf), since, NOW, NO_MUTES);
    expect(comparedOf(brief.change)?.difference ?? null).toBe(difference);
    const { comparedWith: day, appeared, others, remaining } = briefTexts(brief);
    expect([day, appeared, others.join(), remaining]).toEqual(texts);
  });
});
