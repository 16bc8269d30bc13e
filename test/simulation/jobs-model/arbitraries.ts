import fc, { type Arbitrary } from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import { PRIVACIES, Privacy } from '@/lib/report/privacy';
import {
  type CallEnd,
  type Change,
  type Outage,
  PAGE_COUNT,
  type PlannedOutcomes,
  type ReadOutcome,
  type Refusal,
  type Scenario,
  type ServiceTraits,
  type Step,
  type WriteOutcome,
  withText,
} from './scenario';

// `constantFrom` has its simplest value first, because fast-check shrinks towards the first argument. A
// repeated value is more frequent.

const { boolean, constant, constantFrom, nat, record } = fc;

/** Without `size`, fast-check prefers arrays that are much shorter than `maxLength`. */
function array<T>(
  element: Arbitrary<T>,
  lengths: { minLength?: number; maxLength: number },
): Arbitrary<T[]> {
  return fc.array(element, { ...lengths, size: 'max' });
}

function oneOf<T>(...weighted: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const WORK_NOT_DONE = [
  'says 429',
  'says 429 with a time',
  'says 503 with a time',
  'says 401',
  'asks for a sign-in',
  'checks for bots',
  'meets a firewall',
  'says 404 in HTML',
] as const satisfies readonly Refusal[];
const NO_ANSWER = ['breaks off', 'says 500'] as const;
const UNREADABLE = ['redirects', 'sends HTML'] as const;
const OUTAGES = [
  ...NO_ANSWER,
  ...UNREADABLE,
  'says 422',
  ...WORK_NOT_DONE,
] as const satisfies Outage[];

const work = constantFrom('never', 'before the answer', 'after the answer');

function writeOutcome(
  ...answers: [weight: number, WriteOutcome['answer'][]][]
): Arbitrary<WriteOutcome> {
  const answer = oneOf<WriteOutcome['answer']>(
    ...answers.map(([weight, values]): [number, Arbitrary<WriteOutcome['answer']>] => [
      weight,
      constantFrom(...values),
    ]),
  );
  return record({ answer, work, isAnswerDelayed: boolean() });
}

const creationOutcome = writeOutcome(
  [4, ['succeeds', 'omits the report']],
  [7, [...NO_ANSWER]],
  [2, [...UNREADABLE, 'cannot fetch']],
  [2, ['says 422', 'says 403', 'says 404']],
  [4, [...WORK_NOT_DONE]],
);
const editOutcome = writeOutcome(
  [4, ['succeeds', 'omits the report']],
  [6, [...NO_ANSWER]],
  [3, [...UNREADABLE]],
  [2, ['says 422', 'says 403']],
  [4, [...WORK_NOT_DONE]],
);
const readOutcome: Arbitrary<ReadOutcome> = record({
  answer: oneOf<ReadOutcome['answer']>(
    [5, constant('succeeds')],
    [3, constantFrom('hides a row', 'reverses the order', 'omits the addresses')],
    [3, constantFrom<ReadOutcome['answer'][]>(...NO_ANSWER, ...UNREADABLE, 'says 404')],
    [3, constantFrom<ReadOutcome['answer'][]>(...WORK_NOT_DONE)],
  ),
  isFromRequestTime: boolean(),
});
/** Usual lists, and lists with an unreadable row, another order or no addresses. */
const unusualList: Arbitrary<ReadOutcome> = record({
  answer: constantFrom<ReadOutcome['answer'][]>(
    'succeeds',
    'hides a row',
    'reverses the order',
    'omits the addresses',
  ),
  isFromRequestTime: boolean(),
});
const lostAnswer: Arbitrary<WriteOutcome> = record({
  answer: constantFrom<WriteOutcome['answer'][]>('breaks off'),
  work,
  isAnswerDelayed: boolean(),
});

const index = oneOf([2, constant(0)], [1, nat({ max: 3 })]);
const page = oneOf([2, constant(0)], [3, nat({ max: PAGE_COUNT - 1 })]);
const privacy = constantFrom(Privacy.Private, Privacy.Private, ...PRIVACIES);
const isPrivate = oneOf([5, constant(false)], [1, constant(true)]);
const change = oneOf<Change>(
  [3, record({ privacy })],
  [1, constant<Change>({ results: 1 })],
  [3, constant<Change>(null)],
);
const isAccepted = oneOf([5, constant(true)], [1, constant(false)]);
const callEnd: Arbitrary<CallEnd> = record({
  isStored: constantFrom(true, false),
  work: constantFrom('never', 'at once', 'later'),
});
const callEnds = array(callEnd, { minLength: 1, maxLength: 4 });

function continueCall(callIndex: Arbitrary<number>, ...times: number[]): Arbitrary<Step> {
  return record({
    do: constant('continue a call'),
    index: callIndex,
    times: constantFrom(...times),
  });
}

function stop(...kinds: ('stop the worker' | 'restart the browser')[]): Arbitrary<Step> {
  return record({ do: constantFrom(...kinds), callEnds });
}

function outageWith(...answers: Outage[]): Arbitrary<Step> {
  return record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    answer: constantFrom(...answers),
  });
}

function actOnJob(...actions: JobAction[]): Arbitrary<Step> {
  return record({ do: constant('act on a job'), index, action: constantFrom(...actions) });
}

const stepsByName = {
  create: record({
    do: constant('create'),
    page,
    privacy,
    isConfirmed: oneOf([3, constant(true)], [1, constant(false)]),
    isPrivate,
  }),
  batchOfCreations: record({
    do: constant('batch of creations'),
    page,
    from: constantFrom(0, 3),
    count: constantFrom(1, 3, 7, 12),
    privacy,
    isPrivate,
  }),
  edit: record({ do: constant('edit'), index, change, isPrivate }),
  batchOfEdits: record({
    do: constant('batch of edits'),
    index,
    count: constantFrom(1, 2, 6, 12),
    change,
    isPrivate,
  }),
  cancel: actOnJob({ kind: 'cancel' }),
  retry: actOnJob({ kind: 'retry' }, { kind: 'retry', password: 'new' }),
  pauseOrResume: actOnJob(
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'resume', password: 'new' },
  ),
  removeOrMarkSeen: actOnJob({ kind: 'remove' }, { kind: 'markSeen' }),
  repeatCall: record({ do: constant('repeat the call'), index }),
  continueAnyCall: continueCall(nat({ max: 5 }), 1, 2, 4),
  continueOldestCall: continueCall(constant(0), 1, 2, 3, 4, 5, 6, 8, 12),
  completeCalls: record({ do: constant('complete calls'), except: constant('nothing') }),
  completeCallsPartly: record({
    do: constant('complete calls'),
    except: constantFrom('writes', 'storage'),
  }),
  wait: record({ do: constant('wait'), seconds: constantFrom(0, 1, 6, 20, 60, 130, 700, 4000) }),
  shortWait: record({ do: constant('wait'), seconds: constantFrom(1, 6, 6, 6, 20, 60) }),
  stopWorker: stop('stop the worker'),
  restartBrowser: stop('restart the browser'),
  changeNetwork: record({
    do: constantFrom('go offline', 'go online', 'remove the permission', 'allow the host'),
  }),
  retryNow: record({ do: constant('press Retry now') }),
  refresh: record({ do: constant('refresh') }),
  somebodyReports: record({
    do: constant('somebody reports'),
    page,
    privacy,
    count: constantFrom(1, 1, 1, 120),
  }),
  somebodyEdits: record({ do: constantFrom('somebody deletes', 'somebody publishes'), index }),
  outage: outageWith(...OUTAGES),
  equalRefusals: outageWith('says 422', 'sends HTML', 'redirects'),
} satisfies Record<string, Arbitrary<Step>>;

function weightedSteps(
  weights: Partial<Record<keyof typeof stepsByName, number>>,
): Arbitrary<Step> {
  const weighted = Object.entries(weights) as [keyof typeof stepsByName, number][];
  return oneOf<Step>(
    ...weighted.map(([name, weight]): [number, Arbitrary<Step>] => [weight, stepsByName[name]]),
  );
}

const anyTraits: Arbitrary<ServiceTraits> = record({
  ids: constantFrom('numeric', 'numeric', 'numeric', 'nonNumeric'),
  listsPrivacy: constantFrom(true, true, false),
  canSearch: constantFrom(true, true, false),
});
const usualTraits: Arbitrary<ServiceTraits> = constant({
  ids: 'numeric',
  listsPrivacy: true,
  canSearch: true,
});

const NO_OUTCOMES: PlannedOutcomes = { creations: [], edits: [], reads: [], storage: [] };
const upToFourLost = array(lostAnswer, { maxLength: 4 });

function scenariosOf(
  step: Arbitrary<Step | Step[]>,
  outcomes: { [Kind in keyof PlannedOutcomes]?: Arbitrary<PlannedOutcomes[Kind]> },
  traits = anyTraits,
): Arbitrary<Scenario> {
  return record({
    traits,
    outcomes: record(outcomes).map((planned): PlannedOutcomes => ({ ...NO_OUTCOMES, ...planned })),
    steps: array(step, { minLength: 1, maxLength: 20 }).map((nested) => nested.flat()),
  }).map(withText);
}

/** Random scenarios within the assumptions of the extension. */
export const anyScenario = scenariosOf(
  weightedSteps({
    create: 8,
    batchOfCreations: 2,
    edit: 7,
    batchOfEdits: 3,
    cancel: 4,
    retry: 2,
    pauseOrResume: 2,
    removeOrMarkSeen: 1,
    repeatCall: 1,
    continueAnyCall: 8,
    continueOldestCall: 5,
    completeCalls: 3,
    completeCallsPartly: 5,
    wait: 8,
    stopWorker: 2,
    restartBrowser: 1,
    changeNetwork: 3,
    retryNow: 2,
    refresh: 2,
    somebodyReports: 2,
    somebodyEdits: 2,
    outage: 2,
  }),
  {
    creations: array(creationOutcome, { maxLength: 6 }),
    edits: array(editOutcome, { maxLength: 5 }),
    reads: array(readOutcome, { maxLength: 6 }),
    storage: oneOf([3, constant<boolean[]>([])], [1, array(isAccepted, { maxLength: 12 })]),
  },
);

/** Creations with lost answers, stopped workers and reports of other people. */
export const lostCreations = scenariosOf(
  weightedSteps({
    create: 6,
    batchOfCreations: 1,
    continueAnyCall: 3,
    continueOldestCall: 4,
    completeCalls: 2,
    completeCallsPartly: 3,
    wait: 5,
    stopWorker: 1,
    refresh: 1,
    somebodyReports: 1,
  }),
  {
    creations: upToFourLost,
    reads: oneOf(
      [1, constant<ReadOutcome[]>([])],
      [1, array(readOutcome, { maxLength: 12 })],
      [2, array(unusualList, { minLength: 6, maxLength: 16 })],
    ),
  },
);

/** Single edits and batches of edits of a few reports. */
export const edits = scenariosOf(
  weightedSteps({
    edit: 10,
    batchOfEdits: 3,
    cancel: 2,
    retry: 2,
    pauseOrResume: 1,
    continueAnyCall: 4,
    continueOldestCall: 4,
    completeCalls: 2,
    completeCallsPartly: 6,
    shortWait: 6,
    stopWorker: 2,
    somebodyEdits: 1,
    outage: 1,
  }),
  { edits: array(editOutcome, { maxLength: 10 }), reads: array(readOutcome, { maxLength: 3 }) },
);

const completeAllButWrites: Arbitrary<Step> = constant({ do: 'complete calls', except: 'writes' });

/** Cancels a job while its requests are in flight. */
const cancelInFlight: Arbitrary<Step[]> = fc
  .tuple(
    stepsByName.shortWait,
    completeAllButWrites,
    stepsByName.cancel,
    completeAllButWrites,
    stepsByName.continueAnyCall,
  )
  .map((tuple): Step[] => tuple);

/** Operations that a person takes back while their answers are delayed or lost. */
export const takenBack = scenariosOf(
  oneOf<Step | Step[]>(
    [
      4,
      weightedSteps({
        create: 4,
        batchOfCreations: 1,
        edit: 5,
        batchOfEdits: 1,
        cancel: 4,
        retry: 1,
        removeOrMarkSeen: 1,
        continueAnyCall: 4,
        continueOldestCall: 4,
        completeCalls: 1,
        completeCallsPartly: 6,
        shortWait: 5,
        stopWorker: 2,
      }),
    ],
    [1, cancelInFlight],
  ),
  {
    creations: array(creationOutcome, { maxLength: 5 }),
    edits: array(editOutcome, { maxLength: 6 }),
    reads: oneOf([2, constant<ReadOutcome[]>([])], [1, array(readOutcome, { maxLength: 4 })]),
  },
);

/** Batches that pause and continue: after equal failures in a row, after lost passwords, or with a full storage. */
export const pauses = scenariosOf(
  weightedSteps({
    batchOfCreations: 5,
    batchOfEdits: 4,
    create: 1,
    edit: 1,
    cancel: 2,
    retry: 3,
    pauseOrResume: 6,
    removeOrMarkSeen: 1,
    continueAnyCall: 2,
    continueOldestCall: 5,
    completeCalls: 4,
    completeCallsPartly: 2,
    shortWait: 6,
    stopWorker: 1,
    restartBrowser: 2,
    equalRefusals: 5,
  }),
  { storage: oneOf([1, constant<boolean[]>([])], [1, array(isAccepted, { maxLength: 20 })]) },
);

/** Outages and refusals, with the probes of backoffs. */
export const backoffs = scenariosOf(
  weightedSteps({
    create: 4,
    batchOfCreations: 2,
    edit: 4,
    batchOfEdits: 1,
    cancel: 1,
    pauseOrResume: 1,
    continueAnyCall: 3,
    continueOldestCall: 5,
    completeCalls: 4,
    completeCallsPartly: 3,
    wait: 5,
    stopWorker: 1,
    changeNetwork: 4,
    retryNow: 4,
    refresh: 3,
    outage: 4,
  }),
  {
    creations: array(creationOutcome, { maxLength: 8 }),
    edits: array(editOutcome, { maxLength: 8 }),
    reads: array(readOutcome, { maxLength: 8 }),
  },
  usualTraits,
);
