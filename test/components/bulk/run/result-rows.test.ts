import { expect, it } from 'vitest';
import { doneLines, resultRows } from '@/components/bulk/run/result-rows';
import type { Failure } from '@/lib/failure';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';
import { closedGate } from '../../../support/sample-task';

useMessageKeys({ filled: true });

const batch = { privacy: 1 } as const;
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: null };
const refused: Failure = { code: 'refused', status: 409, message: 'Not now.' };

function rowOf(entry: Partial<BatchEntry>, closedBy: Failure | null = null) {
  const waiting = { url: 'https://shop.example/', report: null, failure: null } as const;
  const entries = new Map([[0, { ...waiting, state: 'waiting' as const, ...entry }]]);
  const gate = closedBy && closedGate(closedBy);
  return resultRows(batch, entries, { gate })[0];
}

it.each<[string, Partial<BatchEntry>, Failure | null, RegExp | null]>([
  ['waiting', {}, null, null],
  ['waiting', {}, down, /^failure_serviceDown 503$/],
  ['sending', {}, down, null],
  ['checking', { failure: down }, null, /^task_wasDown 503$/],
  ['checking', {}, null, null],
  ['failed', { failure: refused }, null, / service_says Not now\.$/],
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

it('copied rows have address, score and link of what is done, in order and without formulas', () => {
  const waiting = { url: 'https://a.example/1', report: null, failure: null } as const;
  const done = { ...waiting, state: 'done' as const };
  const report = sampleReport('7', { score: 87 });
  const entries = new Map<number, BatchEntry>([
    [2, { ...done, url: '=1+1' }],
    [1, { ...done, url: 'https://a.example/?a=1,2;3', report }],
    [0, { ...waiting, state: 'waiting' }],
  ]);
  expect(doneLines(entries, ({ id }) => `https://reports.example/${id}`)).toBe(
    `https://a.example/?a=1,2;3\t87\thttps://reports.example/7\n"'=1+1"\t\t`,
  );
});
