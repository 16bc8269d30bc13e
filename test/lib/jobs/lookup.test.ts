import { expect, it } from 'vitest';
import { createdReport, isAbsent } from '@/lib/jobs/lookup';
import type { Creation } from '@/lib/jobs/operation';
import type { Report } from '@/lib/report/report';
import { creation } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const url = 'https://host.example/page';
const one = creation({ url }, { baseline: '7' });
const nobody = () => false;

/** A listed report of the page. */
const listed = (id: string, fields: Partial<Report> = {}) =>
  sampleReport(id, { url, fullUrl: null, ...fields });

it.each<[string, Creation, Report[], string | null]>([
  ['of its very address', one, [listed('8')], '8'],
  ['in another spelling', one, [listed('8', { url: `${url}/?utm_source=m#part` })], '8'],
  ['without its hash route', creation({ url: `${url}#/r` }, { baseline: '7' }), [listed('8')], '8'],
  ['of a privacy that is not shown', one, [listed('8', { privacy: null })], '8'],
  ['of another privacy: not', one, [listed('8', { privacy: 0 })], null],
  ['of another page: not', one, [listed('8', { url: `${url}2` })], null],
  ['without an address: not', one, [listed('8', { url: null })], null],
  ['that was there before: not', one, [listed('7')], null],
  [
    'with a lower id, though longer as a text: not',
    creation({}, { baseline: '10' }),
    [listed('9')],
    null,
  ],
  ['without a baseline: not', creation(), [listed('8')], null],
  ['of two the older one', one, [listed('9'), listed('8')], '8'],
  ['of two the one of its very address', one, [listed('9', { fullUrl: url }), listed('8')], '9'],
  [
    'where its baseline is that of an empty list',
    creation({}, { baseline: '0' }),
    [listed('1')],
    '1',
  ],
])('a creation recognizes its report in a list: %s', (_, operation, reports, id) => {
  expect(createdReport(operation, reports, nobody)?.id ?? null).toBe(id);
});

it('a report that another creation has become is not taken', () => {
  const isClaimed = (id: string) => id === '8';
  expect(createdReport(one, [listed('8')], isClaimed)).toBeNull();
  expect(isAbsent(one, full([listed('8'), listed('7')]), isClaimed)).toBe(true);
});

const other = (id: string, fields: Partial<Report> = {}) =>
  sampleReport(id, { url: 'other.example/page', ...fields });
const full = (reports: Report[]) => ({ reports, unreadable: 0, total: 500, next: 2 });

it.each<[string, Report[], boolean]>([
  ['reaches back to the baseline', [other('9'), other('7')], true],
  ['reaches back beyond it', [other('9'), other('5')], true],
  ['does not reach back', [other('9'), other('8')], false],
  [
    'shows a new report on the same host',
    [other('9', { url: 'host.example/x' }), other('7')],
    false,
  ],
  [
    'shows one on its `www.` host',
    [other('9', { url: 'https://www.host.example/x' }), other('7')],
    false,
  ],
  ['shows one on a host below', [other('9', { url: 'shop.host.example/' }), other('7')], false],
  [
    'shows one of the page itself of another privacy',
    [other('9', { url, privacy: 0 }), other('7')],
    false,
  ],
  [
    'shows one elsewhere there of another privacy',
    [other('9', { url: 'host.example/x', privacy: 0 }), other('7')],
    true,
  ],
  [
    'shows one on a host that ends alike',
    [other('9', { url: 'myhost.example/x' }), other('7')],
    true,
  ],
])('a newest list that %s decides that the report is absent: %s', (_, reports, decides) => {
  expect(isAbsent(one, full(reports), nobody)).toBe(decides);
});

it('a newest list that ends decides that the report is absent', () => {
  const list = { reports: [other('9')], unreadable: 0, total: 1, next: null };
  expect(isAbsent(one, list, nobody)).toBe(true);
  expect(isAbsent(creation(), list, nobody)).toBe(false);
});
