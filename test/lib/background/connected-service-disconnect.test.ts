import { describe, expect, it, vi } from 'vitest';
import type { Account } from '@/lib/connection/connection';
import type { Outcome } from '@/lib/outcome';
import type { ReportDetails, ReportList } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { EVERY_CALL } from '../../support/every-background-call';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { BASE_URL, startBackground, startConnectedBackground } from '../../support/test-background';

const request = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const report = sampleReport('1');

describe('disconnecting', () => {
  it('removes everything that was kept and gives the permission for the host back', async () => {
    const { background, permissions, store } = await startConnectedBackground();
    for (const [, call] of EVERY_CALL) await call(background);
    await background.remove(report);
    await expect(background.disconnect()).resolves.toEqual({ value: null });
    expect(store.names()).toEqual([]);
    expect(permissions.remove).toHaveBeenCalledExactlyOnceWith(BASE_URL);
  });

  it('removes what was left of connections before this one', async () => {
    const { background, store } = await startConnectedBackground();
    await store.apiKey('left').write('old-key');
    await background.disconnect();
    expect(store.names()).toEqual([]);
  });

  it('removes everything where the last write failed', async () => {
    const { background, list, store } = await startConnectedBackground();
    vi.spyOn(list, 'write').mockRejectedValueOnce(new Error('No space left'));
    await background.list(RECENT_REPORTS_QUERY);
    await background.disconnect();
    expect(store.names()).toEqual([]);
  });

  it('succeeds where the permission cannot be given back', async () => {
    const { background, permissions, store } = await startConnectedBackground();
    permissions.remove.mockRejectedValue(new Error('You cannot remove required permissions.'));
    await expect(background.disconnect()).resolves.toEqual({ value: null });
    expect(store.names()).toEqual([]);
  });

  it('succeeds with nothing to disconnect', async () => {
    const { background, permissions } = startBackground();
    await expect(background.disconnect()).resolves.toEqual({ value: null });
    expect(permissions.remove).not.toHaveBeenCalled();
  });

  it.each(EVERY_CALL)('lets no %s reach the service any more', async (_, call) => {
    const { background, clientFor } = await startConnectedBackground();
    await background.get(report);
    await background.disconnect();
    clientFor.mockClear();
    await expect(call(background)).resolves.toEqual({ failure: { code: 'not-connected' } });
    expect(clientFor).not.toHaveBeenCalled();
  });

  it('takes the wake-up back and leaves no deletion to send', async () => {
    const { background, client, clock, resume, wakeAt } = await startConnectedBackground();
    await background.remove(report);
    await quiescence();
    expect(wakeAt).toHaveBeenLastCalledWith(clock.now() + 6_000);
    await background.disconnect();
    expect(wakeAt).toHaveBeenLastCalledWith(null);
    clock.pass(6_000);
    await resume();
    expect(client.remove).not.toHaveBeenCalled();
  });
});

describe('a call under way while disconnecting', () => {
  it('is given up', async () => {
    const { background, client } = await startConnectedBackground();
    const gets = holdAnswers<never>();
    client.get.mockImplementationOnce(gets.call);
    void background.get(report);
    await gets.asked(1);
    await background.disconnect();
    expect(client.get.mock.lastCall?.[1]?.aborted).toBe(true);
  });

  it('stores no list that is answered afterwards', async () => {
    const { background, client, store } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const listing = background.list(RECENT_REPORTS_QUERY);
    await lists.asked(1);
    await background.disconnect();
    lists.answer(0, { value: listOf(sampleReport('late')) });
    await listing;
    expect(store.names()).toEqual([]);
  });

  it('stores no account that is answered afterwards', async () => {
    const { background, client, store } = await startConnectedBackground();
    const accounts = holdAnswers<Outcome<Account>>();
    client.account.mockImplementation(accounts.call);
    const asking = background.account();
    await accounts.asked(1);
    await background.disconnect();
    accounts.answer(0, { value: { fields: [] } });
    await asking;
    expect(store.names()).toEqual([]);
  });

  it.each([null, sampleDetails('3', { result: null })])(
    'stores nothing of a report that is created afterwards, answered with %j',
    async (value) => {
      const { background, client, store } = await startConnectedBackground();
      const created = holdAnswers<Outcome<ReportDetails | null>>();
      client.create.mockImplementation(created.call);
      const creating = background.create('new-1', { url: 'https://host.example/', privacy: 1 });
      await created.asked(1);
      await background.disconnect(true);
      created.answer(0, { value });
      await creating;
      expect(store.names()).toEqual([]);
    },
  );

  it('stores nothing of a report that is changed afterwards', async () => {
    const { background, client, store } = await startConnectedBackground();
    const updated = holdAnswers<Outcome<ReportDetails>>();
    client.update.mockImplementation(updated.call);
    const updating = background.update(report, { results: 1 });
    await updated.asked(1);
    await background.disconnect();
    updated.answer(0, { value: sampleDetails('1', { privacy: 0 }) });
    await updating;
    expect(store.names()).toEqual([]);
  });

  it('stores nothing of a deletion that is answered afterwards', async () => {
    const { background, client, clock, resume, store } = await startConnectedBackground();
    const removed = holdAnswers<Outcome<null>>();
    client.remove.mockImplementation(removed.call);
    await background.remove(report);
    clock.pass(6_000);
    const resuming = resume();
    await removed.asked(1);
    await background.disconnect();
    removed.answer(0, { value: null });
    await resuming;
    expect(store.names()).toEqual([]);
  });
});

describe('a call that comes while disconnecting', () => {
  it.each(EVERY_CALL)('%s leaves nothing behind', async (_, call) => {
    const { background, store } = await startConnectedBackground();
    await background.get(report);
    const disconnecting = background.disconnect(true);
    const atOnce = call(background);
    await null;
    const soon = call(background);
    await Promise.all([disconnecting, atOnce, soon]);
    expect(store.names()).toEqual([]);
  });
});

describe('disconnecting while a check is under way', () => {
  it('lets it not connect again', async () => {
    const { background, client, store } = await startConnectedBackground();
    const lists = holdAnswers<Outcome<ReportList>>();
    client.list.mockImplementation(lists.call);
    const connecting = background.connect(request);
    await lists.asked(1);
    await background.disconnect();
    lists.answer(0, { value: listOf() });
    await expect(connecting).resolves.toEqual({
      state: 'failed',
      at: 'reachable',
      failure: { code: 'interrupted' },
    });
    expect(store.names()).toEqual([]);
  });

  it('does not stand in the way of connecting afterwards', async () => {
    const { background, store } = await startConnectedBackground();
    const disconnecting = background.disconnect();
    await expect(background.connect(request)).resolves.toEqual({ state: 'passed' });
    await disconnecting;
    expect(store.connection.stored).toEqual({ id: 'id-1', baseUrl: BASE_URL });
    expect(store.apiKey('id-0').stored).toBeUndefined();
    expect(store.apiKey('id-1').stored).toBe('typed-key');
  });
});
