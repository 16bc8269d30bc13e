import fc, { type Arbitrary } from 'fast-check';
import type { PlannedOutcomes, RequestOutcome } from './scenario';

// All times in this file are in seconds.

/** Three accounts. The agency and the team use the same base URL. */
export const ACCOUNTS = ['agency', 'client', 'team'] as const;

export type Account = (typeof ACCOUNTS)[number];

/** A step of a person or the browser. Jobs are requested for the connection in use. */
export type ServiceStep =
  | { do: 'create'; isPrivate: boolean }
  | { do: 'create a batch'; size: number }
  /** `index`: position among the existing reports of the account, from the first. */
  | { do: 'update' | 'delete'; index: number }
  /** `index`: position among the jobs of the connection in use, from the last. */
  | { do: 'cancel'; index: number }
  | { do: 'refresh' | 'read all reports' | 'press Retry now' }
  | { do: 'use'; account: Account }
  /** `isAnother`: whether the form connects another service, or changes the connection in use. */
  | { do: 'connect'; account: Account; isAnother: boolean }
  | { do: 'disconnect'; account: Account; dropsOpenJobs: boolean }
  | { do: 'wait'; seconds: number }
  | { do: 'run microtasks'; count: number }
  | { do: 'stop the worker' | 'restart the browser'; afterStorageCalls: number }
  | { do: 'a service goes down'; account: Account; seconds: number };

export interface ServicesScenario {
  /** The outcomes of each service. */
  outcomes: PlannedOutcomes;
  steps: ServiceStep[];
  stopsIdleWorker: boolean;
}

const { array, boolean, constant, constantFrom, nat, record } = fc;

const outcome: Arbitrary<RequestOutcome> = fc.oneof(
  record({ kind: constant('answers'), answerAfter: constantFrom(0.2, 4, 20, 60) }),
  record({
    kind: constantFrom('breaks off', 'says 502'),
    answerAfter: constantFrom(0.2, 4, 20),
    executedAfter: constantFrom(null, 0.1, 3),
  }),
  record({ kind: constantFrom('says 429', 'says 503'), retryAfter: constantFrom(null, 2, 60) }),
);
const lists: Arbitrary<RequestOutcome> = record({
  kind: constant('answers'),
  answerAfter: constantFrom(0.1, 0.5, 4),
});

const account = constantFrom(...ACCOUNTS);
const step: Arbitrary<ServiceStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: record({ do: constant('create'), isPrivate: constantFrom(false, false, true) }),
  },
  { weight: 2, arbitrary: record({ do: constant('create a batch'), size: constantFrom(2, 5, 9) }) },
  {
    weight: 4,
    arbitrary: record({ do: constantFrom('update', 'delete'), index: nat({ max: 3 }) }),
  },
  { weight: 1, arbitrary: record({ do: constant('cancel'), index: nat({ max: 2 }) }) },
  {
    weight: 3,
    arbitrary: record({ do: constantFrom('refresh', 'read all reports', 'press Retry now') }),
  },
  { weight: 8, arbitrary: record({ do: constant('use'), account }) },
  { weight: 2, arbitrary: record({ do: constant('connect'), account, isAnother: boolean() }) },
  {
    weight: 2,
    arbitrary: record({ do: constant('disconnect'), account, dropsOpenJobs: boolean() }),
  },
  {
    weight: 7,
    arbitrary: record({
      do: constant('wait'),
      seconds: constantFrom(0, 0.15, 0.5, 3, 7, 25, 70, 400),
    }),
  },
  { weight: 2, arbitrary: record({ do: constant('run microtasks'), count: nat({ max: 60 }) }) },
  {
    weight: 3,
    arbitrary: record({
      do: constantFrom('stop the worker', 'restart the browser'),
      afterStorageCalls: nat({ max: 25 }),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      do: constant('a service goes down'),
      account,
      seconds: constantFrom(2, 40, 600),
    }),
  },
);

/** Random changes of the connection in use, beside jobs of all connections. */
export const serviceChanges: Arbitrary<ServicesScenario> = record({
  outcomes: record({
    creations: array(outcome, { maxLength: 4 }),
    updates: array(outcome, { maxLength: 2 }),
    deletions: array(outcome, { maxLength: 2 }),
    lists: array(lists, { maxLength: 4 }),
  }),
  steps: array(step, { minLength: 1, maxLength: 20 }),
  stopsIdleWorker: boolean(),
});
