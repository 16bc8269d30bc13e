import { describe, expect, it } from 'vitest';
import { pageRow } from '@/lib/report/compare/findings';
import { countIntended, intendedProblems } from '@/lib/report/compare/intended';
import { pagesOf } from '@/lib/report/compare/pages';
import { type Mute, mutesOfPages } from '@/lib/report/mutes';
import type { Report } from '@/lib/report/report';
import { reportOn } from '../../../support/sample-report';

const OLD: Mute = {
  id: 'old',
  at: '2026-11-09T10:00:00.000Z',
  note: 'An index of its own.',
  check: 'sitemap',
  host: 'shop.example',
  errors: ['failed'],
};
const NEW: Mute = {
  id: 'new',
  at: '2026-11-16T10:00:00.000Z',
  note: '',
  check: 'noindex',
  pages: [
    { page: 'shop.example/a', errors: null },
    { page: 'shop.example/b', errors: null },
    { page: 'shop.example/passing', errors: null },
    { page: 'other.example', errors: null },
  ],
};
const ON_ONE_PAGE: Mute = {
  ...NEW,
  id: 'one',
  at: '2026-11-20T10:00:00.000Z',
  pages: [{ page: 'shop.example/a', errors: null }],
};

const REPORTS = [
  reportOn('5', 'shop.example/a', 26, 60, 'noindex', 'sitemap:failed', 'title'),
  reportOn('4', 'other.example/', 26, 60, 'noindex'),
  reportOn('3', 'shop.example/b', 26, 60, 'noindex'),
  reportOn('2', 'shop.example/passing', 26, 90),
  reportOn('1', 'quiet.example/', 26, 60, 'title'),
];

function rowsOf(reports: readonly Report[], mutes: readonly Mute[]) {
  const pages = pagesOf(reports);
  const ofPages = mutesOfPages(
    mutes,
    pages.map(({ key }) => key),
  );
  return pages.map((page, at) => pageRow(page, null, ofPages[at] ?? []));
}

describe('intendedProblems', () => {
  it('lists the muted checks of each client, each with its mutes', () => {
    const problems = intendedProblems(rowsOf(REPORTS, [OLD, NEW, ON_ONE_PAGE]));
    expect(
      problems.map(({ client, name, pages, mutes, pageKeys }) => [
        client,
        name,
        pages,
        mutes.map(({ id }) => id).join(),
        pageKeys.join(),
      ]),
    ).toEqual([
      [
        ...['shop.example', 'noindex', 2, 'one,new'],
        'shop.example/a,shop.example/b,shop.example/passing',
      ],
      ['shop.example', 'sitemap', 1, 'old', ''],
      ['other.example', 'noindex', 1, 'new', 'other.example'],
    ]);
    expect(problems[1]?.mutes[0]).toMatchObject({ note: OLD.note, host: 'shop.example' });
  });

  it('is empty without mutes, and if the muted checks pass', () => {
    expect(intendedProblems(rowsOf(REPORTS, []))).toEqual([]);
    const passing = REPORTS.filter(({ id }) => id === '2');
    expect(intendedProblems(rowsOf(passing, [OLD, NEW]))).toEqual([]);
  });
});

describe('countIntended', () => {
  it('counts the muted findings of all pages', () => {
    expect(countIntended(rowsOf(REPORTS, [OLD, NEW, ON_ONE_PAGE]))).toBe(4);
    expect(countIntended(rowsOf(REPORTS, []))).toBe(0);
  });
});
