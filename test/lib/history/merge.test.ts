import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BackupRecord } from '@/lib/history/backup-format';
import { MAX_OPEN, type MarkRecord } from '@/lib/history/marks';
import {
  forOtherAccount,
  historyOfSameAccount,
  mergedMarks,
  mergedRow,
  missingResults,
  resultKey,
} from '@/lib/history/merge';
import { type ReportRecord, type ResultRecord, reportRecord } from '@/lib/history/records';
import { MAX_RESULTS_OF_PAGE } from '@/lib/history/retention';
import type { DueSubject } from '@/lib/report/compare/due';
import {
  dueOn,
  joinedOn,
  languageOn,
  muteOn,
  muteOnHost,
  resultOn,
  SAMPLE_RECORDS,
  sampleHistory,
  starOn,
  summaryOn,
  ticketOn,
} from '../../support/sample-backup';
import { sampleReport } from '../../support/sample-report';

const PAGE = 'host.example/1';

function rowOn(day: number | null, page = PAGE, seenAt = 0): ReportRecord {
  const generatedAt = day === null ? null : resultOn(page, day).generatedAt;
  const result = day === null ? { result: null, score: null } : { score: day };
  const report = sampleReport('1', { url: `https://${page}`, generatedAt, ...result });
  return reportRecord(report, null, seenAt);
}

describe('mergedRow', () => {
  it('restores a missing row', () => {
    expect(mergedRow(undefined, rowOn(3))).toEqual({ row: rowOn(3), newPastResults: [] });
  });

  it.each<[string, ReportRecord, ReportRecord, 'local' | 'restored', number[]]>([
    ['the local row if its result is later', rowOn(9), rowOn(3), 'local', [3]],
    ['the restored row if its result is later', rowOn(3), rowOn(9), 'restored', [3]],
    ['the local row if the results are the same', rowOn(3), rowOn(3), 'local', []],
    ['the local row if the restored one has no result', rowOn(3), rowOn(null), 'local', []],
    ['the restored row if the local row has no result', rowOn(null), rowOn(3), 'restored', []],
    ['the local row if both rows have no result', rowOn(null), rowOn(null), 'local', []],
    ['the local row if the page differs', rowOn(3), rowOn(3, 'host.example/2'), 'local', [3]],
  ])('keeps %s', (_, local, restored, winner, newPastResults) => {
    const merged = mergedRow(local, restored);
    expect(merged.row).toEqual(winner === 'local' ? local : restored);
    expect(merged.newPastResults.map(({ score }) => score)).toEqual(newPastResults);
    for (const { page } of merged.newPastResults) {
      expect(page).toBe(winner === 'local' ? restored.page : local.page);
    }
  });

  it('keeps the request time of the local row', () => {
    expect(mergedRow(rowOn(3, PAGE, 17), rowOn(9)).row.seenAt).toBe(17);
  });

  it('adds the findings of the same result', () => {
    const withFindings = { ...rowOn(3), found: [] };
    expect(mergedRow(rowOn(3, PAGE, 5), withFindings).row).toEqual({ ...withFindings, seenAt: 5 });
    expect(mergedRow(withFindings, rowOn(3)).row).toBe(withFindings);
    expect(mergedRow(rowOn(9), withFindings).row.found).toBeNull();
  });
});

describe('missingResults', () => {
  const days = (results: readonly ResultRecord[]) =>
    results.map(({ generatedAt }) => new Date(generatedAt).getUTCDate());

  it('returns each missing result once', () => {
    const local = [resultKey(resultOn(PAGE, 2))];
    const restored = [1, 2, 3, 3].map((day) => resultOn(PAGE, day));
    expect(days(missingResults(local, restored, { isMarked: false }))).toEqual([1, 3]);
  });

  it('returns a result if only another report has a stored result of the same date', () => {
    const local = [resultKey(resultOn(PAGE, 2, '1'))];
    expect(missingResults(local, [resultOn(PAGE, 2, '9')], { isMarked: false })).toHaveLength(1);
  });

  it('leaves out results beyond the limit of a page, unless the page is marked', () => {
    const newer = Array.from({ length: MAX_RESULTS_OF_PAGE }, (_, at) =>
      resultKey(resultOn(PAGE, 10 + at)),
    );
    const restored = [resultOn(PAGE, 3), resultOn(PAGE, 10, '9')];
    expect(missingResults(newer, restored, { isMarked: false })).toEqual([restored[1]]);
    expect(missingResults(newer, restored, { isMarked: true })).toEqual(restored);
  });
});

describe('mergedMarks', () => {
  it.each<[string, MarkRecord[], MarkRecord, boolean]>([
    ['restores a mark that this browser does not have', [], starOn(PAGE, 3), true],
    ['keeps later days of summaries', [summaryOn('a', 9)], summaryOn('a', 3), false],
    ['restores later days of summaries', [summaryOn('a', 3)], summaryOn('a', 9), true],
    [
      'keeps a language that was chosen later',
      [languageOn('a', 'de', 9)],
      languageOn('a', 'fr', 3),
      false,
    ],
    [
      'restores a language that was chosen later',
      [languageOn('a', 'de', 3)],
      languageOn('a', 'fr', 9),
      true,
    ],
    ['restores a due mark', [], dueOn({ kind: 'starred' }, 3), true],
    [
      'keeps a due mark that was ended later in this browser',
      [dueOn({ kind: 'client', name: 'a' }, 9, 'ended')],
      dueOn({ kind: 'client', name: 'a' }, 3),
      false,
    ],
    [
      'restores the later rhythm of a due mark',
      [dueOn({ kind: 'starred' }, 3)],
      dueOn({ kind: 'starred' }, 9, 'open', { every: 'month', day: 9 }),
      true,
    ],
    ['restores an ended mark', [], ticketOn('t', PAGE, 3, 'ended'), true],
    [
      'keeps a mark that was ended later in this browser',
      [starOn(PAGE, 9, 'ended')],
      starOn(PAGE, 3),
      false,
    ],
    [
      'reopens a mark that was ended earlier in this browser',
      [starOn(PAGE, 3, 'ended')],
      starOn(PAGE, 9),
      true,
    ],
    [
      'ends a mark that was ended in the backup later',
      [starOn(PAGE, 3)],
      starOn(PAGE, 9, 'ended'),
      true,
    ],
    ['restores a mute', [], muteOn('m', [PAGE], 3), true],
    [
      'keeps a mute that was ended later in this browser',
      [muteOn('m', [PAGE], 9, 'ended')],
      muteOn('m', [PAGE], 3),
      false,
    ],
    [
      'keeps a mute that was ended on one page later in this browser',
      [muteOn('m', [PAGE], 9)],
      muteOn('m', [PAGE, 'host.example/2'], 3),
      false,
    ],
    [
      'keeps the local mark if both changed at the same time',
      [starOn(PAGE, 3)],
      starOn(PAGE, 3, 'ended'),
      false,
    ],
  ])('%s', (_, local, restored, isRestored) => {
    const merged = mergedMarks(local, [restored]);
    expect(merged).toEqual({ changed: isRestored ? [restored] : [], refused: 0 });
  });

  it('refuses and counts open marks beyond the limit, and restores ended marks', () => {
    const local = Array.from({ length: MAX_OPEN.star - 1 }, (_, at) =>
      starOn(`a.example/${at}`, 1),
    );
    const restored = [1, 2, 3].map((at) => starOn(`b.example/${at}`, 2));
    const ended = starOn('c.example', 3, 'ended');
    expect(mergedMarks(local, [...restored, ended])).toEqual({
      changed: [restored[0], ended],
      refused: 2,
    });
  });

  it('refuses open mutes beyond their own limit', () => {
    const full = Array.from({ length: MAX_OPEN.mute }, (_, at) => muteOn(`${at}`, [PAGE], 1));
    expect(mergedMarks(full, [muteOn('new', [PAGE], 2), starOn(PAGE, 2)])).toEqual({
      changed: [starOn(PAGE, 2)],
      refused: 1,
    });
  });

  it('refuses to reopen a mark beyond the limit', () => {
    const full = Array.from({ length: MAX_OPEN.star }, (_, at) => starOn(`a.example/${at}`, 1));
    const local = [...full, starOn(PAGE, 1, 'ended')];
    expect(mergedMarks(local, [starOn(PAGE, 2)])).toEqual({ changed: [], refused: 1 });
    expect(mergedMarks(local, [starOn('a.example/1', 2, 'ended'), starOn(PAGE, 2)]).refused).toBe(
      0,
    );
    expect(mergedMarks(local, [starOn('a.example/1', 2)])).toMatchObject({ refused: 0 });
  });
});

describe('historyOfSameAccount', () => {
  const ada = sampleHistory('a', '7');

  it.each<[string, ReturnType<typeof sampleHistory>[], string | null]>([
    ['the history of the same account', [sampleHistory('x', '8'), sampleHistory('y', '7')], 'y'],
    ['the history of the same connection before others', [sampleHistory('y', '7'), ada], 'a'],
    ['the same connection if the local account is unknown', [sampleHistory('a', null)], 'a'],
    ['the same connection if it has no identity', [{ connectionId: 'a', identity: null }], 'a'],
    ['no history of another account', [sampleHistory('x', '8')], null],
    ['no history of another account of the same connection', [sampleHistory('a', '8')], null],
    ['no history of another connection with an unknown account', [sampleHistory('x', null)], null],
    ['no history if none exists', [], null],
  ])('finds %s', (_, local, found) => {
    expect(historyOfSameAccount(ada, local)?.connectionId ?? null).toBe(found);
  });

  it('finds no history of another service', () => {
    const elsewhere = sampleHistory('x', '7');
    if (elsewhere.identity) elsewhere.identity.baseUrl = 'https://other.example';
    expect(historyOfSameAccount(ada, [elsewhere])).toBeNull();
  });

  it('finds the history of an unknown account only by its connection', () => {
    const unknown = sampleHistory('a', null);
    expect(historyOfSameAccount(unknown, [sampleHistory('x', '7')])).toBeNull();
    expect(historyOfSameAccount(unknown, [ada])).toBe(ada);
  });
});

describe('forOtherAccount', () => {
  it('returns marks and results without report ids, and no rows', () => {
    const given = SAMPLE_RECORDS.flatMap(forOtherAccount);
    expect(given).toMatchObject([
      { mark: { kind: 'star', page: PAGE } },
      { mark: { kind: 'ticket', ticket: { pages: [{ report: { id: '', page: PAGE } }] } } },
      { result: { page: PAGE, reportId: '', generatedAt: '2026-11-01T10:00:00.000Z' } },
      { result: { page: PAGE, reportId: '' } },
    ]);
  });

  it.each<[string, BackupRecord]>([
    ['a star', { mark: starOn('id:5', 1) }],
    ['a ticket', { mark: ticketOn('t', 'id:5', 1) }],
    ['a mute', { mark: muteOn('m', ['id:5'], 1) }],
    ['a row', { report: sampleReport('5', { url: null }), found: null }],
    ['a result', { result: resultOn('id:5', 1) }],
  ])('leaves out %s of a page without an address', (_, record) => {
    expect(forOtherAccount(record)).toEqual([]);
  });

  it('keeps the days of summaries', () => {
    const record = { mark: summaryOn('a.example', 3) };
    expect(forOtherAccount(record)).toEqual([record]);
  });

  it('keeps the language of a client', () => {
    const record = { mark: languageOn('a.example', 'de', 3) };
    expect(forOtherAccount(record)).toEqual([record]);
  });

  it('keeps pages with an address in a mute, and keeps the mute of a host', () => {
    expect(forOtherAccount({ mark: muteOn('m', ['id:5', PAGE], 1) })).toEqual([
      { mark: muteOn('m', [PAGE], 1) },
    ]);
    const record = { mark: muteOnHost('m', 'host.example', 1) };
    expect(forOtherAccount(record)).toEqual([record]);
  });

  it.each<[string, DueSubject]>([
    ['a client', { kind: 'client', name: 'a.example' }],
    ['a ticket', { kind: 'ticket', id: 't' }],
    ['the starred pages', { kind: 'starred' }],
  ])('keeps the due mark of %s', (_, subject) => {
    const record = { mark: dueOn(subject, 1) };
    expect(forOtherAccount(record)).toEqual([record]);
  });

  it('keeps joined clients', () => {
    const record = { mark: joinedOn('Mill', ['mill.example', 'shop.mill.example'], 1) };
    expect(forOtherAccount(record)).toEqual([record]);
  });

  it('keeps pages with an address in a ticket', () => {
    const mark = ticketOn('t', 'id:5', 1);
    const other = ticketOn('t', PAGE, 1);
    if (mark.kind !== 'ticket' || other.kind !== 'ticket') throw new Error('Not a ticket.');
    mark.ticket.pages.push(...other.ticket.pages);
    expect(forOtherAccount({ mark })).toMatchObject([
      { mark: { ticket: { pages: [{ report: { page: PAGE } }] } } },
    ]);
  });
});

describe('merging', () => {
  const day = fc.integer({ min: 1, max: 6 });
  const page = fc.constantFrom(PAGE, 'host.example/2');
  const row = fc.tuple(fc.option(day), page).map((facts) => rowOn(...facts));
  const mark = fc
    .tuple(page, day, fc.boolean())
    // Two changes at the same time are the same change.
    .map(([starred, at, isEnded]) =>
      starOn(starred, at * 2 + Number(isEnded), isEnded ? 'ended' : 'open'),
    );

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.option(row, { nil: undefined }), row, (local, restored) => {
        const { row: once } = mergedRow(local, restored);
        expect(mergedRow(once, restored).row).toBe(once);
      }),
    );
    fc.assert(
      fc.property(fc.array(mark), fc.array(mark), (local, restored) => {
        const unique = [...new Map(local.map((one) => [one.key, one])).values()];
        const once = applyMarks(unique, restored);
        expect(mergedMarks(once, restored).changed).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(fc.array(day), fc.array(day), fc.boolean(), (local, restored, isMarked) => {
        const keys = [...new Set(local)].map((at) => resultKey(resultOn(PAGE, at)));
        const results = restored.map((at) => resultOn(PAGE, at));
        const added = missingResults(keys, results, { isMarked }).map(resultKey);
        expect(missingResults([...keys, ...added], results, { isMarked })).toEqual([]);
      }),
    );
  });

  it('gives the same results in either order', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        fc.pre(one.page === other.page);
        const [first, second] = [mergedRow(one, other), mergedRow(other, one)];
        expect(first).toEqual(second);
      }),
    );
    fc.assert(
      fc.property(fc.array(mark), fc.array(mark), (one, other) => {
        const [first, second] = [
          applyMarks(applyMarks([], one), other),
          applyMarks(applyMarks([], other), one),
        ];
        expect(sortByKey(first)).toEqual(sortByKey(second));
      }),
    );
  });

  it('loses no result of a row', () => {
    fc.assert(
      fc.property(row, row, (local, restored) => {
        const { row: mergedReport, newPastResults } = mergedRow(local, restored);
        const known = [
          mergedReport.report.generatedAt,
          ...newPastResults.map(({ generatedAt }) => generatedAt),
        ];
        expect(known).toEqual(
          expect.arrayContaining(
            [local.report.generatedAt, restored.report.generatedAt].filter((date) => date !== null),
          ),
        );
      }),
    );
  });

  function applyMarks(local: readonly MarkRecord[], restored: readonly MarkRecord[]): MarkRecord[] {
    const marks = new Map(local.map((one) => [one.key, one]));
    for (const one of mergedMarks(local, restored).changed) marks.set(one.key, one);
    return [...marks.values()];
  }

  function sortByKey(marks: readonly MarkRecord[]): MarkRecord[] {
    return marks.toSorted((one, other) => one.key.localeCompare(other.key));
  }
});
