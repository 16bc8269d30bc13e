import { describe, expect, it } from 'vitest';
import { updatesOf } from '@/components/queue/page-operation';
import { creation, deletion, sampleLine, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

describe('updatesOf', () => {
  it('returns the updates of one report, oldest first', () => {
    const newer = update({ results: 1 });
    const older = update({ privacy: 0 });
    const singles = [
      sampleLine('newer', newer, { createdAt: 5 }),
      sampleLine('creation', creation(), { createdAt: 4 }),
      sampleLine('deletion', deletion(), { createdAt: 3 }),
      sampleLine('other report', update({ results: 1 }, sampleReport('2')), { createdAt: 2 }),
      sampleLine('older', older, { createdAt: 1 }),
    ];
    expect(updatesOf(singles, '1')).toEqual([older, newer]);
  });
});
