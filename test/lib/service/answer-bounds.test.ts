import { describe, expect, it } from 'vitest';
import { hasFailed } from '@/lib/outcome';
import { readAccount, readReportList, readSingleReport } from '@/lib/service/answer-bodies';
import { createClient } from '@/lib/service/client';
import { isDenial, namesError } from '@/lib/service/embedded-error';
import { readErrorBody } from '@/lib/service/error-body';
import { draft } from '../../support/every-client-call';

const BASE = 'https://service.example';
const MANY = 100_000;

/** How many values were read from the objects and lists that `counted` has made. */
let reads = 0;

/** The same object or list, of which each reading of a value counts. */
function counted<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
}

function readsOf(work: () => unknown): number {
  reads = 0;
  work();
  return reads;
}

const names = Array.from({ length: MANY }, (_, at) => [`field${at}`, at]);
const wide = (first: object) => counted({ ...first, ...Object.fromEntries(names) });
const long = (value: unknown) => counted(Array(MANY).fill(value));

describe('an answer with 100,000 values of', () => {
  it.each<[string, number, () => unknown]>([
    ['a report', 12_000, () => readSingleReport(wide({ id: 1 }), BASE)],
    ['a list in a report', 25_000, () => readSingleReport({ id: 1, list: long(1) }, BASE)],
    ['an object in a report', 12_000, () => readSingleReport({ id: 1, part: wide({}) }, BASE)],
    ['no report', 1_000, () => readSingleReport(wide({}), BASE)],
    ['a row', 1_000, () => readReportList([wide({ id: 1 })], BASE)],
    ['an object in a row', 1_000, () => readReportList([{ id: 1, part: wide({}) }], BASE)],
    ['a list of rows', 2_000, () => readReportList(long({ id: 1 }), BASE)],
    ['a list of no rows', 2_000, () => readReportList({ data: long({}) }, BASE)],
    ['no list', 1_000, () => readReportList(wide({}), BASE)],
    ['an account', 1_000, () => readAccount(wide({}))],
    ['a refusal', 1_000, () => readErrorBody(wide({ message: 'No.' }))],
    ['a list of errors', 1_000, () => readErrorBody({ errors: long('No.') })],
    ['errors of fields', 1_000, () => readErrorBody({ errors: wide({}) })],
    ['errors of one field', 1_000, () => readErrorBody({ errors: { url: long('No.') } })],
    ['a path', 1_000, () => readErrorBody({ errors: [{ msg: 'No.', loc: long('url') }] })],
    ['a denial', 1_000, () => [isDenial(wide({})), namesError(wide({}))]],
  ])('%s is read up to a bound', (_, most, read) => {
    expect(readsOf(read)).toBeLessThanOrEqual(most);
  });
});

describe('the words of a refusal', () => {
  const sentences = Array.from({ length: 50 }, (_, at) => `${at} `.padEnd(900, 'x'));
  const errors = Object.fromEntries(sentences.map((words, at) => [`field${at}`, [words, words]]));
  const body = { success: false, message: sentences[0], error: { errors }, errors };

  it.each([200, 400, 401, 403, 404, 410, 418, 422, 429, 500, 503])(
    'by the status %s are kept up to 2,000 characters in all',
    async (status) => {
      const answer = async () => Response.json(body, { status });
      const outcome = await createClient({ baseUrl: BASE, apiKey: 'k' }, answer).create(draft);
      const { failure } = hasFailed(outcome) ? outcome : { failure: null };
      expect(textIn(failure).length).toBeGreaterThan(500);
      expect(textIn(failure).length).toBeLessThanOrEqual(2_100);
    },
  );
});

/** All texts within a value, the names of our own properties left out. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textIn).join('');
}
