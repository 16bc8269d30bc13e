import { describe, expect, it, vi } from 'vitest';
import { hostOf } from '@/lib/connection/base-url';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import type { ReportList } from '@/lib/report/report';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import {
  BASE_URL,
  startBackground,
  startBackgroundOn,
  startConnectedBackground,
} from '../../support/test-background';

const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const elsewhere = { ...request, baseUrl: 'https://other.example' };
const keyRefused: Failure = { code: 'keyRefused', message: null };
const passes: Outcome<ReportList> = { value: listOf() };
const fails: Outcome<ReportList> = { failure: keyRefused };

/** Holds back the lists that checks ask for, and keeps account of the hosts that are allowed. */
function withHosts<Started extends ReturnType<typeof startBackground>>(started: Started) {
  const { client, permissions } = started;
  const allowed = new Set([hostOf(BASE_URL), hostOf(elsewhere.baseUrl)]);
  permissions.has.mockImplementation(async (baseUrl) => allowed.has(hostOf(baseUrl)));
  permissions.remove.mockImplementation(async (baseUrl) => {
    allowed.delete(hostOf(baseUrl));
  });
  client.account.mockImplementation(holdAnswers<never>().call);
  const lists = holdAnswers<Outcome<ReportList>>();
  client.list.mockImplementation(lists.call);
  return { ...started, allowed, lists };
}

describe('two checks of one host at once', () => {
  it.each([
    ['passes', passes, true],
    ['fails, too', fails, false],
  ])('keep its permission until the last has ended, which %s', async (_, last, isKept) => {
    const { allowed, background, lists } = withHosts(startBackground());
    const first = background.connect({ ...request, apiKey: 'wrong-key' });
    const second = background.connect(request);
    await lists.asked(2);
    lists.answer(0, fails);
    await first;
    expect(allowed).toContain(hostOf(BASE_URL));
    lists.answer(1, last);
    await second;
    expect(allowed.has(hostOf(BASE_URL))).toBe(isKept);
  });

  it('keep its permission where one fails while the other is being stored', async () => {
    const { allowed, background, lists, store } = withHosts(startBackground());
    const { save } = store;
    let storeIt = () => {};
    store.save = async (...saved) => {
      await new Promise<void>((resolve) => {
        storeIt = resolve;
      });
      await save(...saved);
    };
    const saving = vi.spyOn(store, 'save');
    const first = background.connect(request);
    const second = background.connect({ ...request, apiKey: 'wrong-key' });
    await lists.asked(2);
    lists.answer(0, passes);
    await vi.waitFor(() => expect(saving).toHaveBeenCalled(), { interval: 1 });
    lists.answer(1, fails);
    await quiescence();
    storeIt();
    await expect(first).resolves.toMatchObject({ state: 'passed' });
    await second;
    expect(allowed).toContain(hostOf(BASE_URL));
  });
});

describe('a host that is being checked', () => {
  it('stays allowed where a connection to another one takes the place of its own', async () => {
    const { allowed, background, lists, store } = withHosts(await startConnectedBackground());
    const again = background.connect(request);
    const other = background.connect(elsewhere);
    await lists.asked(2);
    lists.answer(1, passes);
    await other;
    lists.answer(0, passes);
    await expect(again).resolves.toMatchObject({ state: 'passed' });
    expect(store.connection.stored?.baseUrl).toBe(BASE_URL);
    expect([...allowed]).toEqual([hostOf(BASE_URL)]);
  });

  it('is given back where the store fails in the middle of the check, which says so', async () => {
    const { allowed, background, store } = withHosts(startBackground());
    vi.spyOn(store.connection, 'read').mockRejectedValueOnce(new Error('I/O error'));
    await expect(background.connect({ ...request, apiKey: '' })).resolves.toEqual({
      state: 'failed',
      at: 'apiKey',
      failure: { code: 'storeUnreadable' },
    });
    expect(allowed).not.toContain(hostOf(BASE_URL));
  });

  it('stays allowed for a check that comes while its connection is taken down', async () => {
    const { allowed, background, lists } = withHosts(await startConnectedBackground());
    const disconnecting = background.disconnect();
    const connecting = background.connect(request);
    await disconnecting;
    await lists.asked(1);
    lists.answer(0, passes);
    await expect(connecting).resolves.toMatchObject({ state: 'passed' });
    expect(allowed).toContain(hostOf(BASE_URL));
  });

  /** A check that never ends, since its worker is stopped, and the next worker. */
  async function stopInCheck() {
    const { allowed, background, client, lists, permissions, store } = withHosts(startBackground());
    void background.connect(request);
    await lists.asked(1);
    await quiescence();
    const next = startBackgroundOn(store);
    next.permissions.has.mockImplementation(permissions.has);
    next.permissions.remove.mockImplementation(permissions.remove);
    next.client.list.mockResolvedValue(passes);
    next.client.account.mockImplementation(client.account);
    return { allowed, next, store };
  }

  it('is given back by the next worker where one is stopped in the middle of the check', async () => {
    const { allowed, next, store } = await stopInCheck();
    await next.resume();
    expect(allowed).not.toContain(hostOf(BASE_URL));
    expect(store.askedHosts.stored).toBeUndefined();
  });

  it('stays allowed where the next worker is started by another check of it', async () => {
    const { allowed, next } = await stopInCheck();
    const resuming = next.resume();
    await expect(next.background.connect(request)).resolves.toMatchObject({ state: 'passed' });
    await resuming;
    expect(allowed).toContain(hostOf(BASE_URL));
  });

  it('is given back at once where a disconnection interrupts the check', async () => {
    const { allowed, background, lists } = withHosts(await startConnectedBackground());
    const connecting = background.connect(request);
    await lists.asked(1);
    await background.disconnect();
    expect(allowed).not.toContain(hostOf(BASE_URL));
    lists.answer(0, passes);
    await expect(connecting).resolves.toMatchObject({ failure: { code: 'interrupted' } });
  });
});
