import { describe, expect, it } from 'vitest';
import { fieldsOf, lengthOf } from '@/lib/report/extra-fields';
import { Report } from '@/lib/report/report';
import * as bodies from '@/lib/service/answer/answer-bodies';
import { usualChecks } from '../../../service/served-checks';

const { readReportList, readSingleReport } = bodies;

// The shapes and the notations of dates have sources. All values are invented.
const row = { id: 7, url: 'https://a.example/?b=c#d', privacy: 1, result: 'bad', project: 'Shop' };
const empty = { url: null, result: null, privacy: null, generatedAt: null, project: null };
const onlyId = Report.parse({ id: '7', ...empty });
const report = { ...onlyId, ...row, id: '7', fullUrl: row.url };
const none = { fields: [], isCut: false };
const nothing = { checks: [], hasMoreChecks: false, extraFields: none };
const noon = '2026-01-02T12:00:00.000Z';

describe('a report in an answer', () => {
  it.each([
    // laravel.com/docs/eloquent-resources, Data Wrapping: without and with the wrapper.
    ['at the top', (json: unknown) => json],
    ['under data', (data: unknown) => ({ data })],
    // rails-api/active_model_serializers, docs/general/adapters.md, JSON: the root is the model's name.
    ['under report', (report: unknown) => ({ report })],
    // No public sample found.
    ['in an envelope with an id of its own', (data: unknown) => ({ id: 1, data })],
  ])('is found %s', (_, within) => {
    expect(readSingleReport(within(row))).toEqual({ ...report, ...nothing });
  });

  it.each([
    // The answer to a write repeats the form's text: GiaoBrain/SEO-Analyzer, app/Traits/ReportTrait.php.
    ['privacy', '2', { privacy: 2 }],
    // ISO 8601, 4.1.2, and 4.3.3 without seconds.
    ['generated_at', '2026-01-02', { generatedAt: '2026-01-02T00:00:00.000Z' }],
    ['generated_at', '2026-01-02T14:00+0200', { generatedAt: noon }],
    // laravel.com/docs/7.x/upgrade, Date Serialization: before version 7, and from version 7 on.
    ['generated_at', '2026-01-02 12:00:00', { generatedAt: noon }],
    ['generated_at', '2026-01-02T12:00:00.000000Z', { generatedAt: noon }],
    // developer.mozilla.org, Date.now(); docs.stripe.com/api, `created`; php.net/date, `U`.
    ['generated_at', Date.parse(noon), { generatedAt: noon }],
    ['generated_at', Date.parse(noon) / 1000, { generatedAt: noon }],
    ['generated_at', String(Date.parse(noon) / 1000), { generatedAt: noon }],
    ['project', 'x'.repeat(201), { project: 'x'.repeat(200) }],
  ])('is read with the %s %j', (name, sent, expected) => {
    expect(readSingleReport({ id: 7, [name]: sent })).toEqual({
      ...onlyId,
      ...expected,
      ...nothing,
    });
  });

  it.each([
    0,
    '0',
    // dev.mysql.com/doc/refman, The DATE, DATETIME, and TIMESTAMP Types: the zero value.
    '0000-00-00 00:00:00',
    // The digits of a day, and a time in microseconds.
    20260102,
    Date.parse(noon) * 1000,
    '2026-01-02T12:00:00+99',
    {},
    true,
  ])('shows the date %j as an extra field', (sent) => {
    const read = readSingleReport({ id: 7, generated_at: sent });
    expect(read?.generatedAt).toBeNull();
    expect(read?.extraFields.fields.map(({ name }) => name)).toEqual(['generated_at']);
  });

  it.each([0, 2 ** 53 - 1, ' a/b ', '...', '7'.repeat(200)])('has the id %j', (id) => {
    const expected = { ...onlyId, id: String(id).trim(), ...nothing };
    expect(readSingleReport({ id })).toEqual(expected);
  });

  const invalidIds = [
    -1,
    1.5,
    2 ** 53,
    ' ',
    '.',
    ' .. ',
    'a\nb',
    '\ud800',
    '7'.repeat(201),
    null,
    {},
  ];
  it.each(invalidIds)('is not found if the id is %j', (id) => {
    expect(readSingleReport({ id })).toBeUndefined();
  });

  it('has the id of the outer object, not of a nested record', () => {
    const record = { id: 8, url: 'https://shop.example/' };
    expect(readSingleReport({ data: { id: 7, record } })?.id).toBe('7');
  });

  it.each([[undefined], [null], ['7'], [[{ id: 7 }]], [{}]])('is not found in %j', (json) => {
    expect(readSingleReport(json)).toBeUndefined();
  });

  it('is shown without its password', () => {
    expect(readSingleReport({ ...row, password: 'hidden-word' })?.extraFields).toEqual(none);
  });

  it('shows a documented field as an extra field only if its value differs from the documentation', () => {
    expect(readSingleReport({ ...row, generated_at: null })?.extraFields).toEqual(none);
    expect(
      readSingleReport({ ...row, result: 'superb', generated_at: 'soon' })?.extraFields.fields,
    ).toEqual([
      { name: 'result', value: 'superb' },
      { name: 'generated_at', value: 'soon' },
    ]);
  });

  it('shows an address of more than 10,000 characters as an extra field', () => {
    const url = 'https://shop.example/'.padEnd(10_001, 'x');
    expect(readSingleReport({ id: 1, url })).toMatchObject({
      url: null,
      extraFields: { fields: [{ name: 'url', value: expect.stringMatching(/^https.+…$/) }] },
    });
    expect(readSingleReport({ id: 1, url: url.slice(0, -1) })?.url).toHaveLength(10_000);
  });
});

describe('a list of reports', () => {
  it.each([
    // laravel.com/docs/eloquent-resources, Data Wrapping: without the wrapper.
    ['at the top', (json: unknown) => json],
    // Enspirer/ESEO-Tool, app/Http/Controllers/API/ReportController.php.
    ['under data', (data: unknown) => ({ data, status: 200 })],
    // rails-api/active_model_serializers, docs/general/adapters.md, JSON: the root is the model's name.
    ['under reports', (reports: unknown) => ({ reports })],
    // docs.github.com/rest/search.
    ['under items', (items: unknown) => ({ total_count: 40, incomplete_results: false, items })],
    // laravel.com/docs/pagination, Converting Results to JSON, within the wrapper of resources.
    ['under data.data', (data: unknown) => ({ data: { current_page: 1, data } })],
  ])('is found %s', (_, within) => {
    const list = { reports: [report], unreadable: 0, total: null, next: null };
    expect(readReportList(within([row]))).toEqual(list);
    expect(readReportList(within([]))).toEqual({ ...list, reports: [] });
  });

  it.each([[{ message: 'Soon.', links: [] }], [{ data: { id: 7 } }], [{}], [7]])(
    'is not found in %j',
    (json) => {
      expect(readReportList(json)).toBeUndefined();
    },
  );

  it('has the findings of the failed checks of rows with checks', () => {
    const results = usualChecks({ failing: ['noindex', 'image_keywords'], images: 40 });
    const generated_at = '2026-11-20T10:11:12.000Z';
    const { reports, findings } =
      readReportList([{ ...row, generated_at, results }, { id: 8 }]) ?? {};
    expect(reports?.map(({ id }) => id)).toEqual(['7', '8']);
    expect(Object.keys(findings ?? {})).toEqual(['7']);
    expect(findings?.['7']?.generatedAt).toBe(generated_at);
    const images = findings?.['7']?.checks.find(({ name }) => name === 'image_keywords');
    expect(findings?.['7']?.checks.map(({ name }) => name).sort()).toEqual([
      'image_keywords',
      'noindex',
    ]);
    // Ten values, and the count of all 40.
    const [missing] = images?.reasons ?? [];
    expect([missing && lengthOf(missing.value), missing && fieldsOf(missing.value).length]).toEqual(
      [40, 10],
    );
  });

  it('counts unreadable rows, but is not found if all rows are unreadable', () => {
    const list = { reports: [{ id: '7' }], unreadable: 2, total: null };
    expect(readReportList([{ error: 'No.' }, { id: 7 }, null])).toMatchObject(list);
    expect(readReportList([{ error: 'No.' }])).toBeUndefined();
  });

  it.each(['12', -1, 1.5, null])('has no total if the total is %j', (total) => {
    expect(readReportList({ data: [{ id: 1 }], meta: { total } })?.total).toBeNull();
  });

  it('is read up to 500 rows', () => {
    const list = readReportList(Array.from({ length: 501 }, (_, index) => ({ id: index })));
    expect(list?.reports.map(({ id }) => Number(id))).toEqual([...Array(500).keys()]);
  });
});

describe('an account', () => {
  // Source of the second row: Enspirer/ESEO-Tool, app/Http/Resources/AccountResource.php.
  it.each([{ name: 'Rosa' }, { data: { name: 'Rosa' }, status: 200 }])('is found in %j', (json) => {
    const fields = [{ name: 'name', value: 'Rosa' }];
    expect(bodies.readAccount(json)).toEqual({ fields, isCut: false });
  });

  it.each([[[]], [[{ name: 'Rosa' }]], [7]])('is not found in %j', (json) => {
    expect(bodies.readAccount(json)).toBeUndefined();
  });
});
