import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { BASE_URL, startConnectedBackground } from '../../support/test-background';

const draft = { url: 'https://host.example/new', privacy: 1 } as const;
const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const passed = { state: 'passed', baseUrl: BASE_URL };
const elsewhere = { ...request, baseUrl: 'https://other.example' };
const refusal: Failure = { code: 'submissionsWaiting', count: 1 };

/** A background whose service wants fewer requests, with one report that waits for it. */
async function startWaiting() {
  const started = await startConnectedBackground();
  const retryAt = started.clock.in(60_000);
  const failure: Failure = { code: 'tooManyRequests', retryAt, message: null };
  started.client.create.mockResolvedValue({ failure });
  await started.background.create('new-1', draft);
  expect(started.submissions.stored).toMatchObject([{ id: 'new-1', state: 'waiting' }]);
  return started;
}

describe('disconnecting while a report is on its way', () => {
  it('is refused at first, and loses nothing', async () => {
    const { background, submissions, store } = await startWaiting();
    await expect(background.disconnect()).resolves.toEqual({ failure: refusal });
    expect(submissions.stored).toMatchObject([{ id: 'new-1', state: 'waiting' }]);
    expect(store.apiKey('id-0').stored).toBe('kept-key');
  });

  it('is done with the consent to forget it', async () => {
    const { background, store } = await startWaiting();
    await expect(background.disconnect(true)).resolves.toEqual({ value: null });
    expect(store.names()).toEqual([]);
  });

  it('is done where the store does not tell what waits', async () => {
    const { background, store, submissions } = await startConnectedBackground();
    vi.spyOn(submissions, 'readAll').mockRejectedValue(new Error('No answer'));
    await expect(background.disconnect()).resolves.toEqual({ value: null });
    expect(store.names()).toEqual([]);
  });
});

describe('connecting while a report is on its way', () => {
  it('to another service is refused at first, and gives the new host back', async () => {
    const { background, permissions, store, submissions } = await startWaiting();
    await expect(background.connect(elsewhere)).resolves.toEqual({
      state: 'failed',
      at: 'reports',
      failure: refusal,
    });
    expect(store.connection.stored).toEqual({ id: 'id-0', baseUrl: BASE_URL });
    expect(submissions.stored).toHaveLength(1);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(elsewhere.baseUrl);
  });

  it('to another service is done with the consent to forget it', async () => {
    const { background, store, submissions } = await startWaiting();
    await expect(background.connect({ ...elsewhere, dropsSubmissions: true })).resolves.toEqual({
      state: 'passed',
      baseUrl: elsewhere.baseUrl,
    });
    expect(store.connection.stored?.baseUrl).toBe(elsewhere.baseUrl);
    expect(submissions.stored).toEqual([]);
  });

  it('to the same service with another key keeps it', async () => {
    const { background, submissions } = await startWaiting();
    await expect(background.connect(request)).resolves.toEqual(passed);
    expect(submissions.stored).toMatchObject([{ id: 'new-1' }]);
  });
});
