import { expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { entryAt } from '@/lib/jobs/jobs-state';
import { afterAnswerOfBatch, withoutAlikeAnswers } from '@/lib/jobs/pausing';
import * as steps from '@/lib/jobs/steps';
import type { JobsState } from '@/lib/jobs/types';
import { creation } from '../../support/sample-job';
import { batchOf, jobOf, NOW, stateOf } from './sample-state';

const refusalWith = (text: string): Failure => ({
  code: 'invalid',
  message: null,
  fields: [{ field: 'url', messages: [text] }],
});
const LIMIT = refusalWith('You have reached the limit of your plan.');

const operations = Array.from({ length: 9 }, (_, page) =>
  creation({ url: `https://www.a.example/${page}` }),
);
const WAITING = stateOf(batchOf('a', operations), batchOf('b', operations));

/** Counts answers. `pauses` counts one answer, and returns whether the batch pauses. */
function start(jobs = WAITING) {
  let state: JobsState = jobs;
  return {
    pauses(failure: Failure | null, page = 0, id = 'a'): boolean {
      const entry = entryAt(state.jobs, id, page);
      const operation = operations[page];
      if (entry === undefined || operation === undefined) throw new Error(`${id} has no ${page}`);
      const next = failure
        ? steps.afterCreationAnswer(operation, { failure }, NOW)
        : steps.asDone(operation);
      const { alikeAnswers, paused } = afterAnswerOfBatch(state, entry, next, failure);
      state = { ...state, alikeAnswers };
      return paused !== null;
    },
    restart(id: string): void {
      state = { ...state, alikeAnswers: withoutAlikeAnswers(state.alikeAnswers, id) };
    },
  };
}

/** Whether the last answer pauses the batch. */
function isPausedBy(...answers: (Failure | null)[]): boolean {
  const { pauses } = start();
  return answers.map((failure, page) => pauses(failure, page)).at(-1) === true;
}

it.each<[string, Failure]>([
  ['with the same words', LIMIT],
  ['without words', { code: 'invalid', message: null, fields: [] }],
  ['with 403', { code: 'notAllowed', message: 'No.' }],
])('five refusals in a row %s pause a batch, and four do not', (_, failure) => {
  expect(isPausedBy(...Array(4).fill(failure))).toBe(false);
  expect(isPausedBy(...Array(5).fill(failure))).toBe(true);
});

it.each<[string, Failure | null]>([
  ['a success', null],
  ['a refusal with other words', refusalWith('This address cannot be analysed.')],
  ['a refusal with another status', { code: 'refused', status: 409, message: null }],
])('%s between equal refusals restarts the count', (_, other) => {
  expect(isPausedBy(LIMIT, LIMIT, LIMIT, LIMIT, other, LIMIT, LIMIT, LIMIT, LIMIT)).toBe(false);
});

const redirected: Failure = { code: 'redirected', to: null };
const webPage: Failure = { code: 'unexpectedAnswer', problem: 'html' };

it('five unreadable answers in a row pause a batch, although all operations stay unverified', () => {
  expect(isPausedBy(redirected, webPage, webPage, redirected)).toBe(false);
  expect(isPausedBy(redirected, webPage, webPage, redirected, webPage)).toBe(true);
  expect(isPausedBy(redirected, webPage, LIMIT, webPage, redirected, webPage)).toBe(false);
});

it('a batch without queued operations does not pause', () => {
  const ended = operations.map((one) => steps.asRefused(one, LIMIT));
  const { pauses } = start(stateOf(batchOf('a', ended)));
  expect(operations.map((_, page) => pauses(LIMIT, page))).not.toContain(true);
});

it('a batch that a person has paused does not pause again', () => {
  const { pauses } = start(stateOf(batchOf('a', operations, { isPaused: true })));
  expect(operations.map((_, page) => pauses(LIMIT, page))).not.toContain(true);
});

it('a single job does not pause', () => {
  const state = stateOf(jobOf('a', operations));
  const { pauses } = start(state);
  expect(operations.map(() => pauses(LIMIT))).not.toContain(true);
});

it('refusals that differ only in the quoted address count as the same words', () => {
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
  const { restart, pauses } = start();
  for (const id of ['a', 'b', 'a', 'b', 'a', 'b', 'a']) pauses(LIMIT, 0, id);
  restart('a');
  expect([pauses(LIMIT), pauses(LIMIT, 0, 'b'), pauses(LIMIT, 0, 'b')]).toEqual([
    false,
    false,
    true,
  ]);
});
