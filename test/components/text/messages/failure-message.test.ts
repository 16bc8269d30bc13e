import { expect, it } from 'vitest';
import { failureMessage } from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();

const field = { field: 'url', messages: ['No such host.'] };

it.each<[string, Partial<Failure & { code: 'invalid' }>, string]>([
  ['what to do where the service does not say why', {}, 'failure_invalid advice_invalid'],
  ['why where the service does', { message: 'No.' }, 'failure_invalid\nservice_says'],
  ['nothing more where the words stand at their fields', { fields: [field] }, 'failure_invalid'],
])('a refusal of what was entered says %s', (_, said, sentence) => {
  const failure: Failure = { code: 'invalid', message: null, fields: [], ...said };
  expect(failureMessage(failure, ['url'])).toBe(sentence);
});

it.each([
  [60_000, 'failure_tooManyRequests advice_tryAfter'],
  [-1, 'failure_tooManyRequests advice_tooManyRequests'],
])('a failure names the time of the next try until it has passed: in %d ms', (wait, sentence) => {
  const retryAt = new Date(Date.now() + wait).toISOString();
  expect(failureMessage({ code: 'tooManyRequests', retryAt, message: null })).toBe(sentence);
});
