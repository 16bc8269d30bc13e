import { expect, it } from 'vitest';
import { createSetPasswords } from '@/components/page/set-passwords';
import type { Privacy } from '@/lib/report/privacy';
import type { StoredChange } from '@/lib/report/report-change';
import { referTo } from '@/lib/report/report-reference';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { changedOutcome, madeOutcome, outcomesOf } from '../../support/sample-outcome';
import { sampleReport } from '../../support/sample-report';

const REPORT = sampleReport('4', { privacy: 2 });

type Unnumbered = Omit<TaskOutcome, 'number'>;

function created(id: string, privacy: Privacy = 2): Unnumbered {
  return { ...madeOutcome('4'), id, wish: { kind: 'create', draft: { url: 'u', privacy } } };
}

function changed(id: string, change: StoredChange): Unnumbered {
  const wish = { kind: 'change', report: referTo(REPORT), change } as const;
  return { ...changedOutcome('4', null), id, wish };
}

it.each<[name: string, password: string | null, ...outcomes: Unnumbered[]]>([
  ['nothing is known', null],
  ['this page has created it', 'one', created('a')],
  ['this page has changed it', 'two', created('a'), changed('b', { privacy: 2 })],
  ['its results are new', 'one', created('a'), changed('b', { results: 1 })],
  ['another page has created it', null, created('x')],
  ['another page has changed it', null, created('a'), changed('x', { privacy: 2 })],
  [
    'a later change has failed',
    'one',
    created('a'),
    { ...changed('b', { privacy: 2 }), standing: { name: 'cancelled' } },
  ],
])('the password of a report is the last one that was set here: %s', (_, password, ...outcomes) => {
  const passwords = createSetPasswords(() => outcomesOf(...outcomes).singles);
  passwords.remember('a', 'one');
  passwords.remember('b', 'two');
  passwords.remember('c', undefined);
  expect(passwords.of(REPORT)).toBe(password);
  expect(passwords.of({ ...REPORT, privacy: 1 })).toBeNull();
  expect([passwords.ofBatch('b'), passwords.ofBatch('c')]).toEqual(['two', null]);
});
