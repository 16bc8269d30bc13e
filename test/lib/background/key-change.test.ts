import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Outcome } from '@/lib/outcome';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { Client } from '@/lib/service/client';
import { createFakeClient, listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { sampleSubmission } from '../../support/sample-submission';
import { BASE_URL, startConnectedBackground } from '../../support/test-background';

type AccountOutcome = Awaited<ReturnType<Client['account']>>;

const draft = { url: 'https://host.example/new', privacy: 1 } as const;
const otherKey = { baseUrl: BASE_URL, apiKey: 'typed-key', allowsUnencrypted: false };
const passed = { state: 'passed', baseUrl: BASE_URL };
const keyRefused: Failure = { code: 'keyRefused', message: null };
const forbidden: AccountOutcome = { failure: { code: 'notAllowed', message: null } };
const report = sampleReport('2');

function accountOf(id: number): AccountOutcome {
  return { value: { fields: [{ name: 'id', value: id }], isCut: false } };
}

/** A background whose kept key is of the account 1; the service answers other keys by another client. */
async function startOfAccount(other: AccountOutcome) {
  const started = await startConnectedBackground();
  const otherClient = createFakeClient();
  started.clientFor.mockImplementation(({ apiKey }) =>
    apiKey === 'kept-key' ? started.client : otherClient,
  );
  started.client.account.mockResolvedValue(accountOf(1));
  otherClient.account.mockResolvedValue(other);
  await started.background.account();
  return { ...started, otherClient };
}

/** The same, with a report that waits since the service refuses the kept key. */
async function startWaiting(other: AccountOutcome) {
  const started = await startOfAccount(other);
  started.client.list.mockResolvedValue({ failure: keyRefused });
  started.client.create.mockResolvedValue({ failure: keyRefused });
  await started.background.create('new-1', draft);
  expect(started.submissions.stored).toMatchObject([{ id: 'new-1', state: 'waiting' }]);
  return started;
}

describe('another key of the same account', () => {
  it('goes on with what waits, though the former key was refused', async () => {
    const { background, client, otherClient, store, submissions } = await startWaiting(
      accountOf(1),
    );
    client.account.mockResolvedValue({ failure: keyRefused });
    await background.account();
    await expect(background.connect(otherKey)).resolves.toEqual(passed);
    await vi.waitFor(() => expect(submissions.stored).toEqual([]), { interval: 1 });
    expect(otherClient.create).toHaveBeenCalledExactlyOnceWith(draft, expect.anything());
    expect(store.connection.stored?.id).toBe('id-0');
    expect(store.apiKey('id-0').stored).toBe('typed-key');
    expect(submissions.view.stored?.pause).toBeNull();
  });
});

describe('another key of a different or unknown account', () => {
  it('leaves what private windows have asked for out of its list, too', async () => {
    const { background, client, otherClient, store } = await startOfAccount(forbidden);
    client.create.mockResolvedValue({ value: sampleDetails('9', { url: draft.url }) });
    await background.create('private-1', draft, true);
    otherClient.list.mockResolvedValue({
      value: listOf(sampleReport('9', { url: draft.url }), report),
    });
    await expect(background.connect(otherKey)).resolves.toEqual(passed);
    const lists = store.lists(store.connection.stored?.id ?? '');
    expect(lists.stored).toBeUndefined();
    await background.list(RECENT_REPORTS_QUERY);
    expect(lists.stored?.[0]?.reports).toEqual([report]);
  });

  it.each([
    ['different', accountOf(2)],
    ['unknown', forbidden],
  ])('%s: has a connection of its own, and shows nothing of the former', async (_, account) => {
    const { background, client, permissions, store } = await startOfAccount(account);
    await background.get(report);
    await background.update(report, { results: 1 });
    await expect(background.connect(otherKey)).resolves.toEqual(passed);
    expect(store.connection.stored).toEqual({ id: 'id-1', baseUrl: BASE_URL });
    expect(store.names().filter((name) => name.startsWith('id-0'))).toEqual([]);
    expect(permissions.remove).not.toHaveBeenCalled();
    client.get.mockClear();
    await background.get(report);
    expect(client.get).not.toHaveBeenCalled();
  });

  it('is what a key is where the former account was never read', async () => {
    const { background, client, store } = await startConnectedBackground();
    await store.account('id-0').remove();
    client.account.mockResolvedValue(accountOf(1));
    await background.connect(otherKey);
    expect(store.connection.stored?.id).toBe('id-1');
  });

  it('changes nothing while something waits, and says how much', async () => {
    const { background, otherClient, store } = await startWaiting(accountOf(2));
    await background.remove(report);
    const before = store.everything();
    const failure = { code: 'openWork', deletions: 1, reports: 1, sent: 0, canBeKept: true };
    const refused = { state: 'failed', at: 'reports', failure };
    await expect(background.connect(otherKey)).resolves.toEqual(refused);
    await quiescence();
    expect(store.everything()).toEqual(before);
    expect(store.connection.stored?.id).toBe('id-0');
    expect(otherClient.create).not.toHaveBeenCalled();
    expect(otherClient.remove).not.toHaveBeenCalled();
  });

  it('drops what waits with that consent', async () => {
    const { background, otherClient, store } = await startWaiting(accountOf(2));
    await expect(background.connect({ ...otherKey, dropsOpenWork: true })).resolves.toEqual(passed);
    await quiescence();
    expect(store.submissions('id-0').stored).toEqual([]);
    expect(store.submissions('id-1').stored).toEqual([]);
    expect(otherClient.create).not.toHaveBeenCalled();
  });

  it('makes what waits with the new key with that consent, each report once', async () => {
    const { background, client, otherClient, store } = await startWaiting(accountOf(2));
    client.create.mockClear();
    await expect(background.connect({ ...otherKey, keepsOpenWork: true })).resolves.toEqual(passed);
    await vi.waitFor(() => expect(otherClient.create).toHaveBeenCalled(), { interval: 1 });
    await vi.waitFor(() => expect(store.submissions('id-1').stored).toEqual([]), { interval: 1 });
    expect(otherClient.create).toHaveBeenCalledExactlyOnceWith(draft, expect.anything());
    expect(client.create).not.toHaveBeenCalled();
  });

  it('keeps the password of what waits', async () => {
    const { background, otherClient } = await startWaiting(accountOf(2));
    const withPassword = {
      ...draft,
      url: 'https://host.example/2',
      privacy: 2,
      password: 'p',
    } as const;
    await background.create('new-2', withPassword);
    await background.connect({ ...otherKey, keepsOpenWork: true });
    await vi.waitFor(() => expect(otherClient.create).toHaveBeenCalledTimes(2), { interval: 1 });
    expect(otherClient.create).toHaveBeenCalledWith(withPassword, expect.anything());
  });

  it('sends deletions with the former key first, and names what failed', async () => {
    const { background, client, otherClient, store } = await startWaiting(accountOf(2));
    await background.remove(report);
    client.remove.mockImplementation(async () => {
      expect(store.connection.stored?.id).toBe('id-0');
      return { failure: keyRefused };
    });
    await expect(background.connect({ ...otherKey, keepsOpenWork: true })).resolves.toEqual({
      ...passed,
      notDeleted: [{ report, failure: keyRefused }],
    });
    expect(otherClient.remove).not.toHaveBeenCalled();
    expect(store.deletions('id-1').stored).toBeUndefined();
  });

  it('leaves to a person what the former account may have made already', async () => {
    const { background, client, otherClient, store } = await startOfAccount(accountOf(2));
    const answers = holdAnswers<Outcome<never>>();
    client.create.mockImplementation(answers.call);
    void background.create('new-1', draft);
    await answers.asked(1);
    const made = sampleReport('9', { url: draft.url });
    otherClient.list.mockResolvedValue({ value: { reports: [made], unreadable: 0, total: 1 } });
    const failure = { code: 'openWork', deletions: 0, reports: 1, sent: 1, canBeKept: true };
    await expect(background.connect(otherKey)).resolves.toMatchObject({ failure });
    await background.connect({ ...otherKey, keepsOpenWork: true });
    await quiescence();
    expect(store.submissions('id-1').stored).toMatchObject([
      { id: 'new-1', state: 'needs-attention', reason: 'unconfirmed' },
    ]);
    expect(otherClient.create).not.toHaveBeenCalled();
  });
});

describe('work that cannot be read', () => {
  it('counts where its connection would be taken down', async () => {
    const { background, submissions } = await startOfAccount(accountOf(2));
    submissions.readAll = async () => ({
      values: [sampleSubmission('new-1')],
      unreadable: [{ key: 'connection/id-0/submission/new-2', raw: { state: 'flying' } }],
    });
    const open = { code: 'openWork', unreadable: 1 };
    await expect(background.disconnect()).resolves.toMatchObject({ failure: open });
    await expect(background.connect(otherKey)).resolves.toMatchObject({ failure: open });
    const elsewhere = { ...otherKey, baseUrl: 'https://other.example' };
    await expect(background.connect(elsewhere)).resolves.toMatchObject({ failure: open });
  });
});
