import { expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { tellMissingPermission } from '@/lib/service/permission-telling';
import { createFakeClient } from '../../support/fake-client';

const unreachable: Failure = { code: 'unreachable' };
const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };

/** A client of a service that fails so, where the permission is missing or not. */
function startFailing(failure: Failure, missing: Failure | null) {
  const fake = createFakeClient();
  for (const call of [fake.get, fake.create, fake.remove]) call.mockResolvedValue({ failure });
  const missingPermission = vi.fn(async () => missing);
  return { client: tellMissingPermission(fake, missingPermission), missingPermission };
}

it('a read that does not reach the service tells that the permission is missing', async () => {
  const { client } = startFailing(unreachable, noPermission);
  await expect(client.get('1')).resolves.toEqual({ failure: noPermission });
});

it('a read that does not reach the service for another reason says so', async () => {
  const { client } = startFailing(unreachable, null);
  await expect(client.get('1')).resolves.toEqual({ failure: unreachable });
});

it('a read that the service has answered asks for no permission', async () => {
  const { client, missingPermission } = startFailing({ code: 'protectionPage' }, noPermission);
  await expect(client.get('1')).resolves.toEqual({ failure: { code: 'protectionPage' } });
  expect(missingPermission).not.toHaveBeenCalled();
});

it('a write may have been done before its permission went', async () => {
  const { client } = startFailing(unreachable, noPermission);
  await expect(client.remove('1')).resolves.toEqual({ failure: unreachable });
  const draft = { url: 'https://page.example/', privacy: 1 } as const;
  await expect(client.create(draft)).resolves.toEqual({ failure: unreachable });
});
