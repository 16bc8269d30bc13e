import { expect, it } from 'vitest';
import { highestId, matchReports, mayBeRedirected } from '@/lib/task/match';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const url = 'https://host.example/page';
const known = { newestId: '7', ids: [] };
const one = creationOf('a', { known });
const second = creationOf('b', { known });
const nodded = creationOf('b', {
  known,
  standing: { name: 'unknown', looks: 0, lookAt: '', failure: null },
});

/** A listed report of the page. */
const listed = (id: string, fields = {}) => sampleReport(id, { url, ...fields });

it.each<[string, Parameters<typeof matchReports>[0], Parameters<typeof matchReports>[1], string[]]>(
  [
    ['of its very address', [one], [listed('8')], ['a: 8']],
    ['in another spelling', [one], [listed('8', { url: `${url}/?utm_source=m#part` })], ['a: 8']],
    [
      'without its hash route',
      [creationOf('a', { url: `${url}#/r`, known })],
      [listed('8')],
      ['a: 8'],
    ],
    ['of a privacy that is not shown', [one], [listed('8', { privacy: null })], ['a: 8']],
    ['of another privacy: not', [one], [listed('8', { privacy: 0 })], []],
    ['of another page: not', [one], [listed('8', { url: `${url}2` })], []],
    ['without an address: not', [one], [listed('8', { url: null })], []],
    ['that was there before: not', [one], [listed('7')], []],
    ['with a lower id: not', [one], [listed('6')], []],
    [
      'that another creation has made: not',
      [creationOf('a', { known: { newestId: '7', ids: ['8'] } })],
      [listed('8')],
      [],
    ],
    ['where no list was read before the request: not', [creationOf('a')], [listed('8')], []],
    [
      'that was not known, where ids are no numbers',
      [creationOf('a', { known: { newestId: null, ids: ['x1'] } })],
      [listed('x2'), listed('x1')],
      ['a: x2'],
    ],
    [
      'of two creations, the older report for the older creation',
      [one, second],
      [listed('9'), listed('8')],
      ['a: 8', 'b: 9'],
    ],
    ['of two creations, only the first', [one, second], [listed('8'), listed('8')], ['a: 8']],
    [
      'of two creations, the creation whose success showed no report',
      [one, nodded],
      [listed('8')],
      ['b: 8'],
    ],
    [
      'of two creations, the creation of the very address',
      [one, creationOf('b', { url: `${url}/`, known })],
      [listed('8', { url: `${url}/` })],
      ['b: 8'],
    ],
  ],
)('a creation recognizes its report in a list: %s', (_, creations, reports, matches) => {
  const found = [...matchReports(creations, reports)].map(([id, report]) => `${id}: ${report.id}`);
  expect(found).toEqual(matches);
});

it.each<[string, Partial<Parameters<typeof sampleReport>[1]>, boolean]>([
  ['on the same host', { url: 'host.example/landing' }, true],
  ['on its `www.` host', { url: 'https://www.host.example/landing' }, true],
  ['on a host below', { url: 'shop.host.example/' }, true],
  ['on a host above', { url: 'example/' }, true],
  ['of a privacy that is not shown', { url: 'host.example/landing', privacy: null }, true],
  ['of another privacy', { url: 'host.example/landing', privacy: 0 }, false],
  ['on another host', { url: 'other.example/page' }, false],
  ['on a host that ends alike', { url: 'myhost.example/page' }, false],
  ['without an address', { url: null }, false],
])('a new report %s may come from a page that redirects: %s', (_, fields, isSo) => {
  const report = sampleReport('8', fields);
  expect(mayBeRedirected(report, one)).toBe(isSo);
  expect(mayBeRedirected({ ...report, id: '7' }, one)).toBe(false);
});

it('the highest id is found by number, not by letters', () => {
  expect(highestId(['9', '10', '2'])).toBe('10');
  expect(highestId([])).toBeNull();
});
