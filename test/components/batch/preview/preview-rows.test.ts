import { describe, expect, it } from 'vitest';
import {
  buildPreview,
  isOn,
  type Preview,
  pagesOfPreview,
  reasonCounts,
  shownRows,
  withReportDates,
  withSwitched,
  withTracking,
} from '@/components/batch/preview/preview-rows';
import type { FoundAddress } from '@/lib/import/found-addresses';
import { Privacy } from '@/lib/report/privacy';

const { Public, Private } = Privacy;
const PAGE = 'https://a.example/x';
const REPORTED = 'https://a.example/known';
const SECRET = 'https://a.example/reset?token=abc';
const LOCAL = 'http://localhost/';
const REPORTED_SECRET = 'https://a.example/known?token=abc';
const DATE = '2026-11-24T10:00:00.000Z';

const TEXTS = [
  PAGE,
  `${PAGE}/?utm_source=y`,
  'word',
  'a.example/known',
  SECRET,
  'localhost',
  REPORTED_SECRET,
];
const DATES = new Map<string, string | null>([
  ['a.example/known', DATE],
  ['a.example/known?token=abc', null],
]);
const noPause = async () => {};
const addressesOf = (texts: readonly string[]) => texts.map((text) => ({ text }));
async function comparedPreview(found: readonly FoundAddress[]): Promise<Preview> {
  return withReportDates(await buildPreview(found, noPause), DATES);
}

const preview = await comparedPreview(addressesOf(TEXTS));

const indexesOn = (shown: Preview, privacy: Privacy) =>
  shown.rows.flatMap((_, index) => (isOn(shown, index, privacy) ? [index] : []));

describe('the switch of an address that may contain a secret', () => {
  const token = 'https://a.example/?token=abc';
  const addresses = [`${token}&utm_source=x`, `${PAGE}?utm_content=ann%40host.example`, `${PAGE}y`];

  it.each<[what: string, from: boolean]>([
    ['removed', true],
    ['restored', false],
  ])(
    'turns off in Public if the address changes because tracking parameters are %s',
    async (_, hasTracking) => {
      const built = await buildPreview(addressesOf(addresses), noPause);
      const before = withSwitched(withTracking(built, hasTracking), [0, 1, 2], true, Public);
      expect(indexesOn(before, Public)).toEqual([0, 1, 2]);
      const after = withTracking(before, !hasTracking);
      // Without its parameter, the second address contains no secret and stays on.
      expect(indexesOn(after, Public)).toEqual(hasTracking ? [1, 2] : [2]);
      expect(indexesOn(after, Private)).toEqual([0, 1, 2]);
      expect(indexesOn(withTracking(after, hasTracking), Public)).toEqual(
        hasTracking ? [2] : [1, 2],
      );
      expect(indexesOn(withSwitched(after, [0, 1], true, Public), Public)).toEqual([0, 1, 2]);
    },
  );

  it('stays on in Public if the address does not change', async () => {
    const built = await buildPreview(addressesOf([token, addresses[1] ?? '']), noPause);
    const before = withSwitched(built, [0, 1], true, Public);
    expect(indexesOn(withTracking(before, true), Public)).toEqual([0]);
    expect(indexesOn(withTracking(before, false), Public)).toEqual([0, 1]);
  });
});

describe('a preview', () => {
  it('has an address for each row, and a reason for each row that is off', () => {
    expect(preview.rows).toEqual([
      { url: PAGE, text: PAGE, reason: null, risks: [] },
      { url: `${PAGE}/`, text: TEXTS[1], tracked: TEXTS[1], reason: 'duplicate', risks: [] },
      { url: null, text: 'word', reason: 'notAnAddress', risks: [] },
      { url: REPORTED, text: TEXTS[3], reason: 'alreadyReported', risks: [], reportedAt: DATE },
      { url: SECRET, text: SECRET, reason: 'mayExposeSecret', risks: ['secret'] },
      { url: LOCAL, text: 'localhost', reason: 'mayExposeSecret', risks: ['local'] },
      {
        url: REPORTED_SECRET,
        text: REPORTED_SECRET,
        reason: 'alreadyReported',
        risks: ['secret'],
        reportedAt: null,
      },
    ]);
    const counts = {
      notAnAddress: 1,
      duplicate: 1,
      pinned: 0,
      notAPage: 0,
      alreadyReported: 2,
      mayExposeSecret: 2,
    };
    expect(reasonCounts(preview.rows)).toEqual(counts);
  });

  it('switches pinned tabs off, even if their pages are already reported', async () => {
    const tabs = [
      { text: REPORTED, isPinned: true },
      { text: PAGE, isPinned: true },
      { text: PAGE.replace('https', 'http') },
    ];
    const built = await buildPreview(tabs, noPause);
    const reasons = ({ rows }: Preview) => rows.map(({ reason }) => reason);
    expect(reasons(built)).toEqual(['pinned', 'duplicate', null]);
    expect(indexesOn(built, Private)).toEqual([2]);
    const later = withReportDates(built, DATES);
    expect(reasons(later)).toEqual(['pinned', 'duplicate', null]);
    expect(indexesOn(withSwitched(built, [0], true, Private), Private)).toEqual([0, 2]);
  });

  it('is the same if report dates arrive later, except for switched rows', async () => {
    const withoutDates = await buildPreview(addressesOf(TEXTS), noPause);
    const switched = withSwitched(withoutDates, [3], true, Private);
    expect(pagesOfPreview(switched)).toEqual(expect.arrayContaining([...DATES.keys()]));
    const compared = withReportDates(switched, DATES);
    expect(compared).toEqual({ ...preview, switches: switched.switches });
    expect([indexesOn(withoutDates, Private), indexesOn(compared, Private)]).toEqual([
      [0, 3, 4, 5, 6],
      [0, 3, 4, 5],
    ]);
  });

  it('finds the reasons for addresses with and without tracking parameters', async () => {
    const mail = `${PAGE}?a=1&utm_content=ann%40a.example`;
    const texts = [mail, `${PAGE}?gclid=z&a=1`, `${REPORTED}?utm_id=1`];
    const withoutTracking = await comparedPreview(addressesOf(texts));
    const urlsAndReasons = ({ rows }: Preview) => rows.map(({ url, reason }) => [url, reason]);
    const [one, duplicate] = [`${PAGE}?a=1`, 'duplicate'];
    expect(urlsAndReasons(withoutTracking)).toEqual([
      [one, null],
      [one, duplicate],
      [REPORTED, 'alreadyReported'],
    ]);
    const tracked = withTracking(withoutTracking, true);
    expect(urlsAndReasons(tracked)).toEqual([
      [mail, 'mayExposeSecret'],
      [texts[1], duplicate],
      [texts[2], 'alreadyReported'],
    ]);
    expect(withTracking(tracked, false)).toEqual(withoutTracking);
  });

  it('removes user names and passwords from addresses', async () => {
    const { rows } = await buildPreview(addressesOf(['https://a:b@a.example/']), noPause);
    expect(rows).toMatchObject([{ url: 'https://a.example/', reason: null }]);
  });

  it.each<[string, string[], (string | null)[]]>([
    ['https last', ['http://a.example/x', PAGE], ['duplicate', null]],
    ['https first', [PAGE, 'http://a.example/x'], [null, 'duplicate']],
    ['https twice', ['http://a.example/x', PAGE, PAGE], ['duplicate', null, 'duplicate']],
    ['https with www.', ['http://a.example/x', 'https://www.a.example/x'], ['duplicate', null]],
    ['no https', ['http://a.example/x', 'http://www.a.example/x'], [null, 'duplicate']],
    ['of a reported page', ['http://a.example/known', REPORTED], ['duplicate', 'alreadyReported']],
  ])(
    'keeps the https row of a page, and marks the other rows as duplicates: %s',
    async (_, texts, reasons) => {
      const { rows } = await comparedPreview(addressesOf(texts));
      expect(rows.map(({ reason }) => reason)).toEqual(reasons);
    },
  );

  it('switches risky rows off only in Public', () => {
    expect(indexesOn(preview, Public)).toEqual([0]);
    expect(indexesOn(preview, Private)).toEqual([0, 4, 5]);
  });

  it('lets a person switch every row that has an address', () => {
    const all = withSwitched(preview, preview.rows.keys(), true, Public);
    expect(indexesOn(all, Public)).toEqual([0, 1, 3, 4, 5, 6]);
    const switchedOff = withSwitched(all, [0, 4], false, Public);
    expect(indexesOn(switchedOff, Public)).toEqual([1, 3, 5, 6]);
    expect(indexesOn(all, Public)).toEqual([0, 1, 3, 4, 5, 6]);
    expect(indexesOn(preview, Public)).toEqual([0]);
  });

  it('switches risky rows off in Public, even if they were switched on in Private', () => {
    const all = withSwitched(preview, preview.rows.keys(), true, Private);
    expect(indexesOn(all, Private)).toEqual([0, 1, 3, 4, 5, 6]);
    expect(indexesOn(all, Public)).toEqual([0, 1, 3]);
  });

  it.each<[string, Parameters<typeof shownRows>[2], number[]]>([
    ['', undefined, [0, 1, 2, 3, 4, 5, 6]],
    [' KNOWN ', undefined, [3, 6]],
    ['http://localhost', undefined, [5]],
    ['', null, [0]],
    ['', 'mayExposeSecret', [4, 5]],
    ['reset', 'mayExposeSecret', [4]],
    ['reset', 'duplicate', []],
  ])('shows the rows for the text %j and the reason %s', (text, reason, shown) => {
    expect(shownRows(preview, text, reason)).toEqual(shown);
  });

  it('is built in slices of ten milliseconds, and stops when its caller cancels', async () => {
    let time = 0;
    const done: number[] = [];
    const texts = Array.from({ length: 35 }, (_, index) => `${PAGE}?${index}`);
    const steps = async (rows: number) => void done.push(rows);
    // Each read of the clock takes a millisecond.
    await buildPreview(addressesOf(texts), steps, '', () => time++);
    expect(done).toEqual([10, 20, 30]);
    const cancelled = buildPreview(
      addressesOf(texts),
      () => Promise.reject('enough'),
      '',
      () => (time += 99),
    );
    await expect(cancelled).rejects.toBe('enough');
  });
});

describe('an address that is not a page', () => {
  const FILES = [
    { text: 'https://a.example/list.pdf?v=1' },
    { text: 'https://a.example/list.pdf/x' },
    { text: 'https://a.example/print.pdf', nonPageReason: null },
    { text: 'https://a.example/old', nonPageReason: '301' },
    { text: REPORTED, nonPageReason: 'image/png' },
  ];

  it('is off, with a reason from the imported file or the file extension', async () => {
    const built = await comparedPreview(FILES);
    expect(built.rows.map(({ reason, nonPageReason }) => [reason, nonPageReason])).toEqual([
      ['notAPage', '.pdf'],
      [null, undefined],
      [null, undefined],
      ['notAPage', '301'],
      ['notAPage', 'image/png'],
    ]);
    expect(indexesOn(built, Private)).toEqual([1, 2]);
    expect(indexesOn(withSwitched(built, [3], true, Private), Private)).toEqual([1, 2, 3]);
  });

  it('keeps its reason after a comparison and after a change of tracking parameters', async () => {
    const found = [{ text: 'https://a.example/a.png?utm_source=y' }];
    const built = await buildPreview(found, noPause);
    const [compared] = withReportDates(built, new Map()).rows;
    expect(compared).toMatchObject({ reason: 'notAPage', nonPageReason: '.png' });
    expect(withTracking(built, true).rows).toMatchObject([{ reason: 'notAPage' }]);
  });
});

it.each([
  ['shop.example', 'https://shop.example/a?b#c'],
  ['http://shop.example/en/', 'http://shop.example/a?b#c'],
  ['', null],
  ['none', null],
])('a path on the site %j has the address %j', async (site, url) => {
  const built = await buildPreview([{ text: '/a?b#c' }], noPause, site);
  expect(built.rows).toMatchObject([{ url, reason: url === null ? 'notAnAddress' : null }]);
});
