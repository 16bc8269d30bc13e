import { expect, it } from 'vitest';
import { issuesInWords, newsText, resultLabel } from '@/components/text/labels';
import { notificationWords } from '@/components/text/notification-words';
import { useMessageKeys } from '../../support/message-keys';

useMessageKeys({ withValues: true });

const failed = { high: 1200, medium: 4, low: 0 };

it.each([
  [{ result: 'good', score: 87, failed }, 'rating_good 87'],
  [{ result: 'bad', score: 0, failed }, 'rating_bad 0'],
  [{ result: 'decent', score: null, failed: null }, 'rating_decent'],
  [{ result: null, score: null, failed }, 'rating_noScore'],
  [{ result: null, score: null, failed: null }, 'rating_none'],
] as const)('resultLabel(%j) returns %s', (report, label) => {
  expect(resultLabel(report)).toBe(label);
});

it('issuesInWords counts failed checks in total and, unless none failed, by importance', () => {
  expect(issuesInWords(failed)).toBe('issues_count 1,204: issues_importances 1,200 4 0');
  expect(issuesInWords({ high: 0, medium: 0, low: 0 })).toBe('issues_count 0');
});

it.each([
  ['batch', 12, 0, 'batch_made 12'],
  ['changed', 12, 2, 'batch_changed 12 · batch_failed 2'],
  ['deleted', 60, 0, 'batch_deleted 60'],
] as const)(
  'notificationWords of the kind %s counts %i finished and %i failed operations',
  (kind, done, failedCount, title) => {
    expect(notificationWords({ kind, done, failed: failedCount }, null).title).toBe(title);
  },
);

it.each([
  ['created', { result: 'good', score: 89, failed }, 'form_created rating_good 89'],
  ['created', { result: null, score: null, failed: null }, 'badge_created'],
  ['created', { result: null, score: null, failed }, 'form_created rating_noScore'],
] as const)('notificationWords of the kind %s describes the result %j', (kind, report, title) => {
  expect(notificationWords({ kind, host: null, ...report }, null).title).toBe(title);
});

it.each([
  [3, 1, 'text_series news_worse 3 summary_better 1'],
  [1, 0, 'news_worse 1'],
  [0, 2, 'news_better 2'],
  [0, 0, null],
])('newsText for %i clients that got worse and %i that got better is %j', (worse, better, text) => {
  expect(newsText({ worse, better, since: null })).toBe(text);
  const since = new Date(2020, 10, 20).toISOString();
  const textWithDay = text && `summary_failingSince Nov 20, 2020: ${text}`;
  expect(newsText({ worse, better, since })).toBe(textWithDay);
});
