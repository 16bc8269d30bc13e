import { expect, it } from 'vitest';
import { createEnteredPasswords } from '@/components/app/entered-passwords';
import type { RecentOperation } from '@/lib/jobs/job';
import { createdReportOf } from '@/lib/jobs/operation';
import type { Privacy } from '@/lib/report/privacy';
import type { StoredChange } from '@/lib/report/report-change';
import {
  creation,
  finishedEdit,
  recentOperation,
  update as updateOf,
} from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const REPORT = sampleReport('4', { privacy: 2 });

function created(jobId: string, privacy: Privacy = 2): RecentOperation {
  const status = { name: 'done', report: createdReportOf(REPORT) } as const;
  return recentOperation(jobId, creation({ privacy }, { status }), REPORT);
}

const updated = (jobId: string, change: StoredChange): RecentOperation =>
  finishedEdit(jobId, updateOf(change, REPORT));

function cancelled(jobId: string): RecentOperation {
  const operation = updateOf({ privacy: 2 }, REPORT);
  return recentOperation(jobId, { ...operation, status: { name: 'cancelled' } });
}

it.each<[name: string, password: string | null, ...recent: RecentOperation[]]>([
  ['nothing is known', null],
  ['this page has created it', 'one', created('a')],
  ['this page has created it in a batch', 'one', { ...created('a'), isBatch: true }],
  ['this page has updated it', 'two', created('a'), updated('b', { privacy: 2 })],
  ['its results are new', 'one', created('a'), updated('b', { results: 1 })],
  ['another page has created it', null, created('x')],
  ['another page has updated it', null, created('a'), updated('x', { privacy: 2 })],
  ['a later update was cancelled', 'one', created('a'), cancelled('b')],
])(
  'the last password that this page has set for a report is known: %s',
  (_, password, ...recent) => {
    const passwords = createEnteredPasswords(() => recent);
    passwords.remember('a', 'one');
    passwords.remember('b', 'two');
    passwords.remember('c', undefined);
    expect(passwords.of(REPORT)).toBe(password);
    expect(passwords.of({ ...REPORT, privacy: 1 })).toBeNull();
    expect([passwords.ofBatch('b'), passwords.ofBatch('c')]).toEqual(['two', null]);
  },
);
