import { expect, it } from 'vitest';
import { fieldMessages } from '@/components/text/messages/field-messages';
import type { Failure } from '@/lib/failure';
import { useMessageKeys } from '../../../support/message-keys';

useMessageKeys();

const invalid: Failure = {
  code: 'invalid',
  message: null,
  fields: [
    { field: 'url', messages: ['Its host does not exist.', 'It is too long.'] },
    { field: 'password', messages: ['Too short.'] },
  ],
};

it.each<[string, Failure, string, string | null]>([
  ['all messages about the field', invalid, 'url', 'Its host does not exist. It is too long.'],
  ['no message about another field', invalid, 'password', 'Too short.'],
  ['null for a field without messages', invalid, 'privacy', null],
  ['null for any other failure', { code: 'unreachable' }, 'url', null],
])('fieldMessages returns %s', (_, failure, field, message) => {
  expect(fieldMessages(failure, field)).toBe(message);
});
