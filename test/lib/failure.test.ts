import { expect, it } from 'vitest';
import { type Failure, mayHaveActed } from '@/lib/failure';

const message = null;
const retryAt = null;
const notCarriedOut: Failure[] = [
  { code: 'notConnected' },
  { code: 'changingService' },
  { code: 'notStored' },
  { code: 'offline' },
  { code: 'noPermission', origin: 'https://host.example' },
  { code: 'keyRefused', message },
  { code: 'gone', what: 'report', message },
  { code: 'invalid', message, fields: [] },
  { code: 'tooManyRequests', retryAt, message },
  { code: 'protectionPage' },
  { code: 'refused', status: 418, message },
];

it.each<Failure>([
  { code: 'unreachable' },
  { code: 'timedOut', seconds: 180 },
  { code: 'interrupted' },
  { code: 'redirected', to: 'https://host.example/login' },
  { code: 'serviceDown', status: 504, retryAt, message },
  { code: 'unexpectedAnswer', problem: 'html' },
])('a request may have been carried out after %j', (failure) => {
  expect(mayHaveActed(failure)).toBe(true);
});

it.each(notCarriedOut)('a request was certainly not carried out after %j', (failure) => {
  expect(mayHaveActed(failure)).toBe(false);
});
