import { describe, expect, it } from 'vitest';
import { type Deletion, isHidden } from '@/lib/deletion/deletion';
import { sampleReport } from '../../support/sample-report';

const dueAt = '2026-11-02T12:00:06.000Z';
const deletions: Deletion[] = [
  { report: sampleReport('1'), dueAt, isPrivateWindow: false, state: 'waiting' },
  { report: sampleReport('2'), dueAt, isPrivateWindow: false, state: 'sending' },
  {
    report: sampleReport('3'),
    dueAt,
    isPrivateWindow: false,
    state: 'failed',
    failure: { code: 'unreachable' },
  },
];

describe('a report', () => {
  it.each([
    ['while its deletion waits', '1', true],
    ['while its deletion is being sent', '2', true],
    ['no longer once its deletion has failed', '3', false],
    ['not for the deletion of another', '4', false],
  ])('is out of sight %s', (_, id, hidden) => {
    expect(isHidden(deletions, id)).toBe(hidden);
  });
});
