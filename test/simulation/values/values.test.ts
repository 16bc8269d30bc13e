import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isOperation } from '@/lib/jobs/jobs-state';
import { reduce } from '@/lib/jobs/reduce';
import type { Command, JobState, Next, Operation } from '@/lib/jobs/types';
import type { ReportList } from '@/lib/report/report';
import { SEED, TIMEOUT } from '../property-runs';
import { excused } from '../tolerated-violations';
import { anyHistory, backoffs, edits, lostCreations, pauses, takenBack } from './arbitraries';
import { play } from './run-scenario';
import type { History } from './scenario';

/** Number of histories for each of the six properties. */
const HISTORIES = Math.ceil(Number(process.env.SCENARIOS ?? 300) / 6);

afterAll(() => {
  const cases = [...excused].map(([name, times]) => `${times} × ${name}`);
  // biome-ignore lint/suspicious/noConsole: shows the accepted faults to whoever runs the test.
  console.info(`Excused: ${cases.join(', ') || 'nothing'}`);
});

/** Expects that no history violates a guarantee. Reports the shortest history that does. */
function expectNoFindings(histories: Arbitrary<History>): void {
  const property = fc.property(histories, (history) => {
    const { findings } = play(history);
    if (findings.length === 0) return;
    const { log } = play(history, { isLogged: true }).world;
    throw new Error([...findings, '', ...(log ?? [])].join('\n'));
  });
  fc.assert(property, { numRuns: HISTORIES, ...SEED });
}

describe('a random history of values keeps every promise', () => {
  it('with every kind of step', TIMEOUT, () => expectNoFindings(anyHistory));

  it('with lost answers to creations', TIMEOUT, () => expectNoFindings(lostCreations));

  it('with edits of few reports', TIMEOUT, () => expectNoFindings(edits));

  it('with operations that are taken back', TIMEOUT, () => expectNoFindings(takenBack));

  it('with batches that pause', TIMEOUT, () => expectNoFindings(pauses));

  it('with backoffs and their probes', TIMEOUT, () => expectNoFindings(backoffs));
});

/** Expects that at least one of 500 histories has a finding. */
function expectFinding(
  histories: Arbitrary<History>,
  faulty: typeof reduce,
  finding: RegExp,
): void {
  let isFound = false;
  const property = fc.property(histories, (history) => {
    const { findings } = play(history, { reduce: faulty });
    isFound ||= findings.some((one) => finding.test(one));
    return !isFound;
  });
  const { seed } = fc.check(property, { numRuns: 500, endOnFailure: true, ...SEED });
  // An error in a history also ends the search, but is no finding.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

/** Returns the commands with changed operations in what is stored. */
function storing({ state, commands }: Next, change: (operation: Operation) => Operation): Next {
  const changedJob = (job: JobState): JobState => ({
    ...job,
    chunks:
      job.chunks?.map((chunk) => chunk.map((slot) => (isOperation(slot) ? change(slot) : slot))) ??
      null,
  });
  const changed = commands.map((command): Command => {
    if (command.kind !== 'store') return command;
    return {
      ...command,
      parts: command.parts.map((one) => ({ ...one, job: changedJob(one.job) })),
    };
  });
  return { state, commands: changed };
}

describe('random histories find the fault of a reducer that', () => {
  it('does not store that a request is in flight', TIMEOUT, () => {
    const faulty: typeof reduce = (state, event, moment) =>
      storing(reduce(state, event, moment), (one) =>
        one.status.name === 'sending' ? { ...one, status: { name: 'queued' } } : one,
      );
    expectFinding(lostCreations, faulty, /^doubled/);
  });

  it('finds no report in lists', TIMEOUT, () => {
    const none: ReportList = { reports: [], unreadable: 0, total: 0, next: null };
    const faulty: typeof reduce = (state, event, moment) => {
      if (event.type === 'listed') return reduce(state, { ...event, list: none }, moment);
      if (event.type !== 'lookedUp') return reduce(state, event, moment);
      const { lists } = event;
      const newest = lists?.newest ? { value: none } : null;
      return reduce(state, { ...event, lists: lists && { ...lists, newest } }, moment);
    };
    expectFinding(lostCreations, faulty, /^doubled/);
  });

  it('does not store that an operation is taken back', TIMEOUT, () => {
    const faulty: typeof reduce = (state, event, moment) =>
      storing(reduce(state, event, moment), ({ isTakenBack: _, ...one }) => one);
    expectFinding(takenBack, faulty, /is sent after it was taken back$/);
  });
});
