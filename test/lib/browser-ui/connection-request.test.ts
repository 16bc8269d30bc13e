import { expect, it } from 'vitest';
import { ownRequest } from '@/lib/browser-ui/connection-request';

const request = { connectionId: 'a' };
const withoutConnection = { connectionId: null };

it.each([
  ['a request of the connection in use', request, { id: 'a' }, request],
  ['no request of another connection', request, { id: 'b' }, undefined],
  ['no request of a disconnected connection', request, null, undefined],
  ['a request from before the first connection', withoutConnection, null, withoutConnection],
  ['no request that is lost', undefined, { id: 'a' }, undefined],
])('a new tab opens %s', (_, stored, connection, expected) => {
  expect(ownRequest(stored, connection)).toBe(expected);
});
