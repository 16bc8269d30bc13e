import { expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createRefusalRuns } from '@/lib/task/batch/refusal-runs';

const said = (words: string): Failure => ({
  ...{ code: 'invalid', message: null },
  fields: [{ field: 'url', messages: [words] }],
});
const LIMIT = said('You have reached the limit of your plan.');
const NOTHING_THERE: Failure = { code: 'gone', what: 'interface', message: null };

/** What the fifth answer and those after it say, of creations of one batch. */
function runOf(...answers: (Failure | null)[]): (string | null)[] {
  const runs = createRefusalRuns();
  return answers.map((one, page) => runs.note('b', `https://www.a.example/${page}`, one));
}

it('five refusals in a row with the same words pause a batch, with these words', () => {
  const [fourth, fifth, sixth] = runOf(...Array(6).fill(LIMIT)).slice(3);
  expect([fourth, fifth, sixth]).toEqual([null, words(LIMIT), words(LIMIT)]);
});

it.each<[string, Failure, string]>([
  ['of 403', { code: 'notAllowed', message: 'No.' }, 'No.'],
  ['of 402', { code: 'refused', status: 402, message: 'Pay.' }, 'Pay.'],
  ['of 404, where nothing is at the address', NOTHING_THERE, ''],
  ['without words', { code: 'invalid', message: null, fields: [] }, ''],
])('five refusals %s pause it as well', (_, failure, words) => {
  expect(runOf(...Array(5).fill(failure)).slice(3)).toEqual([null, words]);
});

it.each<[string, Failure | null]>([
  ['a success', null],
  ['other words', said('This address cannot be analysed.')],
  ['no words', { code: 'invalid', message: null, fields: [] }],
  ['the same words with another status', { code: 'notAllowed', message: words(LIMIT) ?? '' }],
])('%s between refusals starts the count again', (_, other) => {
  expect(runOf(LIMIT, LIMIT, LIMIT, LIMIT, other, LIMIT, LIMIT, LIMIT, LIMIT).at(-1)).toBeNull();
});

it('words that differ only in the quoted address count as the same words', () => {
  const runs = createRefusalRuns();
  const answers = [1, 2, 3, 4, 5].map((page) => {
    const failure: Failure = { code: 'pageFailed', message: `Could not fetch a.example/${page}.` };
    return runs.note('b', `https://www.a.example/${page}/`, failure);
  });
  expect(answers).toEqual([null, null, null, null, 'Could not fetch a.example/5.']);
});

it.each<[string, Failure]>([
  ['about the key', { code: 'keyRefused', message: 'No.' }],
  ['about a report that is gone', { code: 'gone', what: 'report', message: null }],
  [
    'of a service that is down',
    { code: 'serviceDown', status: 502, retryAt: null, message: 'No.' },
  ],
])('failures %s pause no batch', (_, failure) => {
  expect(runOf(...Array(9).fill(failure))).toEqual(Array(9).fill(null));
});

it('refusals are counted for each batch, and from zero after Resume', () => {
  const runs = createRefusalRuns();
  const note = (id: string) => runs.note(id, 'https://a.example/', LIMIT);
  for (const id of ['a', 'b', 'a', 'b', 'a', 'b', 'a']) note(id);
  runs.begin('a');
  expect([note('a'), note('b'), note('b')]).toEqual([null, null, words(LIMIT)]);
});

function words(failure: Failure): string | undefined {
  return failure.code === 'invalid' ? failure.fields[0]?.messages[0] : undefined;
}
