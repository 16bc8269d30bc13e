import { describe, expect, it } from 'vitest';
import { badgeOf, pageBadgeOf } from '@/lib/badge/badge';
import { viewOf } from '@/lib/submission/queue-view';
import { sampleReport } from '../../support/sample-report';
import { sampleSubmission } from '../../support/sample-submission';

const waiting = (id: string) => sampleSubmission(id);
const failed = (id: string) =>
  sampleSubmission(id, { state: 'failed', failure: { code: 'unreachable' } });
const queueOf = (...queue: Parameters<typeof viewOf>[0][number][]) =>
  viewOf(queue, { pause: null, newestId: null });
const nothing = { queue: undefined, unreadable: undefined, unseen: undefined };

describe('the badge', () => {
  it('is none where nothing is to be told', () => {
    expect(badgeOf(nothing)).toBeNull();
    expect(badgeOf({ ...nothing, queue: queueOf() })).toBeNull();
  });

  it('counts what needs attention before what waits', () => {
    const queue = queueOf(waiting('a'), failed('b'), failed('c'));
    expect(badgeOf({ ...nothing, queue })).toMatchObject({ kind: 'attention', count: 2 });
    expect(badgeOf({ ...nothing, queue, unreadable: 1 })).toMatchObject({ count: 3 });
  });

  it('counts what waits before it tells what was created', () => {
    const unseen = { kind: 'result', rating: 'good' } as const;
    const queue = queueOf(waiting('a'), waiting('b'));
    expect(badgeOf({ ...nothing, queue, unseen })).toEqual({ kind: 'waiting', count: 2 });
    expect(badgeOf({ ...nothing, unseen })).toEqual(unseen);
  });

  it('says that there may be more than the queue shows', () => {
    const many = Array.from({ length: 30 }, (_, at) => failed(`${at}`));
    expect(badgeOf({ ...nothing, queue: queueOf(...many) })).toEqual({
      kind: 'attention',
      count: 20,
      hasMore: true,
    });
    const some = queueOf(failed('a'), waiting('b'));
    expect(badgeOf({ ...nothing, queue: some })).toMatchObject({ count: 1, hasMore: false });
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
