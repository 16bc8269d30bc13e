import { describe, expect, it } from 'vitest';
import { highestId, matchReports } from '@/lib/task/match';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const url = 'https://host.example/page';
const known = { newestId: '7', ids: [] };
const creation = creationOf('a', { known });

/** Which reports the tasks have become, as `task: report`. */
function matches(...[creations, listed]: Parameters<typeof matchReports>): string[] {
  return [...matchReports(creations, listed)].map(([id, report]) => `${id}: ${report.id}`);
}

describe('a listed report is a creation’s own', () => {
  it.each([
    ['of its very address', { url }],
    ['in another spelling', { url: `${url}/?utm_source=mail#part` }],
    ['of a privacy that is not shown', { url, privacy: null }],
  ])('%s', (_, fields) => {
    expect(matches([creation], [sampleReport('8', fields)])).toEqual(['a: 8']);
  });

  it('also where a hash route was dropped by the service', () => {
    const route = creationOf('a', { url: `${url}#/route`, known });
    expect(matches([route], [sampleReport('8', { url })])).toEqual(['a: 8']);
  });

  it('with ids that are no numbers, where it was not known', () => {
    const words = creationOf('a', { known: { newestId: null, ids: ['x1'] } });
    const listed = [sampleReport('x2', { url }), sampleReport('x1', { url })];
    expect(matches([words], listed)).toEqual(['a: x2']);
  });
});

describe('a listed report is none of a creation’s', () => {
  it.each([
    ['of another page', sampleReport('8', { url: `${url}2` })],
    ['without an address', sampleReport('8', { url: null })],
    ['of another privacy', sampleReport('8', { url, privacy: 0 })],
    ['that was there before', sampleReport('7', { url })],
    ['with a lower id', sampleReport('6', { url })],
  ])('%s', (_, report) => {
    expect(matches([creation], [report])).toEqual([]);
  });

  it('that another task has become', () => {
    const other = creationOf('a', { known: { newestId: '7', ids: ['8'] } });
    expect(matches([other], [sampleReport('8', { url })])).toEqual([]);
  });

  it('where the service showed no list before the request', () => {
    expect(matches([creationOf('a')], [sampleReport('8', { url })])).toEqual([]);
  });
});

describe('several creations of one page', () => {
  const second = creationOf('b', { known });
  const listed = [sampleReport('9', { url }), sampleReport('8', { url })];

  it('need as many reports, the older the older one', () => {
    expect(matches([creation, second], listed)).toEqual(['a: 8', 'b: 9']);
    expect(matches([creation, second], listed.slice(1))).toEqual(['a: 8']);
  });

  it('take what has their very address first', () => {
    const exact = creationOf('b', { url: `${url}/`, known });
    expect(matches([creation, exact], [sampleReport('8', { url: `${url}/` })])).toEqual(['b: 8']);
  });

  it('count a report once that is listed in two rows', () => {
    const twice = [sampleReport('8', { url }), sampleReport('8', { url })];
    expect(matches([creation, second], twice)).toEqual(['a: 8']);
  });
});

it('the highest id goes by the number, not by its letters', () => {
  expect(highestId(['9', '10', '2'])).toBe('10');
  expect(highestId([])).toBeNull();
});
