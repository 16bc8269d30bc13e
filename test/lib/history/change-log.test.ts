import { expect, it } from 'vitest';
import { createChangeLog } from '@/lib/history/change-log';

function openLog(published = 5) {
  const log = createChangeLog(() => 100);
  log.continueFrom(published);
  return log;
}

it('a change log returns each changed row once, the row with the last change at the end', () => {
  const log = openLog();
  log.note(['a', 'b', 'c']);
  log.note(['a']);
  const part = log.since(5, 2);
  expect(part).toMatchObject({ ids: ['b', 'c'], isLast: false });
  const rest = log.since(part?.revision ?? 0, 2);
  expect(rest).toEqual({ ids: ['a'], isLast: true, revision: log.revision() });
  expect(log.since(log.revision(), 2)).toMatchObject({ ids: [], isLast: true });
});

it('a change log has another revision after a change without a row', () => {
  const log = openLog();
  const before = log.revision();
  log.note();
  expect(log.revision()).toBeGreaterThan(before);
  expect(log.since(before, 2)).toMatchObject({ ids: [], isLast: true, revision: log.revision() });
});

it('a change log returns null for a revision of an earlier worker and for a later revision', () => {
  const log = openLog();
  log.note(['a']);
  expect(log.since(5, 9)?.ids).toEqual(['a']);
  expect([log.since(4, 9), log.since(log.revision() + 1, 9)]).toEqual([null, null]);
  expect(createChangeLog(() => 100).since(0, 9)).toBeNull();
});

it('a change log returns null after forget(), and if the oldest changes were dropped at its limit', () => {
  const log = openLog();
  log.note(['a']);
  log.forget();
  expect(log.since(5, 9)).toBeNull();
  const before = log.revision();
  expect(log.since(before, 9)).toMatchObject({ ids: [] });
  log.note(Array.from({ length: 25_001 }, (_, at) => `${at}`));
  expect(log.since(before, 9)).toBeNull();
  expect(log.since(before + 1, 1)?.ids).toEqual(['1']);
});
