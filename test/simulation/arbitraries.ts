import fc, { type Arbitrary } from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import { PRIVACIES, Privacy } from '@/lib/report/privacy';
import {
  type AccountCall,
  type AccountName,
  NO_OUTCOMES,
  type PlannedOutcomes,
  type RequestOutcome,
  type Scenario,
  type ServiceTraits,
  type Step,
  URLS,
  USUAL_TRAITS,
  withText,
} from './scenario';

// `constantFrom` has its simplest value first, because fast-check shrinks towards the first argument. A
// repeated value is more frequent.

const { array, boolean, constant, constantFrom, nat, record } = fc;

function oneOf<T>(...weighted: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Seconds until the browser has the outcome of a write request. */
const writeDelay = constantFrom(0.2, 1, 4, 20, 60);
/** Seconds until the browser has the outcome of a list request. */
const listDelay = constantFrom(0.1, 0.5, 4);
/** Seconds until the service has executed a request; null: never. The extension assumes at most 45 s. */
const executedAfter = constantFrom(null, 0.1, 3, 12, 45);
const never = constant(null);
/** Seconds in a Retry-After header; null without this header. */
const retryAfter = constantFrom(null, 2, 60, 7200);

const REFUSALS = ['refuses the key', 'forbids', 'checks for bots', 'meets a firewall'] as const;
const refusal: Arbitrary<RequestOutcome> = oneOf<RequestOutcome>(
  [3, record({ kind: constantFrom('says 429', 'says 503'), retryAfter })],
  [2, record({ kind: constantFrom(...REFUSALS) })],
);
const writeOutcome: Arbitrary<RequestOutcome> = oneOf<RequestOutcome>(
  [4, record({ kind: constantFrom('answers', 'omits the report'), answerAfter: writeDelay })],
  [
    5,
    record({
      kind: constantFrom('breaks off', 'says 502'),
      answerAfter: writeDelay,
      executedAfter,
    }),
  ],
  [
    1,
    record({
      kind: constantFrom('redirects', 'answers with HTML'),
      answerAfter: writeDelay,
      executedAfter,
    }),
  ],
  [1, record({ kind: constant('is silent'), executedAfter })],
  [1, record({ kind: constantFrom('says 422', 'reports failure') })],
  [5, refusal],
);
const creationOutcome: Arbitrary<RequestOutcome> = oneOf<RequestOutcome>(
  [5, writeOutcome],
  [
    1,
    record({
      kind: constant('cannot fetch'),
      answerAfter: writeDelay,
      executedAfter: constantFrom(null, null, 0.1, 3),
    }),
  ],
);
const unclearKind = constantFrom('breaks off', 'says 502', 'redirects', 'answers with HTML');
const listOutcome: Arbitrary<RequestOutcome> = oneOf<RequestOutcome>(
  [6, record({ kind: constant('answers'), answerAfter: listDelay })],
  [1, record({ kind: constant('reports failure') })],
  [4, record({ kind: unclearKind, answerAfter: listDelay, executedAfter: never })],
  [1, record({ kind: constant('is silent'), executedAfter: never })],
  [4, refusal],
);
const lostAnswerOrRequest: Arbitrary<RequestOutcome> = record({
  kind: constant('breaks off'),
  answerAfter: listDelay,
  executedAfter: constantFrom(0.1, null),
});

const index = oneOf([1, constant(0)], [1, nat({ max: 4 })]);
const isPrivate = oneOf([3, constant(false)], [1, constant(true)]);
const callOptions = { isPrivate, repeatsUnansweredCall: boolean() };
const page = oneOf([2, constant(0)], [3, nat({ max: URLS.length - 1 })]);
const privacy = constantFrom(Privacy.Private, Privacy.Private, ...PRIVACIES);

const accountCall = constantFrom<AccountCall[]>(
  'answers',
  'answers',
  'answers',
  'says 401',
  'says 403',
  'says 404',
  'gets no answer',
  'says 429',
  'says 500',
);
const newKey = {
  dropsOpenJobs: boolean(),
  account: constantFrom<AccountName[]>('main', 'other'),
  accountCall,
  confusesAccounts: oneOf([3, constant(false)], [1, constant(true)]),
};

const jobAction = constantFrom<JobAction[]>(
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'cancel' },
  { kind: 'retry' },
  { kind: 'resume', password: '' },
  { kind: 'remove' },
);

const stepsByName = {
  create: record({
    do: constant('create'),
    page,
    privacy,
    isConfirmed: oneOf([3, constant(true)], [1, constant(false)]),
    ...callOptions,
  }),
  updatePrivacy: record({ do: constant('change'), index, privacy, ...callOptions }),
  updateResults: record({ do: constant('change'), index, results: constant(1), ...callOptions }),
  delete: record({ do: constant('delete'), index, ...callOptions }),
  cancel: record({ do: constant('cancel'), index, isInTwoWindows: boolean() }),
  repeat: record({ do: constantFrom('retry the operation', 'repeat the call'), index }),
  pressOrEvent: record({
    do: constantFrom('press Retry now', 'refresh', 'wake the worker', 'go offline', 'go online'),
  }),
  changePermission: record({
    do: constantFrom('remove the permission', 'remove the permission', 'allow the host'),
  }),
  refresh: record({ do: constant('refresh') }),
  open: record({ do: constant('open'), index }),
  wait: record({
    do: constant('wait'),
    seconds: constantFrom(0, 0.15, 0.5, 3, 7, 25, 70, 400, 2000),
  }),
  runMicrotasks: record({ do: constant('run microtasks'), count: nat({ max: 60 }) }),
  stopWorkerOrBrowser: record({
    do: constantFrom('stop the worker', 'restart the browser'),
    afterStorageCalls: nat({ max: 25 }),
  }),
  stopWorker: record({ do: constant('stop the worker'), afterStorageCalls: nat({ max: 25 }) }),
  somebodyReports: record({ do: constant('somebody reports'), page, privacy }),
  somebodyEdits: record({ do: constantFrom('somebody publishes', 'somebody deletes'), index }),
  refuseKey: record({ do: constant('the key is refused') }),
  connectOrDisconnect: record({
    do: constantFrom('connect', 'disconnect'),
    dropsOpenJobs: boolean(),
  }),
  enterKey: record({ do: constant('connect'), ...newKey }),
  loseSettings: record({ do: constant('lose the settings'), ...newKey }),
  changeClock: record({
    do: constant('set the clock'),
    seconds: constantFrom(30, 700, 3600, 7200, 86_400, -60, -1800, -3600, -86_400),
  }),
  changeClockByHour: record({ do: constant('set the clock'), seconds: constantFrom(-3600, 3600) }),
  batchOfPrivacyUpdates: record({
    do: constant('batch of updates'),
    from: nat({ max: 3 }),
    count: constantFrom(2, 5, 30),
    privacy,
    isPrivate,
  }),
  batchOfResultUpdates: record({
    do: constant('batch of updates'),
    from: nat({ max: 3 }),
    count: nat({ max: 5 }),
    isPrivate,
  }),
  batchOfDeletions: record({
    do: constant('batch of deletions'),
    from: nat({ max: 5 }),
    count: constantFrom(2, 5, 30),
    isPrivate,
  }),
  batchDeletingOldReports: record({
    do: constant('batch of deletions'),
    from: nat({ max: 250 }),
    count: constantFrom(2, 30, 120),
  }),
  batchOfCreations: record({ do: constant('batch of creations'), size: constantFrom(5, 40) }),
  actOnCreations: record({
    do: constant('act on creations'),
    action: constantFrom<JobAction[]>(
      { kind: 'cancel' },
      { kind: 'pause' },
      { kind: 'resume' },
      { kind: 'retry' },
    ),
  }),
  actOnEdits: record({
    do: constant('act on edits'),
    index: oneOf([2, constant(0)], [1, nat({ max: 2 })]),
    action: jobAction,
  }),
  outage: record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    outage: constantFrom('breaks off', 'says 502'),
  }),
  outageWith404: record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    outage: constantFrom('says 404 in HTML', 'says 404 in JSON'),
  }),
} satisfies Record<string, Arbitrary<Step>>;

function stepsOf(weights: Partial<Record<keyof typeof stepsByName, number>>): Arbitrary<Step> {
  const weighted = Object.entries(weights) as [keyof typeof stepsByName, number][];
  return oneOf<Step>(
    ...weighted.map(([name, weight]): [number, Arbitrary<Step>] => [weight, stepsByName[name]]),
  );
}

const traitsOf = (...reportsAtStart: ServiceTraits['reportsAtStart'][]): Arbitrary<ServiceTraits> =>
  record({
    ids: constantFrom('numeric', 'nonNumeric'),
    lag: constantFrom(0, 1, 4),
    spelling: constantFrom('bare', 'bare', 'bare', 'as sent', 'with a slash', 'without a slash'),
    redirectsPages: constantFrom(false, false, false, true),
    limit: constantFrom(null, null, null, 3),
    throttle: constantFrom(null, null, null, 20),
    listsPrivacy: constantFrom(true, false),
    counts: constantFrom(true, true, false),
    resultAfter: constantFrom(0, 3, 300, null),
    reportsAtStart: constantFrom(...reportsAtStart),
  });
const anyTraits = traitsOf('none', 'few', 'none', 'few', 'many');

function scenariosOf(
  step: Arbitrary<Step>,
  outcomes: Arbitrary<PlannedOutcomes>,
  traits = anyTraits,
): Arbitrary<Scenario> {
  return record({
    traits,
    outcomes,
    steps: array(step, { minLength: 1, maxLength: 16 }),
    stopsIdleWorker: boolean(),
  }).map(withText);
}

const upToFourLost = array(lostAnswerOrRequest, { maxLength: 4 });
const upToTwoLost = array(lostAnswerOrRequest, { maxLength: 2 });
const slowLists: Arbitrary<RequestOutcome[]> = array(
  record({ kind: constant('answers'), answerAfter: listDelay }),
  {
    maxLength: 4,
  },
);
const noOutcomes: Arbitrary<RequestOutcome[]> = constant([]);
const withLostRequestsOrAnswers = record({
  creations: upToFourLost,
  updates: upToFourLost,
  deletions: upToFourLost,
  lists: noOutcomes,
});

/** Random scenarios within the assumptions of the extension. */
export const anyScenario = scenariosOf(
  stepsOf({
    create: 10,
    updatePrivacy: 4,
    updateResults: 1,
    delete: 4,
    cancel: 4,
    repeat: 4,
    pressOrEvent: 5,
    wait: 10,
    runMicrotasks: 3,
    stopWorkerOrBrowser: 5,
    somebodyReports: 2,
    somebodyEdits: 2,
    refuseKey: 1,
    connectOrDisconnect: 2,
    enterKey: 3,
    loseSettings: 1,
    changeClock: 1,
    open: 2,
    changePermission: 4,
    outage: 2,
    outageWith404: 2,
  }),
  record({
    creations: array(creationOutcome, { maxLength: 6 }),
    updates: array(writeOutcome, { maxLength: 4 }),
    deletions: array(writeOutcome, { maxLength: 4 }),
    lists: array(listOutcome, { maxLength: 6 }),
  }),
);

/** Creations with lost requests or answers. */
export const creations = scenariosOf(stepsOf({ create: 3, wait: 2 }), withLostRequestsOrAnswers);

/** Creations, updates and deletions with lost requests or answers, and with refreshes of the list. */
export const listChanges = scenariosOf(
  stepsOf({ create: 4, updatePrivacy: 2, delete: 2, refresh: 3, wait: 5 }),
  withLostRequestsOrAnswers,
);

/** Single jobs and batches that create, change and delete reports, without changes by another person. */
export const changesOfThisBrowser = scenariosOf(
  stepsOf({
    create: 4,
    updatePrivacy: 3,
    delete: 2,
    batchOfPrivacyUpdates: 2,
    batchOfDeletions: 1,
    batchOfCreations: 1,
    refresh: 3,
    cancel: 1,
    wait: 5,
    stopWorker: 1,
  }),
  // At most two updates and two deletions lose a request or an answer. The worker sends an edit more than
  // twice, so each edit gets an answer.
  record({
    creations: upToFourLost,
    updates: upToTwoLost,
    deletions: upToTwoLost,
    lists: slowLists,
  }),
  traitsOf('none', 'few', 'many').map((traits) => ({
    ...traits,
    lag: 0,
    listsPrivacy: true,
    redirectsPages: false,
    // Every answer contains the result, so no job waits for its result.
    resultAfter: 0,
  })),
);

/** Single jobs and batches that create and delete reports, at a service with hundreds of other reports. */
export const creationsAndDeletions = scenariosOf(
  stepsOf({
    create: 4,
    delete: 3,
    batchOfDeletions: 2,
    batchDeletingOldReports: 2,
    batchOfCreations: 1,
    wait: 4,
    stopWorker: 1,
  }),
  record({
    creations: upToFourLost,
    updates: noOutcomes,
    deletions: array(writeOutcome, { maxLength: 8 }),
    lists: array(listOutcome, { maxLength: 3 }),
  }),
  traitsOf('hundreds').map((traits) => ({ ...traits, lag: 0, counts: true, throttle: null })),
);

/** Creations and deletions at a service with a low rate limit and outages. */
export const changesAtRateLimit = scenariosOf(
  stepsOf({
    create: 4,
    delete: 3,
    batchOfDeletions: 2,
    batchOfCreations: 1,
    wait: 4,
    pressOrEvent: 2,
    outage: 1,
  }),
  record({
    creations: upToFourLost,
    updates: noOutcomes,
    deletions: upToTwoLost,
    lists: array(
      oneOf<RequestOutcome>(
        [2, record({ kind: constant('answers'), answerAfter: listDelay })],
        [
          2,
          record({
            kind: constantFrom('breaks off', 'says 502'),
            answerAfter: listDelay,
            executedAfter: never,
          }),
        ],
        [2, record({ kind: constantFrom('says 429', 'says 503'), retryAfter })],
      ),
      { maxLength: 6 },
    ),
  }),
  traitsOf('hundreds').map((traits) => ({
    ...traits,
    lag: 0,
    listsPrivacy: true,
    redirectsPages: false,
    counts: true,
    throttle: 20,
    resultAfter: 0,
  })),
);

/** Batches of updates and deletions beside single updates and deletions, with stops and lost answers. */
export const editBatches = scenariosOf(
  stepsOf({
    batchOfPrivacyUpdates: 5,
    batchOfResultUpdates: 2,
    batchOfDeletions: 3,
    actOnEdits: 8,
    updatePrivacy: 4,
    updateResults: 1,
    delete: 3,
    cancel: 2,
    repeat: 2,
    pressOrEvent: 3,
    wait: 12,
    runMicrotasks: 2,
    stopWorkerOrBrowser: 4,
    somebodyEdits: 1,
    connectOrDisconnect: 1,
    enterKey: 1,
    loseSettings: 1,
    open: 1,
    outage: 2,
    outageWith404: 2,
    changeClock: 1,
  }),
  record({
    creations: noOutcomes,
    updates: array(writeOutcome, { maxLength: 8 }),
    deletions: array(writeOutcome, { maxLength: 6 }),
    lists: noOutcomes,
  }),
  traitsOf('few', 'many', 'many'),
);

/** Operations that are cancelled while their answers are slow or lost. */
export const cancelledDuringRequests = scenariosOf(
  stepsOf({
    create: 3,
    updatePrivacy: 3,
    updateResults: 2,
    delete: 4,
    cancel: 10,
    batchOfCreations: 3,
    actOnCreations: 6,
    batchOfPrivacyUpdates: 2,
    batchOfResultUpdates: 2,
    batchOfDeletions: 3,
    actOnEdits: 6,
    pressOrEvent: 2,
    wait: 14,
    runMicrotasks: 2,
    stopWorkerOrBrowser: 3,
    outage: 2,
  }),
  record({
    creations: array(creationOutcome, { maxLength: 8 }),
    updates: array(writeOutcome, { maxLength: 8 }),
    deletions: array(writeOutcome, { maxLength: 8 }),
    lists: array(listOutcome, { maxLength: 4 }),
  }),
  // The position of a private report in a list follows from its id, and only numeric ids have an order.
  anyTraits.map((traits) => ({ ...traits, ids: 'numeric' })),
);

/** API keys of both accounts, lost settings and a changed clock, while reports change and disappear. */
export const newKeys = scenariosOf(
  stepsOf({
    enterKey: 8,
    loseSettings: 3,
    changeClockByHour: 2,
    connectOrDisconnect: 1,
    create: 2,
    updateResults: 3,
    delete: 2,
    cancel: 1,
    somebodyEdits: 2,
    open: 1,
    refresh: 2,
    refuseKey: 1,
    wait: 8,
    stopWorkerOrBrowser: 3,
    outageWith404: 1,
  }),
  record({
    creations: upToTwoLost,
    updates: upToTwoLost,
    deletions: upToTwoLost,
    lists: slowLists,
  }),
);

/** Updates, with a worker that stops shortly before or after each answer. */
export const updatesWithStoppedWorker: Arbitrary<Scenario> = record({
  traits: constant(USUAL_TRAITS),
  outcomes: constant(NO_OUTCOMES),
  steps: array(
    fc.tuple(
      stepsByName.updatePrivacy,
      record({ do: constant('wait'), seconds: constantFrom(0, 0.15) } as const),
      record({ do: constant('stop the worker'), afterStorageCalls: nat({ max: 15 }) } as const),
      record({ do: constant('wait'), seconds: constant(7) } as const),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  stopsIdleWorker: boolean(),
}).map((scenario) => withText({ ...scenario, steps: scenario.steps.flat() }));
