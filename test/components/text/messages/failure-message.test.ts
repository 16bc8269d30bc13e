import { expect, it, onTestFinished } from 'vitest';
import {
  failureMessage,
  fetchFailureMessage,
  fieldMessages,
} from '@/components/text/messages/failure-message';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import { createClient } from '@/lib/service/client';
import { invalid, refusal } from '../../../service/served-answer';
import { answered } from '../../../service/served-failure';
import { startService } from '../../../service/service';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();

const field = { field: 'url', messages: ['No such host.'] };

it.each<[string, Partial<Failure & { code: 'invalid' }>, string]>([
  ['the next step if the service gives no reason', {}, 'failure_invalid advice_invalid'],
  ['the reason of the service', { message: 'No.' }, 'failure_invalid\nservice_says'],
  ['nothing more if the fields show the reasons', { fields: [field] }, 'failure_invalid'],
])('failureMessage for refused input contains %s', (_, fields, sentence) => {
  const failure: Failure = { code: 'invalid', message: null, fields: [], ...fields };
  expect(failureMessage(failure, ['url'])).toBe(sentence);
});

it.each([
  [60_000, 'failure_tooManyRequests advice_tryAfter'],
  [-1, 'failure_tooManyRequests advice_tooManyRequests'],
])(
  'failureMessage names the time of the next try only if this time is in the future: %d ms from now',
  (wait, sentence) => {
    const retryAt = new Date(Date.now() + wait).toISOString();
    expect(failureMessage({ code: 'tooManyRequests', retryAt, message: null })).toBe(sentence);
  },
);

it.each([
  ['star', 'star_full'],
  ['ticket', 'handedOver_full'],
  ['mute', 'intended_full'],
  ['mutedPage', 'intended_tooManyPages'],
  ['clientToJoin', 'joined_tooMany'],
] as const)('failureMessage names the limit of a %s', (mark, sentence) => {
  expect(failureMessage({ code: 'tooManyMarks', mark, most: 1 })).toBe(sentence);
});

const REFUSED = 'cURL error 7: Failed to connect to shop.example port 80: Connection refused';
const NOT_FOUND = 'cURL error 6: Could not resolve host: connect.example';
const LIMIT = { url: ['You have reached the limit of your plan.'] };

/** Answers of real installations that cannot fetch a page, and other answers. */
it.each([
  ['does not mention port 80', 'https://shop.example/', null, false],
  ['mentions port 80', 'https://shop.example:8443/', null, true],
  ['mentions port 80', 'http://shop.example:8080/a', refusal(500, 'Bad page.'), true],
  ['mentions port 80', 'https://shop.example/', refusal(500, REFUSED), true],
  ['mentions port 80', 'https://shop.example/', invalid({ url: [REFUSED] }), true],
  ['does not mention port 80', 'https://shop.example/', refusal(500, NOT_FOUND), false],
  ['does not mention port 80', 'https://shop.example/', invalid(LIMIT), false],
  [
    'does not mention port 80',
    'https://shop.example:8443/',
    invalid({ password: ['Too short.'] }),
    false,
  ],
  ['does not mention port 80', 'https://shop.example:8443/', refusal(503, REFUSED), false],
])(
  'fetchFailureMessage %s for the page %s and the answer %j',
  async (_, url, answer, namesPort) => {
    const finalUrlOf = (page: string) => (page === 'https://shop.example/' ? null : page);
    const service = await startService({ finalUrlOf });
    onTestFinished(() => service.close());
    if (answer) service.behave({ fail: answered(answer) });
    const created = await createClient(service).create({ url, privacy: Privacy.Private });
    const failure = 'failure' in created ? created.failure : expect.fail();
    expect(fetchFailureMessage(failure, url).includes('advice_port80')).toBe(namesPort);
  },
);

const invalidFields: Failure = {
  code: 'invalid',
  message: null,
  fields: [
    { field: 'url', messages: ['Its host does not exist.', 'It is too long.'] },
    { field: 'password', messages: ['Too short.'] },
  ],
};

it.each<[string, Failure, string, string | null]>([
  [
    'all messages about the field',
    invalidFields,
    'url',
    'Its host does not exist. It is too long.',
  ],
  ['no message about another field', invalidFields, 'password', 'Too short.'],
  ['null for a field without a message', invalidFields, 'privacy', null],
  ['null for any other failure', { code: 'unreachable' }, 'url', null],
])('fieldMessages returns %s', (_, failure, field, message) => {
  expect(fieldMessages(failure, field)).toBe(message);
});
