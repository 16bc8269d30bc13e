import fc, { type Arbitrary } from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import { PRIVACIES } from '@/lib/report/privacy';
import {
  type AccountCall,
  type Fate,
  type Fates,
  type KeyOwner,
  readable,
  type Scenario,
  type ServiceTraits,
  type Step,
  URLS,
  USUAL_TRAITS,
} from './scenario';

// Each list begins with its smallest value, because fast-check shrinks towards the first.

const { array, boolean, constant, constantFrom, nat, record } = fc;

function oneOf<T>(...weighted: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Seconds until an answer. */
const after = constantFrom(0.2, 1, 4, 20, 60);
/** Seconds until the answer to a list. */
const soon = constantFrom(0.1, 0.5, 4);
/** Seconds until the service does its work; null: never. Assumes that no work takes more than 45 s. */
const work = constantFrom(null, 0.1, 3, 12, 45);
const noWork = constant(null);
/** Seconds in a Retry-After header; null without this header. */
const retryAfter = constantFrom(null, 2, 60, 7200);

const REFUSALS = ['refuses the key', 'forbids', 'checks for bots', 'meets a firewall'] as const;
const refusal: Arbitrary<Fate> = oneOf<Fate>(
  [3, record({ fate: constantFrom('says 429', 'says 503'), retryAfter })],
  [2, record({ fate: constantFrom(...REFUSALS) })],
);
const writeFate: Arbitrary<Fate> = oneOf<Fate>(
  [4, record({ fate: constantFrom('answers', 'omits the report'), after })],
  [5, record({ fate: constantFrom('breaks off', 'says 502'), after, work })],
  [1, record({ fate: constantFrom('redirects', 'answers with HTML'), after, work })],
  [1, record({ fate: constant('is silent'), work })],
  [1, record({ fate: constantFrom('says 422', 'reports failure') })],
  [5, refusal],
);
const postFate: Arbitrary<Fate> = oneOf<Fate>(
  [5, writeFate],
  [1, record({ fate: constant('cannot fetch'), after, work: constantFrom(null, null, 0.1, 3) })],
);
const unreadable = constantFrom('breaks off', 'says 502', 'redirects', 'answers with HTML');
const listFate: Arbitrary<Fate> = oneOf<Fate>(
  [6, record({ fate: constant('answers'), after: soon })],
  [1, record({ fate: constant('reports failure') })],
  [4, record({ fate: unreadable, after: soon, work: noWork })],
  [1, record({ fate: constant('is silent'), work: noWork })],
  [4, refusal],
);
const lostAnswer: Arbitrary<Fate> = record({
  fate: constant('breaks off'),
  after: soon,
  work: constantFrom(0.1, null),
});

const which = oneOf([1, constant(0)], [1, nat({ max: 4 })]);
const isPrivate = oneOf([3, constant(false)], [1, constant(true)]);
const window = { isPrivate, isPatient: boolean() };
const url = oneOf([2, constant(0)], [3, nat({ max: URLS.length - 1 })]);
const privacy = constantFrom(PRIVACIES[1], PRIVACIES[1], ...PRIVACIES);

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
  dropsOpenWork: boolean(),
  owner: constantFrom<KeyOwner[]>('own', 'other'),
  accountCall,
  isConfused: oneOf([3, constant(false)], [1, constant(true)]),
};

const jobAction = constantFrom<JobAction[]>(
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'cancel' },
  { kind: 'retry' },
  { kind: 'resume', password: '' },
  { kind: 'remove' },
);

const steps = {
  create: record({
    do: constant('create'),
    url,
    privacy,
    isConfirmed: oneOf([3, constant(true)], [1, constant(false)]),
    ...window,
  }),
  setting: record({ do: constant('change'), which, privacy, ...window }),
  update: record({ do: constant('change'), which, results: constant(1), ...window }),
  remove: record({ do: constant('delete'), which, ...window }),
  cancel: record({ do: constant('cancel'), which, isInTwoWindows: boolean() }),
  again: record({ do: constantFrom('retry the operation', 'repeat the call'), which }),
  press: record({
    do: constantFrom('press Retry now', 'refresh', 'wake the worker', 'go offline', 'go online'),
  }),
  permission: record({
    do: constantFrom('remove the permission', 'remove the permission', 'allow the host'),
  }),
  refresh: record({ do: constant('refresh') }),
  open: record({ do: constant('open'), which }),
  wait: record({
    do: constant('wait'),
    seconds: constantFrom(0, 0.15, 0.5, 3, 7, 25, 70, 400, 2000),
  }),
  microtasks: record({ do: constant('run microtasks'), count: nat({ max: 60 }) }),
  stop: record({
    do: constantFrom('stop the worker', 'restart the browser'),
    afterStorageCalls: nat({ max: 25 }),
  }),
  stopWorker: record({ do: constant('stop the worker'), afterStorageCalls: nat({ max: 25 }) }),
  report: record({ do: constant('somebody reports'), url, privacy }),
  touch: record({ do: constantFrom('somebody publishes', 'somebody deletes'), which }),
  refuse: record({ do: constant('the key is refused') }),
  connect: record({ do: constantFrom('connect', 'disconnect'), dropsOpenWork: boolean() }),
  connectAs: record({ do: constant('connect'), ...newKey }),
  loseSettings: record({ do: constant('lose the settings'), ...newKey }),
  clock: record({
    do: constant('set the clock'),
    seconds: constantFrom(30, 700, 3600, 7200, 86_400, -60, -1800, -3600, -86_400),
  }),
  hour: record({ do: constant('set the clock'), seconds: constantFrom(-3600, 3600) }),
  privacyBatch: record({
    do: constant('batch of updates'),
    from: nat({ max: 3 }),
    count: constantFrom(2, 5, 30),
    privacy,
    isPrivate,
  }),
  resultsBatch: record({
    do: constant('batch of updates'),
    from: nat({ max: 3 }),
    count: nat({ max: 5 }),
    isPrivate,
  }),
  removeBatch: record({
    do: constant('batch of deletions'),
    from: nat({ max: 5 }),
    count: constantFrom(2, 5, 30),
    isPrivate,
  }),
  removeOldBatch: record({
    do: constant('batch of deletions'),
    from: nat({ max: 250 }),
    count: constantFrom(2, 30, 120),
  }),
  createBatch: record({ do: constant('batch of creations'), size: constantFrom(5, 40) }),
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
    which: oneOf([2, constant(0)], [1, nat({ max: 2 })]),
    action: jobAction,
  }),
  outage: record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    outage: constantFrom('breaks off', 'says 502'),
  }),
  wrongOutage: record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    outage: constantFrom('says 404 in HTML', 'says 404 in JSON'),
  }),
} satisfies Record<string, Arbitrary<Step>>;

function stepsOf(weights: Partial<Record<keyof typeof steps, number>>): Arbitrary<Step> {
  const weighted = Object.entries(weights) as [keyof typeof steps, number][];
  return oneOf<Step>(
    ...weighted.map(([name, weight]): [number, Arbitrary<Step>] => [weight, steps[name]]),
  );
}

const traitsOf = (...reportsAtStart: ServiceTraits['reportsAtStart'][]): Arbitrary<ServiceTraits> =>
  record({
    ids: constantFrom('numbers', 'words'),
    lag: constantFrom(0, 1, 4),
    spelling: constantFrom('bare', 'bare', 'bare', 'as sent', 'with a slash', 'without a slash'),
    redirectsPages: constantFrom(false, false, false, true),
    limit: constantFrom(null, null, null, 3),
    throttle: constantFrom(null, null, null, 20),
    listsPrivacy: constantFrom(true, false),
    counts: constantFrom(true, true, false),
    ratedAfter: constantFrom(0, 3, 300, null),
    reportsAtStart: constantFrom(...reportsAtStart),
  });
const anyTraits = traitsOf('none', 'few', 'none', 'few', 'many');

function scenariosOf(
  step: Arbitrary<Step>,
  fates: Arbitrary<Fates>,
  traits = anyTraits,
): Arbitrary<Scenario> {
  const someSteps = array(step, { minLength: 1, maxLength: 16 });
  return record({ traits, fates, steps: someSteps, stopsIdle: boolean() }).map(readable);
}

const lost = array(lostAnswer, { maxLength: 4 });
const lostTwice = array(lostAnswer, { maxLength: 2 });
const slowLists: Arbitrary<Fate[]> = array(record({ fate: constant('answers'), after: soon }), {
  maxLength: 4,
});
const noFates: Arbitrary<Fate[]> = constant([]);
const lostAnswers = record({ posts: lost, puts: lost, deletes: lost, lists: noFates });

/** Random scenarios within the assumptions of the product. */
export const anyScenario = scenariosOf(
  stepsOf({
    create: 10,
    setting: 4,
    update: 1,
    remove: 4,
    cancel: 4,
    again: 4,
    press: 5,
    wait: 10,
    microtasks: 3,
    stop: 5,
    report: 2,
    touch: 2,
    refuse: 1,
    connect: 2,
    connectAs: 3,
    loseSettings: 1,
    clock: 1,
    open: 2,
    permission: 4,
    outage: 2,
    wrongOutage: 2,
  }),
  record({
    posts: array(postFate, { maxLength: 6 }),
    puts: array(writeFate, { maxLength: 4 }),
    deletes: array(writeFate, { maxLength: 4 }),
    lists: array(listFate, { maxLength: 6 }),
  }),
);

/** Creations with lost answers. */
export const creations = scenariosOf(stepsOf({ create: 3, wait: 2 }), lostAnswers);

/** Creations, updates and deletions with lost answers, and refreshes of the list in between. */
export const listChanges = scenariosOf(
  stepsOf({ create: 4, setting: 2, remove: 2, refresh: 3, wait: 5 }),
  lostAnswers,
);

/** Single jobs and batches that create, change and delete reports, without other clients of the account. */
export const ownChanges = scenariosOf(
  stepsOf({
    create: 4,
    setting: 3,
    remove: 2,
    privacyBatch: 2,
    removeBatch: 1,
    createBatch: 1,
    refresh: 3,
    cancel: 1,
    wait: 5,
    stopWorker: 1,
  }),
  // Each edit has more attempts than lost answers, so each edit gets an answer.
  record({ posts: lost, puts: lostTwice, deletes: lostTwice, lists: slowLists }),
  traitsOf('none', 'few', 'many').map((traits) => ({
    // Every answer contains the result, so no job waits for one.
    ...traits,
    lag: 0,
    listsPrivacy: true,
    redirectsPages: false,
    ratedAfter: 0,
  })),
);

/** Single jobs and batches that create and delete reports, at a service with hundreds of other reports. */
export const creationsAndDeletions = scenariosOf(
  stepsOf({
    create: 4,
    remove: 3,
    removeBatch: 2,
    removeOldBatch: 2,
    createBatch: 1,
    wait: 4,
    stopWorker: 1,
  }),
  record({
    posts: lost,
    puts: noFates,
    deletes: array(writeFate, { maxLength: 8 }),
    lists: array(listFate, { maxLength: 3 }),
  }),
  traitsOf('hundreds').map((traits) => ({ ...traits, lag: 0, counts: true, throttle: null })),
);

/** Creations and deletions at a service with a low rate limit and outages. */
export const changesAtRateLimit = scenariosOf(
  stepsOf({ create: 4, remove: 3, removeBatch: 2, createBatch: 1, wait: 4, press: 2, outage: 1 }),
  record({
    posts: lost,
    puts: noFates,
    deletes: lostTwice,
    lists: array(
      oneOf<Fate>(
        [2, record({ fate: constant('answers'), after: soon })],
        [2, record({ fate: constantFrom('breaks off', 'says 502'), after: soon, work: noWork })],
        [2, record({ fate: constantFrom('says 429', 'says 503'), retryAfter })],
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
    ratedAfter: 0,
  })),
);

/** Batches of updates and deletions beside single updates and deletions, with stops and lost answers. */
export const manyReports = scenariosOf(
  stepsOf({
    privacyBatch: 5,
    resultsBatch: 2,
    removeBatch: 3,
    actOnEdits: 8,
    setting: 4,
    update: 1,
    remove: 3,
    cancel: 2,
    again: 2,
    press: 3,
    wait: 12,
    microtasks: 2,
    stop: 4,
    touch: 1,
    connect: 1,
    connectAs: 1,
    loseSettings: 1,
    open: 1,
    outage: 2,
    wrongOutage: 2,
    clock: 1,
  }),
  record({
    posts: noFates,
    puts: array(writeFate, { maxLength: 8 }),
    deletes: array(writeFate, { maxLength: 6 }),
    lists: noFates,
  }),
  traitsOf('few', 'many', 'many'),
);

/** Operations that are taken back while their answers are slow or lost, and beside other operations. */
export const takenBack = scenariosOf(
  stepsOf({
    create: 3,
    setting: 3,
    update: 2,
    remove: 4,
    cancel: 10,
    createBatch: 3,
    actOnCreations: 6,
    privacyBatch: 2,
    resultsBatch: 2,
    removeBatch: 3,
    actOnEdits: 6,
    press: 2,
    wait: 14,
    microtasks: 2,
    stop: 3,
    outage: 2,
  }),
  record({
    posts: array(postFate, { maxLength: 8 }),
    puts: array(writeFate, { maxLength: 8 }),
    deletes: array(writeFate, { maxLength: 8 }),
    lists: array(listFate, { maxLength: 4 }),
  }),
  // Without an order of ids, a private report beside a batch has no expected place in lists.
  anyTraits.map((traits) => ({ ...traits, ids: 'numbers' })),
);

/** API keys of both accounts, lost settings and a changed clock, while reports change and disappear. */
export const newKeys = scenariosOf(
  stepsOf({
    connectAs: 8,
    loseSettings: 3,
    hour: 2,
    connect: 1,
    create: 2,
    update: 3,
    remove: 2,
    cancel: 1,
    touch: 2,
    open: 1,
    refresh: 2,
    refuse: 1,
    wait: 8,
    stop: 3,
    wrongOutage: 1,
  }),
  record({ posts: lostTwice, puts: lostTwice, deletes: lostTwice, lists: slowLists }),
);

/** Updates. The worker stops shortly before or after each answer. */
export const stoppedChanges: Arbitrary<Scenario> = record({
  traits: constant(USUAL_TRAITS),
  fates: constant<Fates>({ posts: [], puts: [], deletes: [], lists: [] }),
  steps: array(
    fc.tuple(
      steps.setting,
      record({ do: constant('wait'), seconds: constantFrom(0, 0.15) } as const),
      record({ do: constant('stop the worker'), afterStorageCalls: nat({ max: 15 }) } as const),
      record({ do: constant('wait'), seconds: constant(7) } as const),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  stopsIdle: boolean(),
}).map((scenario) => readable({ ...scenario, steps: scenario.steps.flat() }));
