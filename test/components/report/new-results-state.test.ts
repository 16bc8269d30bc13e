import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createNewResults, type ResultState } from '@/components/report/new-results-state';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import type { TaskOutcome } from '@/lib/task/task-outcome';
import { changedOutcome, outcomesOf } from '../../support/sample-outcome';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('1');
const renewed = sampleReport('1', { generatedAt: '2026-11-02T12:00:00.000Z' });

/** That an update of a report was asked for and taken, and what the service showed then. */
function updated(id: string, of: Report, summary: Report | null = of): Omit<TaskOutcome, 'number'> {
  const wish = { kind: 'change', report: referTo(of), change: { results: 1 } } as const;
  return { ...changedOutcome(of.id, null), id, wish, summary };
}

interface Facts {
  awaited?: string[];
  outcomes?: Omit<TaskOutcome, 'number'>[];
  /** What the page shows; the report as it was, unless said otherwise. */
  listed?: Report[];
}

function open({ awaited = [], outcomes = [], listed = [report] }: Facts) {
  return createNewResults({
    awaited: signal(awaited),
    outcomes: () => outcomesOf(...outcomes).singles,
    reportOf: (id) => listed.find((one) => one.id === id),
  });
}

const missing = updated('u', report);
const taken = { ...missing, standing: { name: 'cancelled' } } as const;
const atOnce = updated('u', report, renewed);
const unseen = updated('u', report, null);
const again = [missing, updated('v', renewed)];

it.each<[string, ResultState, Facts]>([
  ['is awaited, whoever has asked for it', 'awaited', { awaited: ['1'] }],
  ['is no subject where nobody has asked for it', null, { awaited: ['2'] }],
  ['that did not come is said to be missing', 'givenUp', { outcomes: [missing] }],
  ['that a list shows has come', null, { outcomes: [missing], listed: [renewed] }],
  ['that came at once is not missing', null, { outcomes: [atOnce], listed: [] }],
  ['that came once, but not again, is missing', 'givenUp', { outcomes: again, listed: [renewed] }],
  ['that was missing is awaited again', 'awaited', { awaited: ['1'], outcomes: [missing] }],
  ['of a report that nothing shows is not missing', null, { outcomes: [unseen], listed: [] }],
  ['of another report says nothing', null, { outcomes: [updated('u', sampleReport('2'))] }],
  ['is not expected of a change of privacy', null, { outcomes: [changedOutcome('1', {})] }],
  ['of an update that was taken back is not expected', null, { outcomes: [taken] }],
])('a new result %s', (_, state, facts) => {
  expect(open(facts).stateOf('1')).toBe(state);
});

it('a missing result is told no more once it is forgotten, until it is missing again', () => {
  const outcomes = [updated('u', report), updated('w', sampleReport('2'))];
  const results = open({ outcomes, listed: [report, sampleReport('2')] });
  results.forget('1');
  expect([results.stateOf('1'), results.stateOf('2')]).toEqual([null, 'givenUp']);
  outcomes.push(updated('v', report));
  expect(results.stateOf('1')).toBe('givenUp');
});
