import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '@/lib/failure';
import { isFailure } from '@/lib/model/stored-failure';
import { TIME } from '../support/kept-value';

const message = 'No.';

const EVERY_FAILURE: { [Code in FailureCode]: Extract<Failure, { code: Code }> } = {
  'not-connected': { code: 'not-connected' },
  'not-stored': { code: 'not-stored' },
  'submissions-waiting': { code: 'submissions-waiting', count: 2 },
  'no-permission': { code: 'no-permission', origin: 'https://host.example' },
  unreachable: { code: 'unreachable' },
  offline: { code: 'offline' },
  'timed-out': { code: 'timed-out', seconds: 60 },
  interrupted: { code: 'interrupted' },
  redirected: { code: 'redirected', to: null },
  'key-refused': { code: 'key-refused', message },
  'not-allowed': { code: 'not-allowed', message: null },
  gone: { code: 'gone', what: 'report', message },
  invalid: { code: 'invalid', message, fields: [{ field: 'url', messages: ['No.'] }] },
  'too-many-requests': { code: 'too-many-requests', retryAt: TIME, message },
  'protection-page': { code: 'protection-page' },
  'service-down': { code: 'service-down', status: 503, retryAt: null, message },
  refused: { code: 'refused', status: 418, message },
  'unexpected-answer': { code: 'unexpected-answer', problem: 'html' },
};

describe('the guard of a failure', () => {
  it.each(Object.values(EVERY_FAILURE))('lets $code through', (failure) => {
    expect(isFailure(failure)).toBe(true);
    expect(isFailure({ ...failure, added: 'later' })).toBe(true);
  });

  const parts = Object.values(EVERY_FAILURE).flatMap((failure) =>
    Object.keys(failure).map((name): [string, string, Failure] => [failure.code, name, failure]),
  );

  it.each(parts)('stops %s without its %s, or with something else there', (_, name, failure) => {
    expect(isFailure({ ...failure, [name]: undefined })).toBe(false);
    expect(isFailure({ ...failure, [name]: { foreign: true } })).toBe(false);
    expect(isFailure({ ...failure, [name]: [[]] })).toBe(false);
  });

  it.each(['', 'toString', '__proto__', 'a-later-code'])('stops the code %j', (code) => {
    expect(isFailure({ code })).toBe(false);
  });

  it('stops a time that is none, and words on a field that are none', () => {
    const { invalid } = EVERY_FAILURE;
    expect(isFailure({ ...EVERY_FAILURE['too-many-requests'], retryAt: 'soon' })).toBe(false);
    expect(isFailure({ ...EVERY_FAILURE['unexpected-answer'], problem: 'boredom' })).toBe(false);
    expect(isFailure({ ...invalid, fields: [{ field: 'url', messages: 'No.' }] })).toBe(false);
    expect(isFailure({ ...invalid, fields: [null] })).toBe(false);
  });

  it('stops any JSON without a code', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(isFailure(json)).toBe(false);
      }),
    );
  });
});
