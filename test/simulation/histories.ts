import fc, { type Arbitrary } from 'fast-check';
import { PRIVACIES } from '@/lib/report/privacy';
import { deletionStep, removeFate } from './deletion-history';
import {
  type History,
  type ListFate,
  type PostFate,
  type Step,
  told,
  URLS,
  type Work,
} from './history';

// Small values first in each list: that is what fast-check shrinks to.

const after = fc.constantFrom(0.2, 1, 4, 20, 60);

/** The assumption: whatever the service will do for a request, it has done 45 s later. */
const work: Arbitrary<Work> = fc.constantFrom(null, 0.1, 3, 12, 45);

const shutOut = fc.constantFrom('refuses the key', 'forbids', 'checks for bots');

const postFate: Arbitrary<PostFate> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ fate: fc.constant('answers'), after }) },
  { weight: 2, arbitrary: fc.record({ fate: fc.constant('nods'), after }) },
  { weight: 5, arbitrary: fc.record({ fate: fc.constant('breaks off'), after, work }) },
  { weight: 1, arbitrary: fc.record({ fate: fc.constant('is silent'), work }) },
  { weight: 2, arbitrary: fc.record({ fate: fc.constant('fails with 502'), after, work }) },
  {
    weight: 1,
    arbitrary: fc.record({ fate: fc.constantFrom('redirects', 'answers with HTML'), after, work }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      fate: fc.constant('says 429'),
      retryAfter: fc.constantFrom(null, 2, 60, 7200),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ fate: fc.constant('says 503'), retryAfter: fc.constantFrom(2, 60) }),
  },
  { weight: 1, arbitrary: fc.record({ fate: fc.constant('refuses') }) },
  { weight: 2, arbitrary: fc.record({ fate: shutOut }) },
);

const listFate: Arbitrary<ListFate> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ fate: fc.constant('answers'), after }) },
  {
    weight: 4,
    arbitrary: fc.record({
      fate: fc.constantFrom('breaks off', 'fails with 502', 'answers with HTML', 'is silent'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ fate: shutOut }) },
  {
    weight: 1,
    arbitrary: fc.record({
      fate: fc.constant('says 429'),
      retryAfter: fc.constantFrom(null, 60),
    }),
  },
);

const which = fc.nat({ max: 4 });

const url = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat({ max: URLS.length - 1 }) },
);

const privacy = fc.oneof(
  { weight: 3, arbitrary: fc.constant(PRIVACIES[1]) },
  { weight: 2, arbitrary: fc.constantFrom(...PRIVACIES) },
) as Arbitrary<(typeof PRIVACIES)[number]>;

const step: Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('create'),
      url,
      privacy,
      isPatient: fc.boolean(),
      isPrivateWindow: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('somebody else reports'),
      url,
      privacy,
      isPending: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      seconds: fc.constantFrom(0, 0.15, 0.5, 3, 6, 25, 70, 400),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('go on'), ticks: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('kill the worker', 'restart the browser'),
      afterCalls: fc.nat({ max: 25 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('discard', 'retry', 'ask again'), which }),
  },
  { weight: 5, arbitrary: deletionStep },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('retryNow', 'refresh', 'wake', 'go offline', 'go online'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('change the key', 'disconnect') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set the clock'),
      seconds: fc.constantFrom(30, 100, 700, 7200, 86_400, -60, -1800, -7200, -86_400),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('the service goes down'),
      seconds: fc.constantFrom(2, 40, 600),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('the store fails'),
      writes: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

/** Any history that keeps to the assumptions. */
export const histories: Arbitrary<History> = fc
  .record({
    service: fc.record({
      lag: fc.constantFrom(0, 1, 4),
      spelling: fc.constantFrom('as sent', 'with a slash', 'without a slash'),
      listsPrivacy: fc.constantFrom(true, false),
      ids: fc.constantFrom('numbers', 'words'),
      times: fc.constantFrom('with a zone', 'without a zone', 'not'),
      clockAhead: fc.constantFrom(0, 3600, -3600),
      earlier: fc.constantFrom('none', 'seen', 'unseen'),
    }),
    posts: fc.array(postFate, { maxLength: 6 }),
    lists: fc.array(listFate, { maxLength: 6 }),
    deletes: fc.array(removeFate, { maxLength: 4 }),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    stopsIdle: fc.boolean(),
  })
  .map((history) => ({ ...history, toString: () => told(history) }));
