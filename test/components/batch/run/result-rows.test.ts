import { expect, it } from 'vitest';
import { doneLines, resultRows } from '@/components/batch/run/result-rows';
import type { Failure } from '@/lib/failure';
import { createdReportOf } from '@/lib/jobs/operation';
import type { Operation, Status } from '@/lib/jobs/types';
import { NO_MUTES } from '@/lib/report/mutes';
import { useMessageKeys } from '../../../support/message-keys';
import { creation, sampleBackoff } from '../../../support/sample-job';
import { sampleReport } from '../../../support/sample-report';

useMessageKeys({ withValues: true });

const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: null };
const LOST = { name: 'unverified', lookups: 0, lookupAt: '', failure: null } as const;
const ATTENTION = { name: 'needsAttention', reason: 'refused', failure: down } as const;
const REPORT = sampleReport('7', { score: 87 });
const DONE: Status = { name: 'done', report: createdReportOf(REPORT) };
const refused: Failure = { code: 'refused', status: 409, message: 'Not now.' };

const reportOf = ({ status }: Operation) =>
  status.name === 'done' && status.report !== null ? REPORT : null;

it.each<[string, Status, Failure | null, RegExp | null]>([
  ['waiting', { name: 'queued' }, null, null],
  ['waiting', { name: 'queued' }, down, /^failure_serviceDown 503$/],
  ['sending', { name: 'sending' }, down, null],
  ['checking', { ...LOST, failure: down }, null, /^operation_wasDown 503$/],
  ['checking', LOST, null, null],
  ['failed', { ...ATTENTION, failure: refused }, null, / service_says Not now\.$/],
  ['unconfirmed', { ...ATTENTION, reason: 'unverifiable' }, null, /^operation_choices$/],
  ['done', DONE, down, null],
  ['cancelled', { name: 'cancelled' }, down, null],
])(
  'a row of a batch has the state %s for the status %j and a backoff after %j',
  (word, status, failure, reason) => {
    const operations = new Map([[0, creation({}, { status })]]);
    const [row] = resultRows(
      operations,
      reportOf,
      () => NO_MUTES,
      failure && sampleBackoff(failure),
    );
    expect(row).toMatchObject({ address: 'https://host.example/page', privacy: 1 });
    expect(row?.state).toBe(`batch_state_${word}`);
    if (reason === null) expect(row?.reason).toBeNull();
    else expect(row?.reason).toMatch(reason);
  },
);

it('doneLines() returns address, score and link of finished creations without formulas', () => {
  const operations = new Map<number, Operation>([
    [2, creation({ url: '=1+1' }, { status: { name: 'done', report: null } })],
    [1, creation({ url: 'https://a.example/?a=1,2;3' }, { status: DONE })],
    [0, creation({ url: 'https://a.example/1' })],
  ]);
  expect(doneLines(operations, reportOf, ({ id }) => `https://reports.example/${id}`)).toBe(
    `https://a.example/?a=1,2;3\t87\thttps://reports.example/7\n"'=1+1"\t\t`,
  );
});
