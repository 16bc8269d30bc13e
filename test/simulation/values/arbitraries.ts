import fc, { type Arbitrary } from 'fast-check';
import type { JobAction } from '@/lib/jobs/types';
import { PRIVACIES } from '@/lib/report/privacy';
import {
  type Change,
  type Fates,
  type History,
  type Outage,
  PAGES,
  type ReadFate,
  type Refusal,
  readable,
  type Step,
  type Traits,
  type WriteFate,
} from './scenario';

// Each list begins with its simplest value, because fast-check shrinks towards the first.

const { boolean, constant, constantFrom, nat, record } = fc;

/** Arrays are as long as shown, not shorter as by default. */
function array<T>(
  one: Arbitrary<T>,
  lengths: { minLength?: number; maxLength: number },
): Arbitrary<T[]> {
  return fc.array(one, { ...lengths, size: 'max' });
}

function oneOf<T>(...weighted: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const NOT_ACTED = [
  'says 429',
  'says 429 with a time',
  'says 503 with a time',
  'says 401',
  'asks for a sign-in',
  'checks for bots',
  'meets a firewall',
  'says 404 in HTML',
] as const satisfies readonly Refusal[];
const WITHOUT_ANSWER = ['breaks off', 'says 500'] as const;
const UNREADABLE = ['redirects', 'sends HTML'] as const;
const OUTAGES = [
  ...WITHOUT_ANSWER,
  ...UNREADABLE,
  'says 422',
  ...NOT_ACTED,
] as const satisfies Outage[];

const acts = constantFrom('never', 'before the answer', 'after the answer');

function writeFate(...answers: [weight: number, WriteFate['answer'][]][]): Arbitrary<WriteFate> {
  const answer = oneOf<WriteFate['answer']>(
    ...answers.map(([weight, all]): [number, Arbitrary<WriteFate['answer']>] => [
      weight,
      constantFrom(...all),
    ]),
  );
  return record({ answer, acts, isSlow: boolean() });
}

const creationFate = writeFate(
  [4, ['succeeds', 'omits the report']],
  [7, [...WITHOUT_ANSWER]],
  [2, [...UNREADABLE, 'cannot fetch']],
  [2, ['says 422', 'says 403', 'says 404']],
  [4, [...NOT_ACTED]],
);
const editFate = writeFate(
  [4, ['succeeds', 'omits the report']],
  [6, [...WITHOUT_ANSWER]],
  [3, [...UNREADABLE]],
  [2, ['says 422', 'says 403']],
  [4, [...NOT_ACTED]],
);
const readFate: Arbitrary<ReadFate> = record({
  answer: oneOf<ReadFate['answer']>(
    [5, constant('succeeds')],
    [3, constantFrom('hides a row', 'reverses the order', 'omits the addresses')],
    [3, constantFrom<ReadFate['answer'][]>(...WITHOUT_ANSWER, ...UNREADABLE, 'says 404')],
    [3, constantFrom<ReadFate['answer'][]>(...NOT_ACTED)],
  ),
  isOld: boolean(),
});
/** Lists with unreadable rows, in another order or without addresses. */
const strangeList: Arbitrary<ReadFate> = record({
  answer: constantFrom<ReadFate['answer'][]>(
    'succeeds',
    'hides a row',
    'reverses the order',
    'omits the addresses',
  ),
  isOld: boolean(),
});
const lostAnswer: Arbitrary<WriteFate> = record({
  answer: constantFrom<WriteFate['answer'][]>('breaks off'),
  acts,
  isSlow: boolean(),
});

const few = oneOf([2, constant(0)], [1, nat({ max: 3 })]);
const page = oneOf([2, constant(0)], [3, nat({ max: PAGES - 1 })]);
const privacy = constantFrom(PRIVACIES[1], PRIVACIES[1], ...PRIVACIES);
const isPrivate = oneOf([5, constant(false)], [1, constant(true)]);
const change = oneOf<Change>(
  [3, record({ privacy })],
  [1, constant<Change>({ results: 1 })],
  [3, constant<Change>(null)],
);
const isAccepted = oneOf([5, constant(true)], [1, constant(false)]);
const ends = array(nat({ max: 5 }), { minLength: 1, maxLength: 4 });

function continuing(which: Arbitrary<number>, ...times: number[]): Arbitrary<Step> {
  return record({ do: constant('continue'), which, times: constantFrom(...times) });
}

function stopping(...kinds: ('stop the worker' | 'restart the browser')[]): Arbitrary<Step> {
  return record({ do: constantFrom(...kinds), ends });
}

function outageWith(...answers: Outage[]): Arbitrary<Step> {
  return record({
    do: constant('the service goes down'),
    seconds: constantFrom(2, 40, 600, 4000),
    answer: constantFrom(...answers),
  });
}

function acting(...actions: JobAction[]): Arbitrary<Step> {
  return record({ do: constant('act'), which: few, action: constantFrom(...actions) });
}

const steps = {
  create: record({
    do: constant('create'),
    page,
    privacy,
    isConfirmed: oneOf([3, constant(true)], [1, constant(false)]),
    isPrivate,
  }),
  createMany: record({
    do: constant('create many'),
    page,
    from: constantFrom(0, 3),
    count: constantFrom(1, 3, 7, 12),
    privacy,
    isPrivate,
  }),
  edit: record({ do: constant('edit'), which: few, change, isPrivate }),
  editMany: record({
    do: constant('edit many'),
    which: few,
    count: constantFrom(1, 2, 6, 12),
    change,
    isPrivate,
  }),
  cancel: acting({ kind: 'cancel' }),
  retry: acting({ kind: 'retry' }, { kind: 'retry', password: 'new' }),
  pause: acting({ kind: 'pause' }, { kind: 'resume' }, { kind: 'resume', password: 'new' }),
  remove: acting({ kind: 'remove' }, { kind: 'markSeen' }),
  repeat: record({ do: constant('repeat the call'), which: few }),
  continueAny: continuing(nat({ max: 5 }), 1, 2, 4),
  continueOldest: continuing(constant(0), 1, 2, 3, 4, 5, 6, 8, 12),
  settle: record({ do: constant('settle'), except: constant('nothing') }),
  settlePartly: record({ do: constant('settle'), except: constantFrom('writes', 'storage') }),
  wait: record({ do: constant('wait'), seconds: constantFrom(0, 1, 6, 20, 60, 130, 700, 4000) }),
  shortWait: record({ do: constant('wait'), seconds: constantFrom(1, 6, 6, 6, 20, 60) }),
  stop: stopping('stop the worker'),
  restart: stopping('restart the browser'),
  network: record({
    do: constantFrom('go offline', 'go online', 'remove the permission', 'allow the host'),
  }),
  retryNow: record({ do: constant('press Retry now') }),
  refresh: record({ do: constant('refresh') }),
  report: record({
    do: constant('somebody reports'),
    page,
    privacy,
    count: constantFrom(1, 1, 1, 120),
  }),
  touch: record({ do: constantFrom('somebody deletes', 'somebody publishes'), which: few }),
  outage: outageWith(...OUTAGES),
  alikeAnswers: outageWith('says 422', 'sends HTML', 'redirects'),
} satisfies Record<string, Arbitrary<Step>>;

function stepsOf(weights: Partial<Record<keyof typeof steps, number>>): Arbitrary<Step> {
  const weighted = Object.entries(weights) as [keyof typeof steps, number][];
  return oneOf<Step>(
    ...weighted.map(([name, weight]): [number, Arbitrary<Step>] => [weight, steps[name]]),
  );
}

const anyTraits: Arbitrary<Traits> = record({
  ids: constantFrom('numbers', 'numbers', 'numbers', 'words'),
  listsPrivacy: constantFrom(true, true, false),
  canSearch: constantFrom(true, true, false),
});
const usualTraits: Arbitrary<Traits> = constant({
  ids: 'numbers',
  listsPrivacy: true,
  canSearch: true,
});

const NO_FATES: Fates = { creations: [], edits: [], reads: [], storage: [] };
const lost = array(lostAnswer, { maxLength: 4 });

function historiesOf(
  step: Arbitrary<Step | Step[]>,
  fates: { [Kind in keyof Fates]?: Arbitrary<Fates[Kind]> },
  traits = anyTraits,
): Arbitrary<History> {
  return record({
    traits,
    fates: record(fates).map((planned): Fates => ({ ...NO_FATES, ...planned })),
    steps: array(step, { minLength: 1, maxLength: 20 }).map((all) => all.flat()),
  }).map(readable);
}

/** Random histories within the assumptions of the product. */
export const anyHistory = historiesOf(
  stepsOf({
    create: 8,
    createMany: 2,
    edit: 7,
    editMany: 3,
    cancel: 4,
    retry: 2,
    pause: 2,
    remove: 1,
    repeat: 1,
    continueAny: 8,
    continueOldest: 5,
    settle: 3,
    settlePartly: 5,
    wait: 8,
    stop: 2,
    restart: 1,
    network: 3,
    retryNow: 2,
    refresh: 2,
    report: 2,
    touch: 2,
    outage: 2,
  }),
  {
    creations: array(creationFate, { maxLength: 6 }),
    edits: array(editFate, { maxLength: 5 }),
    reads: array(readFate, { maxLength: 6 }),
    storage: oneOf([3, constant<boolean[]>([])], [1, array(isAccepted, { maxLength: 12 })]),
  },
);

/** Creations with lost answers, stopped workers and reports of other clients. */
export const lostCreations = historiesOf(
  stepsOf({
    create: 6,
    createMany: 1,
    continueAny: 3,
    continueOldest: 4,
    settle: 2,
    settlePartly: 3,
    wait: 5,
    stop: 1,
    refresh: 1,
    report: 1,
  }),
  {
    creations: lost,
    reads: oneOf(
      [1, constant<ReadFate[]>([])],
      [1, array(readFate, { maxLength: 12 })],
      [2, array(strangeList, { minLength: 6, maxLength: 16 })],
    ),
  },
);

/** Edits of few reports, one after another and beside each other. */
export const edits = historiesOf(
  stepsOf({
    edit: 10,
    editMany: 3,
    cancel: 2,
    retry: 2,
    pause: 1,
    continueAny: 4,
    continueOldest: 4,
    settle: 2,
    settlePartly: 6,
    shortWait: 6,
    stop: 2,
    touch: 1,
    outage: 1,
  }),
  { edits: array(editFate, { maxLength: 10 }), reads: array(readFate, { maxLength: 3 }) },
);

const untilInFlight: Arbitrary<Step> = constant({ do: 'settle', except: 'writes' });

/** Cancels a job while its requests are in flight. */
const cancelInFlight: Arbitrary<Step[]> = fc
  .tuple(steps.shortWait, untilInFlight, steps.cancel, untilInFlight, steps.continueAny)
  .map((all): Step[] => all);

/** Operations that a person takes back while their answers are slow or lost. */
export const takenBack = historiesOf(
  oneOf<Step | Step[]>(
    [
      4,
      stepsOf({
        create: 4,
        createMany: 1,
        edit: 5,
        editMany: 1,
        cancel: 4,
        retry: 1,
        remove: 1,
        continueAny: 4,
        continueOldest: 4,
        settle: 1,
        settlePartly: 6,
        shortWait: 5,
        stop: 2,
      }),
    ],
    [1, cancelInFlight],
  ),
  {
    creations: array(creationFate, { maxLength: 5 }),
    edits: array(editFate, { maxLength: 6 }),
    reads: oneOf([2, constant<ReadFate[]>([])], [1, array(readFate, { maxLength: 4 })]),
  },
);

/** Batches that pause and continue, with alike answers, lost passwords and a full storage. */
export const pauses = historiesOf(
  stepsOf({
    createMany: 5,
    editMany: 4,
    create: 1,
    edit: 1,
    cancel: 2,
    retry: 3,
    pause: 6,
    remove: 1,
    continueAny: 2,
    continueOldest: 5,
    settle: 4,
    settlePartly: 2,
    shortWait: 6,
    stop: 1,
    restart: 2,
    alikeAnswers: 5,
  }),
  { storage: oneOf([1, constant<boolean[]>([])], [1, array(isAccepted, { maxLength: 20 })]) },
);

/** Backoffs with their probes. */
export const backoffs = historiesOf(
  stepsOf({
    create: 4,
    createMany: 2,
    edit: 4,
    editMany: 1,
    cancel: 1,
    pause: 1,
    continueAny: 3,
    continueOldest: 5,
    settle: 4,
    settlePartly: 3,
    wait: 5,
    stop: 1,
    network: 4,
    retryNow: 4,
    refresh: 3,
    outage: 4,
  }),
  {
    creations: array(creationFate, { maxLength: 8 }),
    edits: array(editFate, { maxLength: 8 }),
    reads: array(readFate, { maxLength: 8 }),
  },
  usualTraits,
);
