import { expect, it } from 'vitest';
import { createEnteredPasswords } from '@/components/app/entered-passwords';
import { createdReportOf } from '@/lib/jobs/operation';
import type { RecentOperation } from '@/lib/jobs/types';
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

function creationIn(jobId: string, privacy: Privacy = 2): RecentOperation {
  const status = { name: 'done', report: createdReportOf(REPORT) } as const;
  return recentOperation(jobId, creation({ privacy }, { status }), REPORT);
}

const updateIn = (jobId: string, change: StoredChange): RecentOperation =>
  finishedEdit(jobId, updateOf(change, REPORT));

function cancelledUpdateIn(jobId: string): RecentOperation {
  const operation = updateOf({ privacy: 2 }, REPORT);
  return recentOperation(jobId, { ...operation, status: { name: 'cancelled' } });
}

it.each<[condition: string, password: string | null, ...recent: RecentOperation[]]>([
  ['no operation has finished', null],
  ['this extension page has created the report', 'one', creationIn('a')],
  [
    'this extension page has created the report in a batch',
    'one',
    { ...creationIn('a'), isBatch: true },
  ],
  [
    'this extension page has updated the password',
    'two',
    creationIn('a'),
    updateIn('b', { privacy: 2 }),
  ],
  ['only the results are updated later', 'one', creationIn('a'), updateIn('b', { results: 1 })],
  ['another extension page has created the report', null, creationIn('x')],
  [
    'another extension page has updated the password',
    null,
    creationIn('a'),
    updateIn('x', { privacy: 2 }),
  ],
  ['a later update was cancelled', 'one', creationIn('a'), cancelledUpdateIn('b')],
])('if %s, the known password of the report is %j', (_, password, ...recent) => {
  const passwords = createEnteredPasswords(() => recent);
  passwords.remember('a', 'one');
  passwords.remember('b', 'two');
  passwords.remember('c', undefined);
  expect(passwords.of(REPORT)).toBe(password);
  expect(passwords.of({ ...REPORT, privacy: 1 })).toBeNull();
  expect([passwords.ofBatch('b'), passwords.ofBatch('c')]).toEqual(['two', null]);
});
