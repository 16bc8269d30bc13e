import { describe, expect, it, vi } from 'vitest';
import {
  buildPreview,
  isOn,
  type Preview,
  pagesOfPreview,
  shownRows,
  withReportDates,
  withSwitched,
  withTracking,
} from '@/components/batch/preview/preview-rows';
import { Privacy } from '@/lib/report/privacy';

const { Public, Private } = Privacy;
const PAGE = 'https://a.example/x';
const KNOWN = 'https://a.example/known';
const SECRET = 'https://a.example/reset?token=abc';
const LOCAL = 'http://localhost/';
const BOTH = 'https://a.example/known?token=abc';
const DATE = '2026-11-24T10:00:00.000Z';

const TEXTS = [PAGE, `${PAGE}/?utm_source=y`, 'word', 'a.example/known', SECRET, 'localhost', BOTH];
const reported = async () => ({
  'a.example/known': DATE,
  'a.example/known?token=abc': null,
});
const noneReported = async () => ({});
const found = (texts: readonly string[]) => texts.map((text) => ({ text }));
const preview = await buildPreview(found(TEXTS), reported, async () => {});

/** Returns the indexes of the rows that are on. */
const on = (shown: Preview, privacy: Privacy) =>
  shown.rows.flatMap((_, index) => (isOn(shown, index, privacy) ? [index] : []));

describe('consent to publish an address', () => {
  const token = 'https://a.example/?token=abc';
  const given = [`${token}&utm_source=x`, `${PAGE}?utm_content=ann%40host.example`, `${PAGE}y`];

  it.each<[what: string, from: boolean]>([
    ['left out', true],
    ['put back', false],
  ])('ends for a changed address when tracking parameters are %s', async (_, isKept) => {
    const made = await buildPreview(found(given), noneReported, async () => {});
    const before = withSwitched(withTracking(made, isKept), [0, 1, 2], true, Public);
    expect(on(before, Public)).toEqual([0, 1, 2]);
    const after = withTracking(before, !isKept);
    // Without its parameter, the second address contains no secret and needs no consent.
    expect(on(after, Public)).toEqual(isKept ? [1, 2] : [2]);
    expect(on(after, Private)).toEqual([0, 1, 2]);
    expect(on(withTracking(after, isKept), Public)).toEqual(isKept ? [2] : [1, 2]);
    expect(on(withSwitched(after, [0, 1], true, Public), Public)).toEqual([0, 1, 2]);
  });

  it('stays for an unchanged address', async () => {
    const made = await buildPreview(found([token, given[1] ?? '']), noneReported, async () => {});
    const before = withSwitched(made, [0, 1], true, Public);
    expect(on(withTracking(before, true), Public)).toEqual([0]);
    expect(on(withTracking(before, false), Public)).toEqual([0, 1]);
  });
});

describe('a preview', () => {
  it('gives each row its address, and the reason to leave it out', () => {
    expect(preview.rows).toEqual([
      { url: PAGE, text: PAGE, reason: null, risks: [] },
      { url: `${PAGE}/`, text: TEXTS[1], tracked: TEXTS[1], reason: 'duplicate', risks: [] },
      { url: null, text: 'word', reason: 'notAnAddress', risks: [] },
      { url: KNOWN, text: TEXTS[3], reason: 'alreadyReported', risks: [], reportedAt: DATE },
      { url: SECRET, text: SECRET, reason: 'mayExposeSecret', risks: ['secret'] },
      { url: LOCAL, text: 'localhost', reason: 'mayExposeSecret', risks: ['local'] },
      { url: BOTH, text: BOTH, reason: 'alreadyReported', risks: ['secret'], reportedAt: null },
    ]);
    const counts = {
      notAnAddress: 1,
      duplicate: 1,
      pinned: 0,
      notAPage: 0,
      alreadyReported: 2,
      mayExposeSecret: 2,
    };
    expect(preview.counts).toEqual(counts);
  });

  it('has pinned tabs off, even if their pages are already reported', async () => {
    const tabs = [
      { text: KNOWN, isPinned: true },
      { text: PAGE, isPinned: true },
      { text: PAGE.replace('https', 'http') },
    ];
    const made = await buildPreview(tabs, noneReported, async () => {});
    const reasons = ({ rows }: Preview) => rows.map(({ reason }) => reason);
    expect(reasons(made)).toEqual(['pinned', 'duplicate', null]);
    expect(on(made, Private)).toEqual([2]);
    const later = withReportDates(made, new Map(Object.entries(await reported())));
    expect(reasons(later)).toEqual(['pinned', 'duplicate', null]);
    expect(on(withSwitched(made, [0], true, Private), Private)).toEqual([0, 2]);
  });

  it('is the same if compared at once or later, and keeps manual switches', async () => {
    const fresh = await buildPreview(found(TEXTS), noneReported, async () => {});
    const switched = withSwitched(fresh, [3], true, Private);
    const dates = new Map(Object.entries(await reported()));
    expect(pagesOfPreview(switched)).toEqual(expect.arrayContaining([...dates.keys()]));
    const compared = withReportDates(switched, dates);
    expect(compared).toEqual({ ...preview, switches: switched.switches });
    expect([on(fresh, Private), on(compared, Private)]).toEqual([
      [0, 3, 4, 5, 6],
      [0, 3, 4, 5],
    ]);
  });

  it('has addresses with or without tracking parameters, each with its own reason', async () => {
    const mail = `${PAGE}?a=1&utm_content=ann%40a.example`;
    const texts = [mail, `${PAGE}?gclid=z&a=1`, `${KNOWN}?utm_id=1`];
    const cut = await buildPreview(found(texts), reported, async () => {});
    const seen = ({ rows, counts }: Preview) => [
      rows.map(({ url, reason }) => [url, reason]),
      counts.mayExposeSecret,
    ];
    const [one, twin] = [`${PAGE}?a=1`, 'duplicate'];
    expect(seen(cut)).toEqual([
      [
        [one, null],
        [one, twin],
        [KNOWN, 'alreadyReported'],
      ],
      0,
    ]);
    const given = withTracking(cut, true);
    expect(seen(given)).toEqual([
      [
        [mail, 'mayExposeSecret'],
        [texts[1], twin],
        [texts[2], 'alreadyReported'],
      ],
      1,
    ]);
    expect(withTracking(given, false)).toEqual(cut);
  });

  it('removes user names and passwords from addresses', async () => {
    const { rows } = await buildPreview(
      found(['https://a:b@a.example/']),
      noneReported,
      async () => {},
    );
    expect(rows).toMatchObject([{ url: 'https://a.example/', reason: null }]);
  });

  it.each<[string, string[], (string | null)[]]>([
    ['https last', ['http://a.example/x', PAGE], ['duplicate', null]],
    ['https first', [PAGE, 'http://a.example/x'], [null, 'duplicate']],
    ['https twice', ['http://a.example/x', PAGE, PAGE], ['duplicate', null, 'duplicate']],
    ['https with www.', ['http://a.example/x', 'https://www.a.example/x'], ['duplicate', null]],
    ['no https', ['http://a.example/x', 'http://www.a.example/x'], [null, 'duplicate']],
    ['of a reported page', ['http://a.example/known', KNOWN], ['duplicate', 'alreadyReported']],
  ])(
    'keeps the https row of a page, and marks the other rows as duplicates: %s',
    async (_, texts, reasons) => {
      const { rows, counts } = await buildPreview(found(texts), reported, async () => {});
      expect(rows.map(({ reason }) => reason)).toEqual(reasons);
      expect(counts.duplicate).toBe(reasons.filter((reason) => reason === 'duplicate').length);
    },
  );

  it('has risky rows off only in Public', () => {
    expect(on(preview, Public)).toEqual([0]);
    expect(on(preview, Private)).toEqual([0, 4, 5]);
  });

  it('lets a person switch every row that has an address', () => {
    const all = withSwitched(preview, preview.rows.keys(), true, Public);
    expect(on(all, Public)).toEqual([0, 1, 3, 4, 5, 6]);
    const without = withSwitched(all, [0, 4], false, Public);
    expect(on(without, Public)).toEqual([1, 3, 5, 6]);
    expect(on(all, Public)).toEqual([0, 1, 3, 4, 5, 6]);
    expect(on(preview, Public)).toEqual([0]);
  });

  it('leaves risky rows off in Public even if they were switched on in Private', () => {
    const all = withSwitched(preview, preview.rows.keys(), true, Private);
    expect(on(all, Private)).toEqual([0, 1, 3, 4, 5, 6]);
    expect(on(all, Public)).toEqual([0, 1, 3]);
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

  it('requests report dates for a thousand rows at a time, and skips texts without an address', async () => {
    const ask = vi.fn(async (_: readonly string[]) => ({ 'a.example/1500': DATE }));
    const urls = Array.from({ length: 2_300 }, (_, index) => `https://a.example/${index}`);
    const { rows } = await buildPreview(found(['word', ...urls]), ask, async () => {});
    const asked = ask.mock.calls.map(([keys]) => keys);
    expect(asked.map(({ length }) => length)).toEqual([999, 1_000, 301]);
    expect(asked.flat()).toEqual(urls.map((_, index) => `a.example/${index}`));
    expect(rows.map(({ text }) => text)).toEqual(['word', ...urls]);
    expect(rows.filter(({ reason }) => reason === 'alreadyReported')).toEqual([
      expect.objectContaining({ url: 'https://a.example/1500', reportedAt: DATE }),
    ]);
  });

  it('is built in slices of ten milliseconds, and stops when its caller cancels', async () => {
    let time = 0;
    const done: number[] = [];
    const texts = Array.from({ length: 35 }, (_, index) => `${PAGE}?${index}`);
    const steps = async (rows: number) => void done.push(rows);
    // Each read of the clock takes a millisecond. Each slice reads the clock twice before its first
    // row.
    await buildPreview(found(texts), noneReported, steps, '', () => time++);
    // All addresses are read before the first row is made.
    expect(done).toEqual([0, 0, 0, 10, 20, 30]);
    const giveUp = buildPreview(
      found(texts),
      noneReported,
      () => Promise.reject('enough'),
      '',
      () => (time += 99),
    );
    await expect(giveUp).rejects.toBe('enough');
  });
});

describe('an address that is not a page', () => {
  const FILES = [
    { text: 'https://a.example/list.pdf?v=1' },
    { text: 'https://a.example/list.pdf/x' },
    { text: 'https://a.example/print.pdf', noPage: null },
    { text: 'https://a.example/old', noPage: '301' },
    { text: KNOWN, noPage: 'image/png' },
  ];

  it('is off with a reason, from the file or from its extension', async () => {
    const made = await buildPreview(FILES, reported, async () => {});
    expect(made.rows.map(({ reason, noPage }) => [reason, noPage])).toEqual([
      ['notAPage', '.pdf'],
      [null, undefined],
      [null, undefined],
      ['notAPage', '301'],
      ['notAPage', 'image/png'],
    ]);
    expect(made.counts.notAPage).toBe(3);
    expect(on(made, Private)).toEqual([1, 2]);
    expect(on(withSwitched(made, [3], true, Private), Private)).toEqual([1, 2, 3]);
  });

  it('keeps its reason after a comparison and after a change of tracking parameters', async () => {
    const given = [{ text: 'https://a.example/a.png?utm_source=y' }];
    const made = await buildPreview(given, noneReported, async () => {});
    const [compared] = withReportDates(made, new Map()).rows;
    expect(compared).toMatchObject({ reason: 'notAPage', noPage: '.png' });
    expect(withTracking(made, true).rows).toMatchObject([{ reason: 'notAPage' }]);
  });
});

it.each([
  ['shop.example', 'https://shop.example/a?b#c'],
  ['http://shop.example/en/', 'http://shop.example/a?b#c'],
  ['', null],
  ['none', null],
])('a path belongs to the site %j', async (site, url) => {
  const made = await buildPreview([{ text: '/a?b#c' }], noneReported, async () => {}, site);
  expect(made.rows).toMatchObject([{ url, reason: url === null ? 'notAnAddress' : null }]);
});
