import { expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { NEWEST_QUERY } from '@/lib/report/report-query';
import { createReads } from '@/lib/task/reads';
import { createFakeClient } from '../../support/fake-client';

const refused: Failure = { code: 'keyRefused', message: null };
const unreachable: Failure = { code: 'unreachable' };
const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };

function start(missing: Failure | null = null) {
  const client = createFakeClient();
  const [onFailure, onSuccess] = [vi.fn(), vi.fn()];
  const { signal } = new AbortController();
  const missingPermission = async () => missing;
  const reads = createReads({ client, signal, missingPermission, onFailure, onSuccess });
  return { client, reads, onFailure, onSuccess };
}

it('an account that refuses the key closes nothing, and a list that refuses the key does', async () => {
  const { client, reads, onFailure } = start();
  client.account.mockResolvedValue({ failure: refused });
  client.list.mockResolvedValue({ failure: refused });
  expect(await reads.account()).toEqual({ failure: refused });
  expect(onFailure).not.toHaveBeenCalled();
  await reads.list(NEWEST_QUERY);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(refused);
});

it('an account without an answer closes the gate as any other read', async () => {
  const { client, reads, onFailure } = start();
  client.account.mockResolvedValue({ failure: unreachable });
  await reads.account();
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(unreachable);
});

it('a dead line is told as a missing permission where the permission is missing', async () => {
  const { client, reads, onFailure } = start(noPermission);
  client.list.mockResolvedValue({ failure: unreachable });
  expect(await reads.list(NEWEST_QUERY)).toEqual({ failure: noPermission });
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(noPermission);
});
