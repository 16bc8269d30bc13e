import { describe, expect, it } from 'vitest';
import { hostReports } from '@/lib/archive/host-reports';
import { listOf } from '../../support/fake-client';
import { sampleReport } from '../../support/sample-report';

const DATE = '2026-11-20T10:11:12.000Z';

// The shapes of `project` and `url` are those of real-service.md; a project with a name of its own or
// with `www.` is what other services may have.
const ROWS: [project: string | null, url: string | null, isOfHost: boolean][] = [
  ['a.example', 'a.example/x', true],
  ['www.A.example', 'a.example/x', true],
  ['b.example', 'b.example/x', false],
  ['Shop of Ann', 'a.example/x', false],
  [null, 'https://www.a.example:8080/x', true],
  [null, 'b.example/x', false],
  ['a.example', null, false],
];

describe('the reports of a host', () => {
  it.each(ROWS)('include a row of project %j and address %j: %j', (project, url, isOfHost) => {
    const list = listOf(sampleReport('1', { project, url, generatedAt: DATE }));
    expect(hostReports('a.example', list).pages.length > 0).toBe(isOfHost);
  });

  it('are page keys and dates, with the number of rows and the next page', () => {
    const reports = [
      sampleReport('2', { project: 'a.example', url: 'www.a.example/x/', generatedAt: DATE }),
      sampleReport('1', { project: 'b.example', url: 'b.example/x' }),
    ];
    expect(hostReports('a.example', { ...listOf(...reports), unreadable: 3, next: 2 })).toEqual({
      pages: [['a.example/x', DATE]],
      rows: 5,
      next: 2,
    });
  });

  it('are found by the ASCII form of a host that the service lists in its own letters', () => {
    const list = listOf(sampleReport('1', { project: 'müller.example', url: 'müller.example/x' }));
    expect(hostReports('xn--mller-kva.example', list).pages).toHaveLength(1);
  });
});
