import fc, { type Arbitrary } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { isOperation } from '@/lib/jobs/jobs-state';
import { reduce } from '@/lib/jobs/reduce';
import type { Command, JobState, Next, Operation } from '@/lib/jobs/types';
import type { ReportList } from '@/lib/report/report';
import { SEED, TIMEOUT } from '../property-runs';
import { printTolerated } from '../tolerated-violations';
import { anyScenario, backoffs, edits, lostCreations, pauses, takenBack } from './arbitraries';
import { runScenario } from './run-scenario';
import type { Scenario } from './scenario';

/** Number of scenarios for each of the six properties. */
const SCENARIOS = Math.ceil(Number(process.env.SCENARIOS ?? 300) / 6);

afterAll(printTolerated);

/** Expects that no scenario violates a guarantee. The error has the log of the shortest counterexample. */
function expectNoViolations(scenarios: Arbitrary<Scenario>): void {
  const property = fc.property(scenarios, (scenario) => {
    const { violations } = runScenario(scenario);
    if (violations.length === 0) return;
    const { log } = runScenario(scenario, { writesLog: true }).model;
    throw new Error([...violations, '', ...(log ?? [])].join('\n'));
  });
  fc.assert(property, { numRuns: SCENARIOS, ...SEED });
}

describe('a random scenario of the jobs model violates no guarantee', () => {
  it('with every kind of step', TIMEOUT, () => expectNoViolations(anyScenario));

  it('with lost answers to creations', TIMEOUT, () => expectNoViolations(lostCreations));

  it('with edits of few reports', TIMEOUT, () => expectNoViolations(edits));

  it('with operations that are taken back', TIMEOUT, () => expectNoViolations(takenBack));

  it('with batches that pause', TIMEOUT, () => expectNoViolations(pauses));

  it('with backoffs and their probes', TIMEOUT, () => expectNoViolations(backoffs));
});

/** Expects that at least one of 500 scenarios has a violation that matches `expected`. */
function expectViolation(
  scenarios: Arbitrary<Scenario>,
  faultyReduce: typeof reduce,
  expected: RegExp,
): void {
  let isFound = false;
  const property = fc.property(scenarios, (scenario) => {
    const { violations } = runScenario(scenario, { reduce: faultyReduce });
    isFound ||= violations.some((violation) => expected.test(violation));
    return !isFound;
  });
  const { seed } = fc.check(property, { numRuns: 500, endOnFailure: true, ...SEED });
  // An error in a scenario also ends the search, but is not a violation.
  expect(isFound, `no counterexample with the seed ${seed}`).toBe(true);
}

/** Changes the operations that the commands store. */
function withStored({ state, commands }: Next, change: (operation: Operation) => Operation): Next {
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
      parts: command.parts.map((part) => ({ ...part, job: changedJob(part.job) })),
    };
  });
  return { state, commands: changed };
}

describe('random scenarios of the jobs model find the fault of a reducer that', () => {
  it('does not store that a request is in flight', TIMEOUT, () => {
    const faultyReduce: typeof reduce = (state, event, moment) =>
      withStored(reduce(state, event, moment), (operation) =>
        operation.status.name === 'sending'
          ? { ...operation, status: { name: 'queued' } }
          : operation,
      );
    expectViolation(lostCreations, faultyReduce, /^doubled/);
  });

  it('finds no report in lists', TIMEOUT, () => {
    const emptyList: ReportList = { reports: [], unreadable: 0, total: 0, next: null };
    const faultyReduce: typeof reduce = (state, event, moment) => {
      if (event.type === 'listed') return reduce(state, { ...event, list: emptyList }, moment);
      if (event.type !== 'lookedUp') return reduce(state, event, moment);
      const { lists } = event;
      const newest = lists?.newest ? { value: emptyList } : null;
      return reduce(state, { ...event, lists: lists && { ...lists, newest } }, moment);
    };
    expectViolation(lostCreations, faultyReduce, /^doubled/);
  });

  it('does not store that an operation is taken back', TIMEOUT, () => {
    const faultyReduce: typeof reduce = (state, event, moment) =>
      withStored(reduce(state, event, moment), ({ isTakenBack: _, ...operation }) => operation);
    expectViolation(takenBack, faultyReduce, /is sent after it was taken back$/);
  });
});
