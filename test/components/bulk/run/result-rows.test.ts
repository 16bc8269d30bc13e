import { expect, it } from 'vitest';
import { resultRows } from '@/components/bulk/run/result-rows';
import type { Failure } from '@/lib/failure';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';
import { closedGate } from '../../../support/sample-task';

useMessageKeys({ filled: true });

const batch = { id: 'b', privacy: 1 } as BatchLine;
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: null };
const refused: Failure = { code: 'refused', status: 409, message: 'Not now.' };

function rowOf(entry: Partial<BatchEntry>, closedBy: Failure | null = null) {
  const waiting = { url: 'https://shop.example/', report: null, failure: null } as const;
  const entries = new Map([[0, { ...waiting, state: 'waiting' as const, ...entry }]]);
  const gate = closedBy && closedGate(closedBy);
  const facts = { passwords: new Map<string, string>(), gate, linkOf: () => null };
  return resultRows(batch, entries, facts)[0];
}

it.each<[string, Partial<BatchEntry>, Failure | null, RegExp | null]>([
  ['waiting', {}, null, null],
  ['waiting', {}, down, /^failure_serviceDown 503$/],
  ['sending', {}, down, null],
  ['checking', { failure: down }, null, /^task_wasDown 503$/],
  ['checking', {}, null, null],
  ['failed', { failure: refused }, null, / service_says Not now\.$/],
  ['failed', {}, null, /^task_enterPassword$/],
  ['unconfirmed', { failure: down }, null, /^task_choices$/],
  ['done', { report: sampleReport('1') }, down, null],
  ['cancelled', {}, down, null],
])(
  'a row of a batch tells state and reason: %s, %j, gate closed by %j',
  (name, entry, gate, reason) => {
    const state = name as BatchEntry['state'];
    const row = rowOf({ ...entry, state }, gate);
    expect(row?.state).toBe(`batch_state_${state}`);
    if (reason === null) expect(row?.reason).toBeNull();
    else expect(row?.reason).toMatch(reason);
  },
);

it.each([
  [
    sampleReport('1', { score: 87, failed: { high: 2, medium: 4, low: 3 } }),
    ['rating_good', 87, 9],
  ],
  [sampleReport('2'), ['rating_good', null, null]],
  [null, [null, null, null]],
])(
  'a row tells rating, score and failed checks as far as the report has them: case %#',
  (report, told) => {
    const row = rowOf({ state: 'done', report });
    expect([row?.result, row?.score, row?.issues]).toEqual(told);
  },
);

it.each([
  // Without a zone: the reader's own.
  [new Date(2026, 10, 20, 9, 5).toISOString(), '2026-11-20 09:05'],
  [null, null],
])('a row shows the date of its report in local time: %s', (generatedAt, date) => {
  expect(rowOf({ state: 'done', report: sampleReport('1', { generatedAt }) })?.date).toBe(date);
});
