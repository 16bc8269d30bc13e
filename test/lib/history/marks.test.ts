import { describe, expect, it } from 'vitest';
import {
  changedMarks,
  lastSummaryDays,
  MAX_CLOSED,
  MAX_MUTED_PAGES,
  MAX_OPEN,
  type MarkRecord,
  markedPages,
  openMarks,
  openMutes,
  shownMarks,
} from '@/lib/history/marks';
import type { Day } from '@/lib/report/compare/local-day';
import type { Ticket } from '@/lib/report/compare/tickets';
import type { Mute } from '@/lib/report/mutes';
import { referTo } from '@/lib/report/report-reference';
import { sampleReport } from '../../support/sample-report';

const MADE = '2026-11-20T10:00:00.000Z';
const NOW = '2026-11-29T10:00:00.000Z';
const DATES = { madeAt: MADE, changedAt: MADE, endedAt: null };
const FRESH = { madeAt: NOW, changedAt: NOW, endedAt: null };
const ENDED = { madeAt: MADE, changedAt: NOW, endedAt: NOW };

function ticket(number: number): Ticket {
  return {
    id: `${number}`,
    client: null,
    check: 'noindex',
    at: new Date(number).toISOString(),
    pages: [{ report: referTo(sampleReport(`${number}`)), found: null }],
  };
}

function ticketMark(number: number): MarkRecord {
  return { kind: 'ticket', key: `ticket ${number}`, ticket: ticket(number), ...DATES };
}

function star(page: string): MarkRecord {
  return { kind: 'star', key: `star ${page}`, page, ...DATES };
}

function summary(client: string, ...days: Day[]): MarkRecord {
  return { kind: 'summary', key: `summary ${client}`, client, days, ...DATES };
}

function close(mark: MarkRecord): MarkRecord {
  return { ...mark, ...ENDED };
}

const TICKETS = Array.from({ length: MAX_OPEN.ticket }, (_, at) => ticketMark(at));
const STARS = Array.from({ length: MAX_OPEN.star }, (_, at) => star(`host.example/${at}`));

describe('changedMarks', () => {
  it('refuses the 201st open ticket', () => {
    const change = { kind: 'addTicket', ticket: ticket(300) } as const;
    expect(changedMarks(TICKETS, change, NOW)).toEqual({ mark: 'ticket', most: 200 });
    const [first, ...others] = TICKETS;
    const made = { kind: 'ticket', key: 'ticket 300', ticket: ticket(300), ...FRESH };
    expect(changedMarks(others, change, NOW)).toEqual([made]);
    const closed = first ? [close(first)] : [];
    expect(changedMarks([...closed, ...others, ...STARS], change, NOW)).toEqual([made]);
  });

  describe('for a ticket of the same client and problem', () => {
    const client = 'a.example';
    const copiedAt = (at: string, id = at): Ticket => ({ ...ticket(1), id, client, at });
    const add = (one: Ticket) => ({ kind: 'addTicket', ticket: one }) as const;
    const made = (one: Ticket): MarkRecord => ({
      kind: 'ticket',
      key: `ticket ${one.id}`,
      ticket: one,
      ...FRESH,
    });
    const FORMER = made(copiedAt('2026-11-29T09:59:01.000Z', 'former'));
    const SECOND = copiedAt(NOW, 'second');

    it('changes nothing while the open ticket is less than a minute old', () => {
      expect(changedMarks([FORMER], add(SECOND), NOW)).toEqual([]);
      expect(changedMarks([FORMER, ...TICKETS], add(SECOND), NOW)).toEqual([]);
    });

    it.each<[string, MarkRecord]>([
      ['is a minute old', made(copiedAt('2026-11-29T09:59:00.000Z'))],
      [
        'is in the future, because the clock was set back',
        made(copiedAt('2026-11-29T10:01:00.000Z')),
      ],
      ['is closed', close(FORMER)],
      ['is about another client', made({ ...copiedAt(NOW, 'other'), client: 'b.example' })],
      ['is about another problem', made({ ...copiedAt(NOW, 'other'), check: 'title' })],
    ])('adds a ticket if the other ticket %s', (_, former) => {
      expect(changedMarks([former], add(SECOND), NOW)).toEqual([made(SECOND)]);
    });
  });

  it('refuses the 501st open star', () => {
    const change = { kind: 'star', page: 'host.example/new' } as const;
    expect(changedMarks(STARS, change, NOW)).toEqual({ mark: 'star', most: 500 });
    const made = { kind: 'star', key: 'star host.example/new', page: change.page, ...FRESH };
    expect(changedMarks(STARS.slice(1), change, NOW)).toEqual([made]);
    expect(changedMarks([...STARS.slice(1), close(star('a')), ...TICKETS], change, NOW)).toEqual([
      made,
    ]);
  });

  it('changes nothing if a page is already starred, even at the limit', () => {
    expect(changedMarks(STARS, { kind: 'star', page: 'host.example/7' }, NOW)).toEqual([]);
  });

  it('ends a mark, and keeps its content', () => {
    const records = [ticketMark(1), star('a')];
    expect(changedMarks(records, { kind: 'closeTicket', id: '1' }, NOW)).toEqual([
      close(ticketMark(1)),
    ]);
    expect(changedMarks(records, { kind: 'unstar', page: 'a' }, NOW)).toEqual([close(star('a'))]);
  });

  it('closes some pages of a ticket, and keeps the others open', () => {
    const [a, b, c] = [1, 2, 3].flatMap((number) => ticket(number).pages);
    if (!a || !b || !c) throw new Error('no pages');
    const mark = ticketMark(1);
    const of = (...pages: Ticket['pages']): Ticket => ({ ...ticket(1), pages });
    const whole: MarkRecord = { ...mark, kind: 'ticket', ticket: of(a, b, c) };
    const closeSome = (...pages: Ticket['pages']) => {
      const part = { id: 'part', pages: pages.map(({ report }) => report.page) };
      return changedMarks([whole, star('a')], { kind: 'closeTicket', id: '1', part }, NOW);
    };
    const [open, closed] = [
      { ...whole, ticket: of(b), changedAt: NOW },
      { ...whole, ...ENDED, key: 'ticket part', ticket: { ...of(a, c), id: 'part' } },
    ];
    expect(closeSome(a, c)).toEqual([open, closed]);
    expect(closeSome(a, b, c)).toEqual([{ ...whole, ...ENDED }]);
    expect(closeSome()).toEqual([]);
    const again = { id: 'part', pages: [a.report.page, c.report.page] };
    expect(
      changedMarks([open, closed], { kind: 'closeTicket', id: '1', part: again }, NOW),
    ).toEqual([]);
  });

  it('changes nothing if the mark is ended or unknown', () => {
    const records = [close(ticketMark(1)), close(star('a'))];
    expect(changedMarks(records, { kind: 'closeTicket', id: '1' }, NOW)).toEqual([]);
    expect(changedMarks(records, { kind: 'unstar', page: 'a' }, NOW)).toEqual([]);
    expect(changedMarks(records, { kind: 'unstar', page: 'b' }, NOW)).toEqual([]);
  });

  it('makes a new star for a page whose star has ended', () => {
    expect(changedMarks([close(star('a'))], { kind: 'star', page: 'a' }, NOW)).toEqual([
      { ...star('a'), ...FRESH },
    ]);
  });
});

describe('changedMarks of copied summaries', () => {
  const changedByCopy = (records: readonly MarkRecord[], day: number, ...clients: string[]) => {
    // Midday in local time.
    const now = new Date(2026, 10, day, 12).toISOString();
    return changedMarks(records, { kind: 'addSummaries', clients }, now);
  };
  const daysAfter = (days: Day[], day: number) => {
    const changed = changedByCopy([summary('a.example', ...days)], day, 'a.example');
    return 'most' in changed ? changed : changed.map((mark) => 'days' in mark && mark.days);
  };

  it('makes a mark for each client with the day of today', () => {
    const now = new Date(2026, 10, 29, 12).toISOString();
    const dates = { madeAt: now, changedAt: now, endedAt: null };
    expect(changedByCopy([star('a')], 29, 'a.example', 'b.example')).toEqual([
      { ...summary('a.example', '2026-11-29'), ...dates },
      { ...summary('b.example', '2026-11-29'), ...dates },
    ]);
  });

  it('keeps today and the last day before today', () => {
    expect(daysAfter(['2026-11-03'], 29)).toEqual([['2026-11-03', '2026-11-29']]);
    expect(daysAfter(['2026-11-03', '2026-11-20'], 29)).toEqual([['2026-11-20', '2026-11-29']]);
  });

  it('changes nothing for a second copy on the same day', () => {
    expect(daysAfter(['2026-11-03', '2026-11-29'], 29)).toEqual([]);
  });

  it('drops days that are later than today', () => {
    expect(daysAfter(['2026-11-03', '2026-12-24'], 29)).toEqual([['2026-11-03', '2026-11-29']]);
  });

  it('refuses no client, even at the limits of tickets and stars', () => {
    expect(changedByCopy([...TICKETS, ...STARS], 29, 'a.example')).toHaveLength(1);
  });
});

describe('changedMarks of mutes', () => {
  const SITEMAP: Mute = {
    id: 'sitemap',
    check: 'sitemap',
    at: NOW,
    note: '',
    host: 'host.example',
    errors: ['failed'],
  };

  type MuteOfPages = Extract<Mute, { pages: unknown }>;

  function mute(id: string, pages: Record<string, string[] | null>): MuteOfPages {
    return {
      id,
      check: 'title',
      at: NOW,
      note: 'A short title is intended.',
      pages: Object.entries(pages).map(([page, errors]) => ({ page, errors })),
    };
  }

  function muteMark(content: Mute): MarkRecord {
    return { kind: 'mute', key: `mute ${content.id}`, mute: content, ...DATES };
  }

  const add = (content: Mute, ...records: MarkRecord[]) =>
    changedMarks(records, { kind: 'addMute', mute: content }, NOW);
  const TWO_PAGES = mute('two', { a: ['too_short'], b: ['too_short', 'too_long'] });

  it('makes a mute of pages, and a mute of a host', () => {
    expect(add(TWO_PAGES)).toEqual([{ ...muteMark(TWO_PAGES), ...FRESH }]);
    expect(add(SITEMAP)).toEqual([{ ...muteMark(SITEMAP), ...FRESH }]);
  });

  it.each<[string, Mute, boolean]>([
    ['the same mute of another window', { ...TWO_PAGES, id: 'other' }, true],
    ['a mute of one of the pages', mute('other', { b: ['too_long'] }), true],
    ['a mute of another kind of error', mute('other', { a: ['too_long'] }), false],
    ['a mute of another page', mute('other', { a: ['too_short'], c: ['too_short'] }), false],
    ['a mute of another check', { ...TWO_PAGES, id: 'other', check: 'headings' }, false],
    ['the same mute of a host', { ...SITEMAP, id: 'other' }, true],
    ['a mute of another host', { ...SITEMAP, id: 'other', host: 'a.example' }, false],
  ])(
    'adds a mute unless open mutes already include all its errors: %s',
    (_, content, isCovered) => {
      const changed = add(content, muteMark(TWO_PAGES), muteMark(SITEMAP));
      expect(changed).toEqual(isCovered ? [] : [{ ...muteMark(content), ...FRESH }]);
    },
  );

  it('mutes a host although the start page is muted', () => {
    const startPage: Mute = {
      ...mute('start', { 'host.example': ['failed'] }),
      check: 'sitemap',
    };
    expect(add(SITEMAP, muteMark(startPage))).toHaveLength(1);
  });

  it('makes a new mute for a page whose mute has ended', () => {
    const other = { ...TWO_PAGES, id: 'other' };
    expect(add(other, close(muteMark(TWO_PAGES)))).toEqual([{ ...muteMark(other), ...FRESH }]);
  });

  it('refuses the 501st open mute', () => {
    const mutes = Array.from({ length: MAX_OPEN.mute }, (_, at) =>
      muteMark(mute(`${at}`, { [`host.example/${at}`]: ['too_short'] })),
    );
    expect(add(TWO_PAGES, ...mutes, ...STARS)).toEqual({ mark: 'mute', most: 500 });
    const [first, ...others] = mutes;
    const ended = first ? [close(first)] : [];
    expect(add(TWO_PAGES, ...ended, ...others, ...STARS)).toHaveLength(1);
  });

  it('refuses a mute of more than 2,000 pages', () => {
    const pages = Array.from({ length: MAX_MUTED_PAGES + 1 }, (_, at) => [`${at}`, null] as const);
    expect(add(mute('many', Object.fromEntries(pages)))).toEqual({ mark: 'mutedPage', most: 2000 });
    expect(add(mute('many', Object.fromEntries(pages.slice(1))))).toHaveLength(1);
  });

  const end = (id: string, pages: string[] | null, ...records: MarkRecord[]) =>
    changedMarks(records, { kind: 'endMute', id, pages }, NOW);

  it('ends a mute, and keeps its content', () => {
    const records = [muteMark(TWO_PAGES), muteMark(SITEMAP)];
    expect(end('two', null, ...records)).toEqual([close(muteMark(TWO_PAGES))]);
    expect(end('sitemap', null, ...records)).toEqual([close(muteMark(SITEMAP))]);
  });

  it('ends a mute on some pages, and the whole mute on its last page', () => {
    const rest = muteMark(mute('two', { b: ['too_short', 'too_long'] }));
    expect(end('two', ['a', 'c'], muteMark(TWO_PAGES))).toEqual([{ ...rest, changedAt: NOW }]);
    expect(end('two', ['b'], rest)).toEqual([close(rest)]);
    expect(end('two', ['b', 'a'], muteMark(TWO_PAGES))).toEqual([close(muteMark(TWO_PAGES))]);
  });

  it.each<[string, string, string[] | null, MarkRecord]>([
    ['the mute has ended', 'two', null, close(muteMark(TWO_PAGES))],
    ['the mute does not include the page', 'two', ['c'], muteMark(TWO_PAGES)],
    ['the mute is unknown', 'other', ['a'], muteMark(TWO_PAGES)],
    ['a page is given for the mute of a host', 'sitemap', ['host.example'], muteMark(SITEMAP)],
  ])('changes nothing if %s', (_, id, page, record) => {
    expect(end(id, page, record)).toEqual([]);
  });

  it('shownMarks returns another mutesVersion after each change of the open mutes', () => {
    const one = muteMark(TWO_PAGES);
    const edited = { ...one, changedAt: NOW };
    const restored = {
      ...muteMark({ ...TWO_PAGES, id: 'restored' }),
      changedAt: '2026-11-03T10:00:00.000Z',
    };
    const states = [[one], [edited], [one, restored], [edited, restored], [close(one), restored]];
    const versions = states.map((records) => shownMarks(records).mutesVersion);
    expect(new Set(versions).size).toBe(states.length);
    expect(shownMarks([star('a'), one]).mutesVersion).toBe(versions[0]);
    expect(shownMarks([star('a'), close(one)])).not.toHaveProperty('mutesVersion');
  });

  it('openMutes returns the open mutes, newest first', () => {
    const older = { ...TWO_PAGES, id: 'older', at: MADE };
    const records = [muteMark(older), muteMark(TWO_PAGES), close(muteMark(SITEMAP)), star('a')];
    expect(openMutes(records)).toEqual([TWO_PAGES, older]);
  });
});

describe('changedMarks of languages', () => {
  const german = { kind: 'setLanguage', clients: ['a.example'], language: 'de' } as const;
  const mark = {
    kind: 'language',
    key: 'language a.example',
    client: 'a.example',
    language: 'de',
    ...FRESH,
  } as const;

  it('makes a mark for the client', () => {
    expect(changedMarks([star('a')], german, NOW)).toEqual([mark]);
    expect(openMarks([mark]).languages).toEqual([{ client: 'a.example', language: 'de' }]);
  });

  it('changes the language of a mark', () => {
    const former = { ...mark, language: 'fr', madeAt: MADE };
    expect(changedMarks([former], german, NOW)).toEqual([{ ...mark, madeAt: MADE }]);
  });

  it('changes nothing if the client already has the language', () => {
    expect(changedMarks([mark], german, NOW)).toEqual([]);
  });
});

describe('openMarks', () => {
  it('returns open tickets newest first, and open stars', () => {
    const records = [
      ticketMark(1),
      ticketMark(3),
      close(ticketMark(2)),
      star('a'),
      close(star('b')),
    ];
    expect(openMarks(records)).toEqual({
      tickets: [ticket(3), ticket(1)],
      starred: ['a'],
      summaries: [],
      joined: [],
      due: [],
      languages: [],
    });
  });

  it('returns the days of the summaries of each client', () => {
    const records = [summary('a.example', '2026-11-03'), star('a')];
    expect(openMarks(records).summaries).toEqual([{ client: 'a.example', days: ['2026-11-03'] }]);
  });
});

describe('lastSummaryDays', () => {
  it.each<[string, Day[], Day, Day | null]>([
    ['the only day', ['2026-11-03'], '2026-11-29', '2026-11-03'],
    ['the earlier day on the later day', ['2026-11-03', '2026-11-29'], '2026-11-29', '2026-11-03'],
    ['the later day on the next day', ['2026-11-03', '2026-11-29'], '2026-11-30', '2026-11-29'],
    ['no day if the first summary is of today', ['2026-11-29'], '2026-11-29', null],
    ['a day of the last year', ['2025-12-31'], '2026-01-01', '2025-12-31'],
  ])('returns %s', (_, days, today, expected) => {
    const last = lastSummaryDays([{ client: 'a.example', days }], today);
    expect(last.get('a.example') ?? null).toBe(expected);
    expect(last.get('b.example')).toBeUndefined();
  });
});

describe('shownMarks', () => {
  function ticketClosedAt(number: number, endedAt: string): MarkRecord {
    return { ...ticketMark(number), changedAt: endedAt, endedAt };
  }

  it('returns closed tickets without findings, the last closed ticket first', () => {
    const records = [
      ticketMark(1),
      ticketClosedAt(2, '2026-11-25T10:00:00.000Z'),
      ticketClosedAt(3, '2026-11-27T10:00:00.000Z'),
      close(star('b')),
    ];
    const closedTicket = (number: number, day: number) => ({
      id: `${number}`,
      check: 'noindex',
      at: new Date(number).toISOString(),
      closedAt: `2026-11-${day}T10:00:00.000Z`,
      pages: [{ page: `host.example/${number}`, generatedAt: '2026-11-01T10:00:00.000Z' }],
    });
    expect(shownMarks(records)).toEqual({
      tickets: [ticket(1)],
      closed: [closedTicket(3, 27), closedTicket(2, 25)],
      summaries: [],
      starred: [],
      joined: [],
      apart: [],
      due: [],
      languages: [],
    });
  });

  it('returns the last 200 closed tickets beside 200 open tickets', () => {
    const closed = Array.from({ length: MAX_CLOSED + 1 }, (_, at) =>
      ticketClosedAt(1_000 + at, new Date(at * 1_000).toISOString()),
    );
    const marks = shownMarks([...TICKETS, ...closed]);
    expect([marks.tickets.length, marks.closed.length]).toEqual([200, 200]);
    expect(marks.closed[0]?.id).toBe('1200');
    expect(marks.closed.at(-1)?.id).toBe('1001');
  });
});

describe('markedPages', () => {
  it('returns the pages with an open star or an open ticket', () => {
    const records = [ticketMark(1), close(ticketMark(2)), star('a'), close(star('b'))];
    expect(markedPages(records)).toEqual(new Set(['a', 'host.example/1']));
  });
});
