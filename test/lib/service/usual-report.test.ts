import { describe, expect, it } from 'vitest';
import { hasResult } from '@/lib/report/report';
import { readReportList, readSingleReport } from '@/lib/service/answer/answer-bodies';

/**
 * Returns a check in the format of real installations. Source of the samples in this file: the public copies of
 * the service, Enspirer/ESEO-Tool and GiaoBrain/SEO-Analyzer (app/Traits/ReportTrait.php,
 * app/Http/Resources/ReportResource.php). The values are invented.
 */
const check = (passed: boolean, importance: string, value: unknown = null) => ({
  passed,
  importance,
  value,
  ...(!passed && { errors: { missing: null } }),
});

const row = {
  id: 4711,
  url: 'example.com/visit',
  project: 'example.com',
  result: 62,
  results: {
    title: check(false, 'high'),
    seo_friendly_url: check(true, 'high', 'http://www.example.com/visit'),
    robots: check(false, 'high'),
    load_time: check(false, 'medium', 3.4),
    sitemap: check(false, 'low'),
  },
  privacy: '1',
  password: false,
  generated_at: '2026-11-20T10:11:12.000000Z',
  created_at: '2026-11-20T10:11:12.000000Z',
  updated_at: '2026-11-20T10:11:12.000000Z',
};

function readRow(fields: object) {
  return readReportList({ data: [{ ...row, ...fields }], status: 200 })?.reports[0];
}

describe('a report of the usual shape', () => {
  it('has score, rating and full address, and counts and names its failed checks', () => {
    const report = {
      id: '4711',
      url: 'example.com/visit',
      fullUrl: 'http://www.example.com/visit',
      project: 'example.com',
      result: 'decent',
      score: 62,
      failed: { high: 2, medium: 1, low: 1 },
      failedChecks: [
        { name: 'title', importance: 'high', errors: ['missing'] },
        { name: 'robots', importance: 'high', errors: ['missing'] },
        { name: 'load_time', importance: 'medium', errors: ['missing'] },
        { name: 'sitemap', importance: 'low', errors: ['missing'] },
      ],
      privacy: 1,
      generatedAt: '2026-11-20T10:11:12.000Z',
    };
    expect(readRow({})).toEqual(report);
    expect(readSingleReport({ data: row, status: 200 })).toMatchObject(report);
  });

  it('names at most sixty failed checks, cuts names after sixty characters, and counts all checks', () => {
    const results = Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [
        `${at}_${'x'.repeat(70)}`,
        { passed: false, importance: at === 0 ? 'urgent' : 'high' },
      ]),
    );
    expect(readRow({ results: { ...results, last: { passed: true } } })).toMatchObject({
      failed: { high: 69, medium: 0, low: 1 },
      failedChecks: [{ name: `0_${'x'.repeat(58)}`, importance: 'low' }, ...Array(59).fill({})],
    });
    const none = { failed: null, failedChecks: null };
    expect(readRow({ results: { title: 'good' } })).toMatchObject(none);
    const passed = { title: { passed: true, importance: 'high' } };
    expect(readRow({ results: passed })).toMatchObject({ failedChecks: [] });
  });

  it.each<[unknown, string[]]>([
    [{ missing: null }, ['missing']],
    [{ length: { min: '1', max: '60' }, duplicate: null }, ['length', 'duplicate']],
    [{ too_slow: { max: '2' } }, ['too_slow']],
    [{ failed: ['/visit*'] }, ['failed']],
    [{ failed: { 0: 'a@example.com' } }, ['failed']],
    [{ missing: [{ url: 'https://example.com/a.png', text: '' }] }, ['missing']],
    [{ bad_tags: { font: 3 } }, ['bad_tags']],
    [{ missing: 'https' }, ['missing']],
    [{ too_many: false, missing: null }, ['missing']],
    // PHP writes an empty map as a list.
    [[], ['failed']],
    [{}, ['failed']],
    [null, ['failed']],
    [undefined, ['failed']],
    ['missing', ['failed']],
    [{ too_many: false }, ['failed']],
  ])('names the kinds of error in %j', (errors, kinds) => {
    const results = { title: { passed: false, importance: 'high', errors } };
    expect(readRow({ results })).toMatchObject({
      failedChecks: [{ name: 'title', errors: kinds }],
    });
  });

  it('names at most twenty kinds of error, and cuts names after sixty characters', () => {
    const names = Array.from({ length: 25 }, (_, at) => `${at}_${'x'.repeat(70)}`);
    const errors = Object.fromEntries(names.map((name) => [name, null]));
    const kinds = readRow({ results: { title: { passed: false, errors } } })?.failedChecks?.[0]
      ?.errors;
    expect(kinds).toEqual(names.slice(0, 20).map((name) => name.slice(0, 60)));
  });

  it.each([
    // Right after creation: 32 of 51 points, as PHP writes the fraction.
    [{ result: 62.745098039216 }, 63, 'decent'],
    [{ result: '79.5' }, 80, 'good'],
    [{ result: 79 }, 79, 'decent'],
    [{ result: 48.5 }, 49, 'decent'],
    [{ result: 48 }, 48, 'bad'],
    [{ result: 100 }, 100, 'good'],
    [{ result: 0 }, 0, 'bad'],
    // The newest versions. No public sample found.
    [{ result: undefined, score: 91 }, 91, 'good'],
    [{ result: null, score: '37' }, 37, 'bad'],
    // Services that send the words keep them. No public sample found.
    [{ result: 'Good' }, null, 'good'],
    [{ result: 'bad', score: 81 }, 81, 'bad'],
    [{ result: undefined, score: ' DECENT ' }, null, 'decent'],
    [{ result: 101 }, null, null],
    [{ result: -1 }, null, null],
    [{ result: '' }, null, null],
    [{ result: '0x10' }, null, null],
    [{ result: true }, null, null],
    [{ result: null }, null, null],
  ])('with %j has the score %j and the rating %j', (fields, score, result) => {
    expect(readRow(fields)).toMatchObject({ score, result });
  });

  it.each([
    [{ result: null }, true],
    [{ result: null, results: {} }, false],
    [{ result: null, results: [] }, false],
    [{ result: null, results: undefined }, false],
    [{ results: undefined }, true],
  ])('hasResult for %j returns %s', (fields, expected) => {
    const report = readRow(fields);
    expect(report && hasResult(report)).toBe(expected);
  });

  it.each([
    ['example.com/visit', 'https://example.com/visit', 'https://example.com/visit'],
    ['example.com/visit', 'https://example.com/other', 'https://example.com/visit'],
    ['example.com/visit', 'javascript:alert(1)', 'https://example.com/visit'],
    ['example.com/visit', ['https://example.com/visit'], 'https://example.com/visit'],
    ['localhost:8080/a', undefined, 'http://localhost:8080/a'],
    ['http://example.com/a', 'https://example.com/a', 'http://example.com/a'],
    ['no address', undefined, null],
    [null, 'https://example.com/visit', null],
  ])('has a full address: listed as %j, checked as %j, opened at %j', (url, value, fullUrl) => {
    const results = { seo_friendly_url: { passed: true, importance: 'high', value } };
    expect(readRow({ url, results })).toMatchObject({ url, fullUrl });
  });
});
