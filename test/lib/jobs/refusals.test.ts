import { expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { NO_COUNTS } from '@/lib/jobs/job';
import { createRefusals } from '@/lib/jobs/refusals';
import * as steps from '@/lib/jobs/steps';
import { creation, sampleJob } from '../../support/sample-job';

const saying = (text: string): Failure => ({
  ...{ code: 'invalid', message: null },
  fields: [{ field: 'url', messages: [text] }],
});
const LIMIT = saying('You have reached the limit of your plan.');

/**
 * `pauses` counts an answer.
 * @param queued the number of queued operations of each batch
 */
function start(queued = 9) {
  const jobs = new Map(
    ['a', 'b'].map((id) => [id, sampleJob(id, [creation()], { isBatch: true })]),
  );
  const refusals = createRefusals({
    job: (id) => jobs.get(id),
    counts: () => ({ ...NO_COUNTS, queued }),
  });
  const pauses = (failure: Failure | null, page = 0, id = 'a') => {
    const operation = creation({ url: `https://www.a.example/${page}` });
    const next = failure ? steps.afterCreation(operation, { failure }, 0) : steps.done(operation);
    const job = jobs.get(id);
    if (job === undefined) throw new Error(`There is no batch ${id}`);
    return refusals.after({ job, index: page, operation }, next, failure) !== null;
  };
  return { refusals, pauses };
}

function isPausedBy(...answers: (Failure | null)[]): boolean {
  const { pauses } = start();
  return answers.map((failure, page) => pauses(failure, page)).at(-1) === true;
}

it.each<[string, Failure]>([
  ['with the same words', LIMIT],
  ['without words', { code: 'invalid', message: null, fields: [] }],
  ['that forbid', { code: 'notAllowed', message: 'No.' }],
])('five refusals in a row %s pause a batch, and four do not', (_, failure) => {
  expect(isPausedBy(...Array(4).fill(failure))).toBe(false);
  expect(isPausedBy(...Array(5).fill(failure))).toBe(true);
});

it.each<[string, Failure | null]>([
  ['a success', null],
  ['other words', saying('This address cannot be analysed.')],
])('%s between refusals restarts the count', (_, other) => {
  expect(isPausedBy(LIMIT, LIMIT, LIMIT, LIMIT, other, LIMIT, LIMIT, LIMIT, LIMIT)).toBe(false);
});

const redirected: Failure = { code: 'redirected', to: null };
const webPage: Failure = { code: 'unexpectedAnswer', problem: 'html' };

it('five unreadable answers in a row pause a batch, although no operation ends', () => {
  expect(isPausedBy(redirected, webPage, webPage, redirected)).toBe(false);
  expect(isPausedBy(redirected, webPage, webPage, redirected, webPage)).toBe(true);
  expect(isPausedBy(redirected, webPage, LIMIT, webPage, redirected, webPage)).toBe(false);
});

it('a batch without queued operations does not pause', () => {
  const { pauses } = start(0);
  expect(Array.from({ length: 9 }, () => pauses(LIMIT))).not.toContain(true);
});

it('refusals that differ only in the quoted address are equal', () => {
  const quoting = [1, 2, 3, 4, 5].map(
    (page): Failure => ({ code: 'pageFailed', message: `Could not fetch a.example/${page - 1}.` }),
  );
  expect(isPausedBy(...quoting)).toBe(true);
});

it.each<[string, Failure]>([
  ['about the key', { code: 'keyRefused', message: 'No.' }],
  [
    'of a service that is down',
    { code: 'serviceDown', status: 502, retryAt: null, message: 'No.' },
  ],
  [
    'of a proxy that redirects requests with headers',
    { code: 'redirected', to: null, sentHeaders: ['X-Pass'] },
  ],
])('failures %s pause no batch', (_, failure) => {
  expect(isPausedBy(...Array(9).fill(failure))).toBe(false);
});

it('refusals are counted separately for each batch, and from zero after Resume', () => {
  const { refusals, pauses } = start();
  for (const id of ['a', 'b', 'a', 'b', 'a', 'b', 'a']) pauses(LIMIT, 0, id);
  refusals.restart('a');
  expect([pauses(LIMIT), pauses(LIMIT, 0, 'b'), pauses(LIMIT, 0, 'b')]).toEqual([
    false,
    false,
    true,
  ]);
});
