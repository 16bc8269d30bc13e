import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRIVACIES } from '@/lib/report/privacy';
import { RATINGS } from '@/lib/report/rating';
import { readReportList, readSingleReport } from '@/lib/service/body-readers';
import { readReport } from '@/lib/service/report-reader';
import { wireId, wireList, wireReport, wireSingle } from '../../service/report-contract';

/** A value in one of the ways in which a service may write it. */
interface Written<T> {
  sent: unknown;
  meant: T;
}

const ofText = (text: fc.Arbitrary<string>): fc.Arbitrary<Written<string>> =>
  text.map((meant) => ({ sent: meant, meant }));

const none = fc.constantFrom<Written<null>>(
  { sent: null, meant: null },
  { sent: undefined, meant: null },
);

const id = fc.oneof(
  fc.maxSafeNat().map((number) => ({ sent: number, meant: String(number) })),
  ofText(fc.maxSafeNat().map(String)),
  ofText(fc.uuid()),
);

const privacy = fc
  .constantFrom(...PRIVACIES)
  .chain((meant) => fc.constantFrom({ sent: meant, meant }, { sent: String(meant), meant }));

const result = fc
  .constantFrom(...RATINGS)
  .chain((meant) => fc.mixedCase(fc.constant(meant)).map((sent) => ({ sent, meant })));

const project = fc.oneof(fc.string({ minLength: 1 }), fc.constant('Shop'.padEnd(200, '!')));

/** From 1973, when milliseconds became longer than seconds ever are before the year 5138. */
const seconds = fc.integer({ min: 100_000_000, max: 99_999_999_999 });

const date = fc.tuple(seconds, fc.nat(999)).chain(([second, millisecond]) => {
  const whole = new Date(second * 1000).toISOString();
  const exact = new Date(second * 1000 + millisecond);
  return fc.constantFrom(
    { sent: exact.toISOString(), meant: exact.toISOString() },
    { sent: exact.getTime(), meant: exact.toISOString() },
    { sent: second, meant: whole },
    { sent: whole.slice(0, 19).replace('T', ' '), meant: whole },
  );
});

const row = fc
  .record({
    id,
    url: ofText(fc.webUrl({ withFragments: true, withQueryParameters: true })),
    result: fc.oneof(result, none),
    privacy,
    date: fc.oneof(date, none),
    project: fc.oneof(ofText(project), none),
  })
  .map((of) => ({
    sent: {
      id: of.id.sent,
      url: of.url.sent,
      result: of.result.sent,
      privacy: of.privacy.sent,
      generated_at: of.date.sent,
      project: of.project.sent,
    },
    meant: {
      id: of.id.meant,
      url: of.url.meant,
      result: of.result.meant,
      privacy: of.privacy.meant,
      generatedAt: of.date.meant,
      project: of.project.meant,
    },
  }));

describe('a report that fits the contract', () => {
  it('is read without loss', () => {
    const anyRow = fc.property(row, ({ sent, meant }) => {
      expect(wireReport.safeParse(sent)).toMatchObject({ success: true });
      expect(readReport(sent)).toEqual(meant);
    });
    fc.assert(anyRow, { numRuns: 2000 });
  });

  it.each([
    ['at the top', (json: unknown) => json],
    ['under data', (json: unknown) => ({ data: json })],
    ['under report', (json: unknown) => ({ report: json })],
  ])('is found %s', (_, within) => {
    const anySingle = fc.property(row, ({ sent, meant }) => {
      const json = within(sent);
      expect(wireSingle.safeParse(json)).toMatchObject({ success: true });
      expect(readSingleReport(json)).toEqual({ ...meant, extraFields: [] });
    });
    fc.assert(anySingle, { numRuns: 200 });
  });

  it.each([
    ['at the top', (json: unknown) => json],
    ['under data', (json: unknown) => ({ data: json })],
    ['under reports', (json: unknown) => ({ reports: json })],
    ['under items', (json: unknown) => ({ items: json })],
    ['under data.data', (json: unknown) => ({ data: { data: json } })],
  ])('is found in a list %s', (_, within) => {
    const anyList = fc.property(fc.array(row), (rows) => {
      const json = within(rows.map(({ sent }) => sent));
      expect(wireList.safeParse(json)).toMatchObject({ success: true });
      const reports = rows.map(({ meant }) => meant);
      expect(readReportList(json)).toEqual({ reports, unreadable: 0, total: null });
    });
    fc.assert(anyList, { numRuns: 200 });
  });
});

describe('a row', () => {
  const nearlyId = fc.oneof(
    id.map(({ sent }) => sent),
    fc.jsonValue(),
    fc.double(),
    fc.string({ unit: fc.constantFrom('.', ' ', '7', '\n') }),
    fc.integer({ min: 190, max: 210 }).map((length) => '7'.repeat(length)),
    fc.constantFrom('', ' ', '.', '..', ' .. ', '...', undefined, -1, 2 ** 53, [1], { id: 1 }),
  );

  it('is read exactly where its id fits the contract', () => {
    const anyId = fc.property(nearlyId, (sent) => {
      const fits = wireId.safeParse(sent).success;
      expect(readReport({ id: sent }) !== undefined).toBe(fits);
    });
    fc.assert(anyId, { numRuns: 5000 });
  });

  it.each([[undefined], [null], [7], ['7'], [[]], [[{ id: 7 }]], [{}]])(
    'is refused as %j',
    (json) => {
      expect(readReport(json)).toBeUndefined();
    },
  );
});
