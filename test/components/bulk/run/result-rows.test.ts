import { expect, it } from 'vitest';
import { doneLines, resultRows } from '@/components/bulk/run/result-rows';
import type { Failure } from '@/lib/failure';
import type { BatchEntry } from '@/lib/task/batch/batch-entries';
import type { Standing } from '@/lib/task/standing';
import { useMessageKeys } from '../../../support/message-keys';
import { sampleReport } from '../../../support/sample-report';
import { closedGate } from '../../../support/sample-task';

useMessageKeys({ filled: true });

const batch = { privacy: 1 } as const;
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: null };
const WAITING = { name: 'waiting', until: null } as const;
const LOST = { name: 'unknown', looks: 0, lookAt: '', failure: null } as const;
const STUCK = { name: 'stuck', reason: 'refused' } as const;
const refused: Failure = { code: 'refused', status: 409, message: 'Not now.' };

function rowOf(entry: Partial<BatchEntry>, closedBy: Failure | null = null) {
  const waiting: BatchEntry = { url: 'https://shop.example/', report: null, standing: WAITING };
  const entries = new Map([[0, { ...waiting, ...entry }]]);
  const gate = closedBy && closedGate(closedBy);
  return resultRows(batch, entries, { gate })[0];
}

it.each<[string, Standing, Failure | null, RegExp | null]>([
  ['waiting', WAITING, null, null],
  ['waiting', WAITING, down, /^failure_serviceDown 503$/],
  ['sending', { name: 'sent' }, down, null],
  ['checking', { ...LOST, failure: down }, null, /^task_wasDown 503$/],
  ['checking', LOST, null, null],
  ['failed', { ...STUCK, failure: refused }, null, / service_says Not now\.$/],
  ['unconfirmed', { ...STUCK, reason: 'unconfirmed', failure: down }, null, /^task_choices$/],
  ['done', { name: 'done' }, down, null],
  ['cancelled', { name: 'cancelled' }, down, null],
])(
  'a row of a batch tells state and reason: %s, %j, gate closed by %j',
  (word, standing, gate, reason) => {
    const row = rowOf({ standing, report: word === 'done' ? sampleReport('1') : null }, gate);
    expect(row?.state).toBe(`batch_state_${word}`);
    if (reason === null) expect(row?.reason).toBeNull();
    else expect(row?.reason).toMatch(reason);
  },
);

it('copied rows have address, score and link of what is done, in order and without formulas', () => {
  const waiting = { url: 'https://a.example/1', report: null, standing: WAITING };
  const done = { ...waiting, standing: { name: 'done' } as const };
  const report = sampleReport('7', { score: 87 });
  const entries = new Map<number, BatchEntry>([
    [2, { ...done, url: '=1+1' }],
    [1, { ...done, url: 'https://a.example/?a=1,2;3', report }],
    [0, waiting],
  ]);
  expect(doneLines(entries, ({ id }) => `https://reports.example/${id}`)).toBe(
    `https://a.example/?a=1,2;3\t87\thttps://reports.example/7\n"'=1+1"\t\t`,
  );
});
