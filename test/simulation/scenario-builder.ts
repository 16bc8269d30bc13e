import { expect } from 'vitest';
import type { JobAction } from '@/lib/jobs/types';
import type { Privacy } from '@/lib/report/privacy';
import { type CompletedScenario, runScenario } from './run-scenario';
import {
  NO_OUTCOMES,
  type PlannedOutcomes,
  type RequestOutcome,
  type ServiceTraits,
  type Step,
  USUAL_TRAITS,
} from './scenario';
import type { Row } from './service';
import type { ShownBatch, ShownQueue, Simulation, SimulationOptions } from './simulation';
import type { RequestedPage, SentRequest } from './worker';

/** Builds a scenario step by step. */
export interface ScenarioBuilder {
  /** Requests a private report of `URLS[0]`. `fields` replace these defaults. */
  create(fields?: Partial<Step & { do: 'create' }>): ScenarioBuilder;
  /** Updates a report. By default, `index` is 0, the newest report. */
  change(fields: { index?: number; privacy?: Privacy; results?: 1 }): ScenarioBuilder;
  /** Deletes the newest report. */
  remove(): ScenarioBuilder;
  cancel(): ScenarioBuilder;
  cancelInTwoWindows(): ScenarioBuilder;
  createBatch(size: number, fields?: { password?: string }): ScenarioBuilder;
  actOnCreations(action: JobAction): ScenarioBuilder;
  /** Requests a batch that updates the privacy if given, otherwise the results. */
  updateBatch(count: number, fields?: { from?: number; privacy?: Privacy }): ScenarioBuilder;
  removeBatch(count: number, fields?: { from?: number }): ScenarioBuilder;
  /** By default, acts on the last batch of updates or deletions. */
  actOnEdits(action: JobAction, fields?: { index?: number }): ScenarioBuilder;
  /** Plans the outcome of the next unplanned request of the last step. */
  planOutcome(outcome: RequestOutcome): ScenarioBuilder;
  /** Plans that the service cannot fetch the page, and creates no report. */
  failToFetch(): ScenarioBuilder;
  /** Plans `LOST_ANSWER`. */
  loseAnswer(): ScenarioBuilder;
  /** Plans `LOST_REQUEST`. */
  loseRequest(): ScenarioBuilder;
  planListOutcomes(...outcomes: RequestOutcome[]): ScenarioBuilder;
  wait(seconds: number): ScenarioBuilder;
  step(...steps: Step[]): ScenarioBuilder;
  /** Calls a function after the previous step. */
  check(run: (simulation: Simulation) => unknown): ScenarioBuilder;
  /** Runs the scenario to its end, and expects that it violates no guarantee. */
  run(): Promise<CompletedScenario>;
}

type SingleStep = Step & { do: 'create' | 'change' | 'delete' };

/** The key of `PlannedOutcomes` for the requests of each kind of step. */
const REQUEST_KINDS = { create: 'creations', change: 'updates', delete: 'deletions' } as const;

export const USUAL_ANSWER = { kind: 'answers', answerAfter: 0.2 } as const;

export const SLOW_ANSWER = { kind: 'answers', answerAfter: 60 } as const;

/** The connection breaks after the service has executed the request, and before the answer. */
export const LOST_ANSWER = { kind: 'breaks off', answerAfter: 1, executedAfter: 0.1 } as const;

/** The connection breaks, and the service never executes the request. */
export const LOST_REQUEST = { kind: 'breaks off', answerAfter: 1, executedAfter: null } as const;

export const REFUSED = { kind: 'says 422' } as const;

export const STOP_WORKER = { do: 'stop the worker', afterStorageCalls: 0 } as const;

export const RESTART_BROWSER = { do: 'restart the browser', afterStorageCalls: 0 } as const;

const ORDINARY_WINDOW = { isPrivate: false, repeatsUnansweredCall: true } as const;

export function scenario(
  traits: Partial<ServiceTraits> = {},
  options: SimulationOptions = {},
): ScenarioBuilder {
  const outcomes: PlannedOutcomes = structuredClone(NO_OUTCOMES);
  const steps: Step[] = [];
  const checks: ((simulation: Simulation) => unknown)[] = [];
  const requestCounts = { create: 0, change: 0, delete: 0 };
  /** The kind of step whose requests `planOutcome` affects. */
  let lastKind: SingleStep['do'] = 'create';

  function addSingle(step: SingleStep): ScenarioBuilder {
    lastKind = step.do;
    requestCounts[lastKind] += 1;
    return builder.step(step);
  }

  const builder: ScenarioBuilder = {
    create: (fields = {}) =>
      addSingle({
        do: 'create',
        page: 0,
        privacy: 1,
        isConfirmed: true,
        ...ORDINARY_WINDOW,
        ...fields,
      }),
    change: (fields) => addSingle({ do: 'change', index: 0, ...fields, ...ORDINARY_WINDOW }),
    remove: () => addSingle({ do: 'delete', index: 0, ...ORDINARY_WINDOW }),
    cancel: () => builder.step({ do: 'cancel', index: 0, isInTwoWindows: false }),
    cancelInTwoWindows: () => builder.step({ do: 'cancel', index: 0, isInTwoWindows: true }),
    createBatch(size, fields = {}) {
      lastKind = 'create';
      return builder.step({ do: 'batch of creations', size, ...fields });
    },
    actOnCreations: (action) => builder.step({ do: 'act on creations', action }),
    updateBatch(count, fields = {}) {
      lastKind = 'change';
      return builder.step({ do: 'batch of updates', from: 0, count, ...fields });
    },
    removeBatch(count, fields = {}) {
      lastKind = 'delete';
      return builder.step({ do: 'batch of deletions', from: 0, count, ...fields });
    },
    actOnEdits: (action, fields = {}) =>
      builder.step({ do: 'act on edits', index: 0, action, ...fields }),
    planOutcome(outcome) {
      const planned = outcomes[REQUEST_KINDS[lastKind]];
      while (planned.length < requestCounts[lastKind] - 1) planned.push(USUAL_ANSWER);
      planned.push(outcome);
      return builder;
    },
    failToFetch: () =>
      builder.planOutcome({ kind: 'cannot fetch', answerAfter: 0.2, executedAfter: null }),
    loseAnswer: () => builder.planOutcome(LOST_ANSWER),
    loseRequest: () => builder.planOutcome(LOST_REQUEST),
    planListOutcomes(...planned) {
      outcomes.lists.push(...planned);
      return builder;
    },
    wait: (seconds) => builder.step({ do: 'wait', seconds }),
    step(...more) {
      steps.push(...more);
      return builder;
    },
    check(run) {
      checks.push(run);
      return builder.step({ do: 'check', index: checks.length - 1 });
    },
    async run() {
      const built = {
        traits: { ...USUAL_TRAITS, ...traits },
        outcomes,
        steps,
        stopsIdleWorker: true,
      };
      const completed = await runScenario(built, { checks, ...options });
      expect(completed.violations).toEqual([]);
      return completed;
    },
  };
  return builder;
}

/** Returns the times of all requests of a kind, in milliseconds since the start of the scenario. */
export function requestTimes({ browser }: Simulation, verb: SentRequest['verb']): number[] {
  return browser.sentRequests.filter((sent) => sent.verb === verb).map(({ at }) => at);
}

/** Returns the requested pages of lists, with the milliseconds since the start of the scenario. */
export function requestedLists({ browser }: Simulation): (RequestedPage & { at: number })[] {
  return browser.sentRequests.flatMap(({ verb, content, at }) =>
    verb === 'list' ? [{ ...(content as RequestedPage), at }] : [],
  );
}

/** Returns the reports that were created during the scenario. */
export function createdReports({ service }: Simulation): Row[] {
  return service.rows.filter(({ draft }) => draft !== undefined);
}

/** Returns the status of each single job, or the reason if the job needs attention. */
export function singleStates({ singles }: ShownQueue): string[] {
  return singles.map(({ first: { status } }) =>
    status.name === 'needsAttention' ? status.reason : status.name,
  );
}

/** Returns the newest batch that extension pages show. */
export async function readNewestBatch({
  readShownQueue,
}: Simulation): Promise<ShownBatch | undefined> {
  return (await readShownQueue()).batches[0];
}

/** After this time, the first list is too old to be a baseline, so a creation reads a new list. */
export const SECONDS_UNTIL_LIST_EXPIRES = 70;
