import { describe, expect, it } from 'vitest';
import { type Deletion, isHidden, UNDO_MS } from '@/lib/deletion/deletion';
import { sampleReport } from '../../support/sample-report';

const dueAt = '2026-11-02T12:00:06.000Z';
const waiting: Deletion = { report: sampleReport('1'), dueAt, state: 'waiting' };
const sending: Deletion = { report: sampleReport('2'), dueAt, state: 'sending' };
const failed: Deletion = {
  report: sampleReport('3'),
  dueAt,
  state: 'failed',
  failure: { code: 'unreachable' },
};

it('a deletion can be undone for six seconds', () => {
  expect(UNDO_MS).toBe(6_000);
});

describe('a report', () => {
  it.each([
    ['while its deletion waits', '1', true],
    ['while its deletion is being sent', '2', true],
    ['no longer once its deletion has failed', '3', false],
    ['not for the deletion of another', '4', false],
  ])('is out of sight %s', (_, id, hidden) => {
    expect(isHidden([waiting, sending, failed], id)).toBe(hidden);
  });

  it('is in sight where nothing is being deleted', () => {
    expect(isHidden([], '1')).toBe(false);
  });
});
