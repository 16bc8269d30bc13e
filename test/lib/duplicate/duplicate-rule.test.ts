import { describe, expect, it } from 'vitest';
import type { DuplicateRecord, UncheckedCreation } from '@/lib/duplicate/duplicate';
import { EMPTY_RECORD } from '@/lib/duplicate/duplicate';
import { afterList, withCreation, withoutReport } from '@/lib/duplicate/duplicate-rule';
import type { Report } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { creation, ofPage, PAGE, recordAfter, seenList } from '../../support/sample-duplicates';
import { sampleReport } from '../../support/sample-report';

const LATER = '2026-11-02T12:00:01.000Z';
const earlier = sampleReport('7');

/** The reports that are told of: the one to keep, then the one too many. */
function foundIn({ found }: DuplicateRecord): string[][] {
  return found.map(({ own, extra }) => [own.id, extra.id]);
}

const uuids = { knownIds: ['7'], newestKnownId: null };
const letters = (reports: Report[]) => reports.map((one) => ({ ...one, id: `x-${one.id}` }));

describe('a duplicate', () => {
  it.each<[string, UncheckedCreation[], Report[], string[][]]>([
    ['is a second new report', [creation('9')], [ofPage('9'), ofPage('8'), earlier], [['9', '8']]],
    ['may be the newer one', [creation('8')], [ofPage('10'), ofPage('8'), earlier], [['8', '10']]],
    [
      'may have its address in another spelling',
      [creation('9')],
      [ofPage('9'), ofPage('8', { url: `${PAGE}/?utm_source=x` })],
      [['9', '8']],
    ],
    [
      'may have the spelling of the service alone',
      [creation('9')],
      [ofPage('9', { url: 'https://www.host.example/page' })].flatMap((own) => [
        own,
        { ...own, id: '8' },
      ]),
      [['9', '8']],
    ],
    [
      'is found where the list shows no privacy',
      [creation('9')],
      [ofPage('9', { privacy: null }), ofPage('8', { privacy: null })],
      [['9', '8']],
    ],
    [
      'is found where ids are no numbers',
      [creation('x-9', uuids)],
      letters([ofPage('9'), ofPage('8'), earlier]),
      [['x-9', 'x-8']],
    ],
    [
      'is told of once where the service lists it twice',
      [creation('9')],
      [ofPage('9'), ofPage('9'), ofPage('8'), ofPage('8'), earlier],
      [['9', '8']],
    ],
    [
      'may come more than once',
      [creation('10')],
      [ofPage('10'), ofPage('9'), ofPage('8'), earlier],
      [
        ['10', '9'],
        ['10', '8'],
      ],
    ],
    [
      'is found among two that no answer has named',
      [creation(null)],
      [ofPage('9'), ofPage('8'), earlier],
      [['8', '9']],
    ],
    [
      'is one although two were asked for',
      [creation('9'), creation('10')],
      [ofPage('10'), ofPage('9'), ofPage('8'), earlier],
      [['9', '8']],
    ],
    [
      'is none that an unnamed creation needs',
      [creation('9'), creation(null)],
      [ofPage('11'), ofPage('10'), ofPage('9'), earlier],
      [['9', '11']],
    ],
  ])('%s', (_, creations, reports, expected) => {
    expect(foundIn(recordAfter(creations, seenList(reports)))).toEqual(expected);
  });

  it.each<[string, UncheckedCreation[], Report[]]>([
    ['the only report', [creation('9')], [ofPage('9'), earlier]],
    ['an older one', [creation('9')], [ofPage('9'), ofPage('7'), ofPage('6')]],
    [
      'an older one whose id is no number',
      [creation('x-9', { knownIds: ['x-8'], newestKnownId: null })],
      letters([ofPage('9'), ofPage('8')]),
    ],
    ['one of another page', [creation('9')], [ofPage('9'), sampleReport('8'), earlier]],
    [
      'one of another privacy',
      [creation('9')],
      [ofPage('9'), ofPage('8', { privacy: 0 }), earlier],
    ],
    ['one without an address', [creation('9')], [ofPage('9'), ofPage('8', { url: null }), earlier]],
    [
      "another submission's own",
      [creation('8'), creation('9')],
      [ofPage('9'), ofPage('8'), earlier],
    ],
    [
      "another submission's own that a search has found",
      [creation('8', {}, false), creation('9')],
      [ofPage('9'), ofPage('8'), earlier],
    ],
    ['the only one of two asked for', [creation(null)], [ofPage('9'), earlier]],
  ])('is not %s', (_, creations, reports) => {
    const record = recordAfter(creations, seenList(reports));
    expect(record.found).toEqual([]);
    expect(record.unchecked).toEqual([]);
  });

  it('is not one that another submission has become, in whatever window', () => {
    const reports = [ofPage('9'), ofPage('8'), earlier];
    const seen = seenList(reports, { isAccountedFor: (id) => id === '8' });
    expect(recordAfter([creation('9')], seen).found).toEqual([]);
  });

  it('waits while another report of the page is being made', () => {
    const reports = [ofPage('9'), ofPage('8'), earlier];
    const making = seenList(reports, { isMaking: (url) => url === PAGE });
    const record = recordAfter([creation('8')], making);
    expect(record.found).toEqual([]);
    const after = afterList(withCreation(record, creation('9')), seenList(reports));
    expect(after).toMatchObject({ found: [], unchecked: [] });
  });

  it('may be deleted only where the answer has named the other', () => {
    const seen = seenList([ofPage('9'), ofPage('8'), earlier]);
    const isAnswered = (one: UncheckedCreation) =>
      recordAfter([one], seen).found.map((duplicate) => duplicate.isAnswered);
    expect(isAnswered(creation('9'))).toEqual([true]);
    expect(isAnswered(creation('9', {}, false))).toEqual([false]);
    expect(isAnswered(creation(null))).toEqual([false]);
  });
});

describe('a creation is held against lists', () => {
  const full = Array.from({ length: 10 }, (_, index) => sampleReport(String(30 - index)));

  it.each<[string, Parameters<typeof seenList>]>([
    ['shows its report', [[sampleReport('8'), earlier]]],
    ['goes back far enough', [[ofPage('31'), ...full.slice(1)], { total: 40 }]],
    [
      'is not filtered',
      [[ofPage('31'), earlier], { query: { ...RECENT_REPORTS_QUERY, result: 'bad' } }],
    ],
    [
      'is not searched',
      [[ofPage('31'), earlier], { query: { ...RECENT_REPORTS_QUERY, search: 'page' } }],
    ],
    [
      'is sorted by date',
      [[ofPage('31'), earlier], { query: { ...RECENT_REPORTS_QUERY, sortBy: 'url' } }],
    ],
    [
      'shows the newest first',
      [[ofPage('31'), earlier], { query: { ...RECENT_REPORTS_QUERY, sort: 'asc' } }],
    ],
  ])('until one %s', (_, seen) => {
    const record = recordAfter([creation('31')], seenList(...seen));
    expect(record).toMatchObject({ found: [], unchecked: [{ reportId: '31' }] });
    const after = afterList(record, seenList([ofPage('31'), ofPage('30'), earlier]));
    expect(foundIn(after)).toEqual([['31', '30']]);
    expect(after.unchecked).toEqual([]);
  });

  it('of which the first that can tell is enough', () => {
    const record = recordAfter([creation('9')], seenList([ofPage('9'), earlier]));
    const after = afterList(record, seenList([ofPage('10'), ofPage('9'), earlier]));
    expect(after).toBe(record);
  });

  it('not for ever where no list shows it', () => {
    const creations = Array.from({ length: 25 }, (_, at) => creation(String(at + 100)));
    const { unchecked } = creations.reduce(withCreation, EMPTY_RECORD);
    expect(unchecked.map(({ reportId }) => reportId)).toEqual(
      creations.slice(5).map(({ reportId }) => reportId),
    );
  });
});

describe('what was found', () => {
  const both = [ofPage('9'), ofPage('8'), earlier];
  const record = recordAfter([creation('9')], seenList(both));

  it('stays while both are listed, and is not found again', () => {
    expect(afterList(record, seenList(both, { readAt: LATER }))).toBe(record);
  });

  it.each([
    ['the one too many', [ofPage('9'), earlier]],
    ['the own one', [ofPage('8'), earlier]],
    ['neither', [earlier]],
  ])('goes when a later list shows no more than %s', (_, reports) => {
    expect(afterList(record, seenList(reports, { readAt: LATER })).found).toEqual([]);
  });

  it.each<[string, ReturnType<typeof seenList>]>([
    ['was asked for before', seenList([ofPage('9'), earlier])],
    [
      'leaves reports out',
      seenList([ofPage('9')], {
        readAt: LATER,
        query: { ...RECENT_REPORTS_QUERY, result: 'good' },
      }),
    ],
    ['does not go back far enough', seenList([ofPage('9')], { readAt: LATER, total: 3 })],
  ])('stays when a list shows one of them that %s', (_, seen) => {
    expect(afterList(record, seen)).toBe(record);
  });

  it.each(['8', '9'])('goes with report %s, and does not come back', (id) => {
    const after = withoutReport(record, id);
    expect(after.found).toEqual([]);
    expect(afterList(after, seenList(both, { readAt: LATER })).found).toEqual([]);
  });

  it('has nothing to do with other reports', () => {
    expect(withoutReport(record, '7')).toBe(record);
  });
});
