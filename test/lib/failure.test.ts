import { expect, it } from 'vitest';
import { type Failure, isOutcomeUnknown } from '@/lib/failure';

const message = null;
const retryAt = null;
const undone: Failure[] = [
  { code: 'not-connected' },
  { code: 'not-stored' },
  { code: 'offline' },
  { code: 'no-permission', origin: 'https://host.example' },
  { code: 'key-refused', message },
  { code: 'not-allowed', message },
  { code: 'gone', what: 'report', message },
  { code: 'invalid', message, fields: [] },
  { code: 'too-many-requests', retryAt, message },
  { code: 'protection-page' },
  { code: 'refused', status: 418, message },
];

it.each<Failure>([
  { code: 'unreachable' },
  { code: 'timed-out', seconds: 180 },
  { code: 'interrupted' },
  { code: 'redirected', to: null },
  { code: 'redirected', to: 'https://host.example/login' },
  { code: 'service-down', status: 504, retryAt, message },
  { code: 'unexpected-answer', problem: 'html' },
  { code: 'unexpected-answer', problem: 'empty' },
])('what was asked may have been done all the same after %j', (failure) => {
  expect(isOutcomeUnknown(failure)).toBe(true);
});

it.each(undone)('what was asked has not been done after %j', (failure) => {
  expect(isOutcomeUnknown(failure)).toBe(false);
});
