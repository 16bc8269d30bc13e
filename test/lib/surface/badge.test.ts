import { describe, expect, it } from 'vitest';
import { badgeOf, pageBadgeOf } from '@/lib/surface/badge';
import { EMPTY_VIEW, type TaskCounts, type TaskView } from '@/lib/task/view';
import { sampleReport } from '../../support/sample-report';

const unseen = { kind: 'result', rating: 'good' } as const;

/** The view of tasks of ordinary windows; others are of private ones. */
function viewOf(counts: Partial<TaskCounts>): TaskView {
  const ordinary = { ...EMPTY_VIEW.ordinary, ...counts };
  return { ...EMPTY_VIEW, ordinary, all: { create: 9, change: 9, delete: 9, stuck: 9 } };
}

describe('the badge', () => {
  it.each([
    ['nothing before anything was asked for', undefined, null],
    ['nothing of what private windows ask for', viewOf({}), null],
    ['nothing of deletions, which can be undone', viewOf({ delete: 1 }), null],
    ['how many wait', viewOf({ create: 2, change: 1 }), { kind: 'waiting', count: 3 }],
    ['first how many are stuck', viewOf({ create: 2, stuck: 1 }), { kind: 'attention', count: 1 }],
  ])('tells %s', (_, view, badge) => {
    expect(badgeOf(view, undefined)).toEqual(badge);
  });

  it('tells what was created only where nothing waits', () => {
    expect(badgeOf(viewOf({}), unseen)).toEqual(unseen);
    expect(badgeOf(viewOf({ create: 1 }), unseen)).toMatchObject({ kind: 'waiting' });
  });
});

describe('the badge of a page', () => {
  const rated = { reportId: '1', result: 'bad', generatedAt: '2026-01-01T00:00:00Z' } as const;

  it('is the rating of its newest report, or the last one that is known', () => {
    const reports = [sampleReport('2', { result: 'good' })];
    expect(pageBadgeOf({ reports, results: [rated] })).toEqual({ kind: 'page', rating: 'good' });
    const unrated = [sampleReport('2', { result: null })];
    expect(pageBadgeOf({ reports: unrated, results: [rated] })).toMatchObject({ rating: 'bad' });
  });

  it('is none of a page without a rating', () => {
    expect(pageBadgeOf(undefined)).toBeNull();
    expect(pageBadgeOf({ reports: [], results: [] })).toBeNull();
  });
});
