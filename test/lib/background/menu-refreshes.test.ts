import { beforeEach, describe, expect, it } from 'vitest';
import { connectionsItem } from '@/lib/connection/connection-register';
import { useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { createFakeClient } from '../../support/fake-client';
import { createTestBackground } from '../../support/test-background';

const request = {
  connectionId: null,
  baseUrl: 'https://a.example',
  apiKey: 'typed-key',
  allowsUnencrypted: false,
};

/** Records the register at each refresh of the menus, as `ids in use`. */
function startBackground() {
  const readings: Promise<string>[] = [];
  const { api } = createTestBackground({
    clientFor: createFakeClient,
    refreshMenus: () => void readings.push(describeRegister()),
  });
  const lastRegister = () => readings.at(-1);
  return { api, lastRegister };
}

async function describeRegister(): Promise<string> {
  const { connections = [], inUse } = (await connectionsItem.read()) ?? {};
  return `${connections.map(({ id }) => id)} ${inUse}`;
}

beforeEach(() => {
  emptyBrowser();
  useDatabases();
});

describe('the worker refreshes the menus', () => {
  it('after each change of the services', async () => {
    const { api, lastRegister } = startBackground();
    await api.connect(request);
    expect(await lastRegister()).toBe('a a');
    await api.connect({ ...request, baseUrl: 'https://b.example' });
    expect(await lastRegister()).toBe('a,b b');
    await api.useConnection('a');
    expect(await lastRegister()).toBe('a,b a');
    await api.disconnect('a');
    expect(await lastRegister()).toBe('b null');
    await api.disconnect('b');
    expect(await lastRegister()).toBe(' undefined');
  });
});
