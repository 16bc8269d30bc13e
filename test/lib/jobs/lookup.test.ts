import { describe, expect, it } from 'vitest';
import { createdReport, isAbsent, lookupQuery } from '@/lib/jobs/lookup';
import type { Creation } from '@/lib/jobs/types';
import type { Report } from '@/lib/report/report';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { creation } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const url = 'https://host.example/page';
const one = creation({ url }, { baseline: '7' });
const nobody = () => false;

/** Returns a listed report of the page. */
const listed = (id: string, fields: Partial<Report> = {}) =>
  sampleReport(id, { url, fullUrl: null, ...fields });

it.each<[string, Creation, Report[], string | null]>([
  ['with the identical address', one, [listed('8')], '8'],
  [
    'with another spelling of the address',
    one,
    [listed('8', { url: `${url}/?utm_source=m#part` })],
    '8',
  ],
  ['without its hash route', creation({ url: `${url}#/r` }, { baseline: '7' }), [listed('8')], '8'],
  ['without a listed privacy', one, [listed('8', { privacy: null })], '8'],
  ['unless the privacy differs', one, [listed('8', { privacy: 0 })], null],
  ['unless the page differs', one, [listed('8', { url: `${url}2` })], null],
  ['unless the report has no address', one, [listed('8', { url: null })], null],
  ['unless the report has the baseline id', one, [listed('7')], null],
  ['unless the id is lower as a number', creation({}, { baseline: '10' }), [listed('9')], null],
  ['unless the creation has no baseline', creation(), [listed('8')], null],
  ['as the older of two reports', one, [listed('9'), listed('8')], '8'],
  [
    'as the report with the identical address, if two match',
    one,
    [listed('9', { fullUrl: url }), listed('8')],
    '9',
  ],
  ['after the baseline of an empty list', creation({}, { baseline: '0' }), [listed('1')], '1'],
])('createdReport finds the report of a creation %s', (_, operation, reports, id) => {
  expect(createdReport(operation, reports, nobody)?.id ?? null).toBe(id);
});

it('createdReport ignores a report that another creation has claimed', () => {
  const isClaimed = (id: string) => id === '8';
  expect(createdReport(one, [listed('8')], isClaimed)).toBeNull();
  expect(isAbsent(one, full([listed('8'), listed('7')]), isClaimed)).toBe(true);
});

const other = (id: string, fields: Partial<Report> = {}) =>
  sampleReport(id, { url: 'other.example/page', ...fields });
const full = (reports: Report[]) => ({ reports, unreadable: 0, total: 500, next: 2 });

it.each<[string, Report[], boolean]>([
  ['reaches back to the baseline', [other('9'), other('7')], true],
  ['reaches back beyond the baseline', [other('9'), other('5')], true],
  ['does not reach back to the baseline', [other('9'), other('8')], false],
  [
    'shows a new report on the same host',
    [other('9', { url: 'host.example/x' }), other('7')],
    false,
  ],
  [
    'shows a new report on the `www.` host',
    [other('9', { url: 'https://www.host.example/x' }), other('7')],
    false,
  ],
  [
    'shows a new report on a subdomain',
    [other('9', { url: 'shop.host.example/' }), other('7')],
    false,
  ],
  [
    'shows a new report of the page with another privacy',
    [other('9', { url, privacy: 0 }), other('7')],
    false,
  ],
  [
    'shows a new report of another page and privacy on the host',
    [other('9', { url: 'host.example/x', privacy: 0 }), other('7')],
    true,
  ],
  [
    'shows a new report on a host with the same ending',
    [other('9', { url: 'myhost.example/x' }), other('7')],
    true,
  ],
  ['shows a new report without an address', [other('9', { url: null }), other('7')], false],
  [
    'shows a new report whose address is another text',
    [other('9', { url: 'My page' }), other('7')],
    false,
  ],
  ['shows an old report without an address', [other('9'), other('7', { url: null })], true],
  ['begins with the oldest report', [other('5'), other('7')], false],
  ['has one row in another order', [other('9'), other('7'), other('8')], false],
  ['shows an id that is not a number', [other('r9'), other('7')], false],
])('isAbsent for a newest list that %s returns %s', (_, reports, decides) => {
  expect(isAbsent(one, full(reports), nobody)).toBe(decides);
});

describe('isAbsent for a list that ends before the baseline', () => {
  const complete = { reports: [other('9')], unreadable: 0, total: 1, next: null };

  it('returns true only with a baseline', () => {
    expect(isAbsent(one, complete, nobody)).toBe(true);
    expect(isAbsent(creation(), complete, nobody)).toBe(false);
  });

  it('returns false if the service names a next page, even without a total', () => {
    expect(isAbsent(one, { ...complete, total: null }, nobody)).toBe(true);
    expect(isAbsent(one, { ...complete, total: null, next: 2 }, nobody)).toBe(false);
  });
});

it('isAbsent returns false for a list with an unreadable row', () => {
  expect(isAbsent(one, { ...full([other('9'), other('7')]), unreadable: 1 }, nobody)).toBe(false);
});

it('isAbsent ignores a claimed report without an address', () => {
  const list = full([other('9', { url: null }), other('7')]);
  expect(isAbsent(one, list, (id) => id === '9')).toBe(true);
});

it('lookupQuery searches the newest 25 reports by the address without query and hash', () => {
  const query = lookupQuery(creation({ url: 'https://www.host.example/page?key=1#part' }));
  expect(query).toEqual({ ...NEWEST_QUERY, perPage: 25, search: 'host.example/page' });
});
