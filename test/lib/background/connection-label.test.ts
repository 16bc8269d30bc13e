import { expect, it } from 'vitest';
import { connectionName } from '@/lib/connection/connection';
import { connectionInUse } from '@/lib/connection/connection-register';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { sampleConnection, storeConnection } from '../../support/stored-connection';
import { createTestBackground } from '../../support/test-background';

const baseUrl = 'https://reports.example:8443/s';

it('setLabel stores the name of a connection, and null restores the host', async () => {
  emptyBrowser();
  await storeConnection({ id: 'a', baseUrl });
  const { api } = createTestBackground({ clientFor: createFakeClient });
  expect(await api.setLabel('a', 'Agency')).toEqual({ value: null });
  expect(await connectionInUse.read()).toMatchObject({ label: 'Agency', baseUrl });
  await api.setLabel('a', null);
  expect(await connectionInUse.read()).toMatchObject({ label: null });
});

it('setLabel fails for an unknown connection', async () => {
  emptyBrowser();
  const { api } = createTestBackground({ clientFor: createFakeClient });
  expect(await api.setLabel('a', 'Agency')).toEqual({ failure: { code: 'notConnected' } });
});

it('the name of a connection is its label, or its host with the port', () => {
  expect(connectionName(sampleConnection({ baseUrl }))).toBe('reports.example:8443');
  expect(connectionName(sampleConnection({ baseUrl, label: 'Agency' }))).toBe('Agency');
});
