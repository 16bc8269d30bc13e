import { beforeEach, expect, it } from 'vitest';
import { connectionTitle } from '@/components/text/connection-title';
import { useMessages } from '../../support/messages';
import { sampleConnection } from '../../support/stored-connection';

beforeEach(() => useMessages('en'));

const one = sampleConnection({ id: 'a', account: { id: '7', email: 'anna@host.example' } });
const sameHost = sampleConnection({ id: 'b', account: { id: '8', email: null } });
const unknown = sampleConnection({ id: 'c' });
const labelled = sampleConnection({ id: 'd', label: 'Test installation' });

it.each([
  ['the host of its base URL', one, [one], 'host.example'],
  ['its label', labelled, [one, labelled], 'Test installation'],
  ['its host and its e-mail address', one, [one, sameHost], 'host.example, anna@host.example'],
  ['its host and the id of its account', sameHost, [one, sameHost], 'host.example, 8'],
  ['its host if its account is unknown', unknown, [one, unknown], 'host.example'],
])('the title of a connection is %s', (_, connection, connections, title) => {
  expect(connectionTitle(connection, connections)).toBe(title);
});
