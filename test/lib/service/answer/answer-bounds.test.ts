import { describe, expect, it } from 'vitest';
import { readAccount, readReportList, readSingleReport } from '@/lib/service/answer/answer-bodies';
import { readErrorBody } from '@/lib/service/answer/error-body';
import { clientOf, draft } from '../../../support/every-client-call';

const MANY = 40_000;

let reads = 0;

/** Returns an object whose property reads are counted in `reads`. */
function countReads<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
}

const names = Array.from({ length: MANY }, (_, at) => [`field${at}`, at]);
const wideObject = (first: object) => countReads({ ...first, ...Object.fromEntries(names) });
const longList = (value: unknown) => countReads(Array(MANY).fill(value));

describe('an answer with 40,000 values', () => {
  it.each<[string, number, () => unknown]>([
    ['of a report', 12_000, () => readSingleReport(wideObject({ id: 1 }))],
    ['of a list in a report', 25_000, () => readSingleReport({ id: 1, list: longList(1) })],
    ['without a report', 1_000, () => readSingleReport(wideObject({}))],
    ['of a row', 1_000, () => readReportList([wideObject({ id: 1 })])],
    ['of a list of rows', 2_000, () => readReportList(longList({ id: 1 }))],
    ['without a list', 1_000, () => readReportList(wideObject({}))],
    ['of an account', 6_000, () => readAccount(wideObject({}))],
    ['of a list of errors', 1_000, () => readErrorBody({ errors: longList('No.') })],
    ['of errors of fields', 1_000, () => readErrorBody({ errors: wideObject({}) })],
    ['of errors of one field', 1_000, () => readErrorBody({ errors: { url: longList('No.') } })],
    [
      'of errors within errors',
      1_000,
      () => readErrorBody({ errors: longList(wideObject({ errors: {} })) }),
    ],
  ])('%s is read up to a bound', (_, most, read) => {
    reads = 0;
    read();
    expect(reads).toBeLessThanOrEqual(most);
  });
});

describe('the messages of a refusal', () => {
  const sentences = Array.from({ length: 50 }, (_, at) => `${at} `.padEnd(900, 'x'));
  const errors = Object.fromEntries(sentences.map((words, at) => [`field${at}`, [words, words]]));
  const body = { message: sentences[0], errors };

  it.each([401, 422, 429, 500])(
    'with the status %s are cut to 2,000 characters in all',
    async (status) => {
      const outcome = await clientOf(() => Response.json(body, { status })).create(draft);
      expect(textIn(outcome).length).toBeGreaterThan(500);
      expect(textIn(outcome).length).toBeLessThanOrEqual(2_100);
      expect(JSON.stringify(outcome)).not.toContain('""');
    },
  );
});

/** Returns all texts within a value, without property names. */
function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textIn).join('');
}
