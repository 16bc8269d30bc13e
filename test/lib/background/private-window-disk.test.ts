import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { BackgroundApi } from '@/lib/background/background-api';
import { UNDO_MS } from '@/lib/deletion/deletion';
import type { Outcome } from '@/lib/outcome';
import type { Report, ReportDetails } from '@/lib/report/report';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { connectionStore } from '@/lib/storage/connection-store';
import { createClock } from '../../support/clock';
import { emptyBrowser } from '../../support/empty-browser';
import { listOf } from '../../support/fake-client';
import { holdAnswers } from '../../support/held-answers';
import { quiescence } from '../../support/quiescence';
import { sampleDetails, sampleReport } from '../../support/sample-report';
import { BASE_URL, NOW, startBackgroundOn } from '../../support/test-background';

const { local, session } = fakeBrowser.storage;
const url = 'https://secret.example/page';
const words = { url, project: 'secret-project', result: null };
const secret = sampleReport('7731', words);
const details = sampleDetails('7731', words);
const others = [sampleReport('7730'), sampleReport('7729')];

/** A worker that starts on what the browser has stored. */
function start(clock = createClock(NOW)) {
  const started = startBackgroundOn(connectionStore, clock);
  started.client.list.mockResolvedValue({ value: listOf(...others) });
  started.client.create.mockResolvedValue({ value: details });
  started.client.get.mockResolvedValue({ value: details });
  started.client.update.mockResolvedValue({ value: details });
  return started;
}

/** All that outlasts the browser, as text. */
async function disk(): Promise<string> {
  return JSON.stringify(await local.get());
}

async function untilInMemory(text: string): Promise<void> {
  await vi.waitFor(async () => expect(JSON.stringify(await session.get())).toContain(text));
}

async function closeBrowser(): Promise<void> {
  await session.clear();
}

/** A worker that has made a report for a private window, and knows that by now. */
async function createPrivately() {
  const started = start();
  await started.background.create('new-1', { url, privacy: 1 }, true);
  await vi.waitFor(async () =>
    expect(JSON.stringify(await session.get())).not.toContain('/submission/'),
  );
  started.client.list.mockResolvedValue({ value: listOf(secret, ...others) });
  return started;
}

beforeEach(async () => {
  emptyBrowser();
  await connectionStore.save({ id: 'a', baseUrl: BASE_URL }, 'kept-key');
});

describe('the disk holds nothing of a report that a private window asks for', () => {
  it('while it waits, is sent, and after it was refused', async () => {
    const { background, client } = start();
    const creations = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creations.call);
    const creating = background.create('new-1', { url, privacy: 1 }, true);
    await creations.asked(1);
    await untilInMemory('"sending"');
    expect(await disk()).not.toMatch(/secret|new-1/);
    const message = 'secret.example is unwanted';
    creations.answer(0, { failure: { code: 'invalid', message, fields: [] } });
    await creating;
    await untilInMemory(message);
    expect(await disk()).not.toMatch(/secret|new-1/);
  });

  it.each<[string, 'remove' | 'get', (background: BackgroundApi) => Promise<unknown>]>([
    ['deletion', 'remove', ({ remove }) => remove(secret, true)],
    ['wait for new results', 'get', ({ update }) => update(secret, { results: 1 }, true)],
  ])('when its %s is told to wait', async (_, call, ask) => {
    const { background, client, clock, resume } = start();
    const message = 'Too many requests for https://secret.example/page.';
    client[call].mockResolvedValue({
      failure: { code: 'tooManyRequests', retryAt: null, message },
    });
    await ask(background);
    await quiescence();
    clock.pass(UNDO_MS);
    await resume();
    await quiescence();
    expect(await disk()).toContain('tooManyRequests');
    expect(await disk()).not.toMatch(/secret|7731/);
  });

  it('while a list shows it before the service has answered', async () => {
    const { background, client } = start();
    const creations = holdAnswers<Outcome<ReportDetails>>();
    client.create.mockImplementation(creations.call);
    const creating = background.create('new-1', { url, privacy: 1 }, true);
    await creations.asked(1);
    client.list.mockResolvedValue({ value: listOf(secret, ...others) });
    await background.list(RECENT_REPORTS_QUERY);
    expect(await disk()).toContain('"7730"');
    expect(await disk()).not.toMatch(/secret|7731/);
    creations.answer(0, { value: details });
    await creating;
  });

  it('once it is made, but a hash of its id', async () => {
    await createPrivately();
    await quiescence();
    expect(await disk()).not.toMatch(/secret|7731|new-1/);
    const stored = await connectionStore.privateHashes('a').read();
    expect(stored?.hashes).toHaveLength(1);
  });

  it.each<[string, () => Promise<void>]>([
    ['of the same worker', async () => {}],
    ['of the next worker', async () => {}],
    ['after the browser was closed', closeBrowser],
  ])('when an ordinary window reads the list %s', async (when, happens) => {
    const { background, client } = await createPrivately();
    await happens();
    const reader = when.includes('same') ? { background, client } : start();
    reader.client.list.mockResolvedValue({ value: listOf(secret, ...others) });
    await reader.background.list(RECENT_REPORTS_QUERY);
    expect(await disk()).toContain('"7730"');
    expect(await disk()).not.toMatch(/secret|7731/);
  });

  it('when the same connection is made again after the browser was closed', async () => {
    await createPrivately();
    await closeBrowser();
    const { background, client } = start();
    client.list.mockResolvedValue({ value: listOf(secret, ...others) });
    const request = { baseUrl: BASE_URL, apiKey: '', allowsUnencrypted: false };
    await expect(background.connect(request)).resolves.toMatchObject({ state: 'passed' });
    expect(await disk()).not.toMatch(/secret|7731/);
  });

  it('where the service made it unseen, and lists it later', async () => {
    const { background, client } = start();
    client.create.mockResolvedValue({ value: null });
    const made = { ...secret, generatedAt: NOW };
    client.create.mockImplementationOnce(async () => {
      client.list.mockResolvedValue({ value: listOf(made, ...others) });
      return { value: null };
    });
    await background.create('new-1', { url, privacy: 1 }, true);
    await background.list(RECENT_REPORTS_QUERY);
    await closeBrowser();
    const next = start();
    next.client.list.mockResolvedValue({ value: listOf(made, ...others) });
    await next.background.list(RECENT_REPORTS_QUERY);
    expect(await disk()).not.toMatch(/secret|7731/);
  });
});

describe('the disk stays as it is when a private window', () => {
  it.each<[string, (background: BackgroundApi) => Promise<Outcome<unknown>>]>([
    ['reads the list', ({ list }) => list(RECENT_REPORTS_QUERY, true)],
    ['searches', ({ list }) => list({ ...RECENT_REPORTS_QUERY, search: 'secret' }, true)],
    ['opens a report', ({ get }) => get(secret, true)],
    ['changes a report', ({ update }) => update(secret, { privacy: 0 }, true)],
    ['asks for new results', ({ update }) => update(secret, { results: 1 }, true)],
    ['deletes a report', ({ remove }) => remove(secret, true)],
  ])('%s', async (_, act) => {
    const { background, client } = start();
    await background.list(RECENT_REPORTS_QUERY);
    await quiescence();
    const before = await disk();
    client.list.mockResolvedValue({ value: listOf(secret, ...others) });
    expect(await act(background)).toHaveProperty('value');
    await quiescence();
    expect(await disk()).toBe(before);
  });
});

describe('what a private window has asked for', () => {
  it('goes on after the worker was stopped', async () => {
    const clock = createClock(NOW);
    const { background, client, isOnline } = start(clock);
    isOnline.mockReturnValue(false);
    await background.create('new-1', { url, privacy: 1 }, true);
    await background.remove(others[0] as Report, true);
    await quiescence();
    clock.pass(60_000);
    const second = start(clock);
    await second.resume();
    // The pause has ended with the creation.
    await second.resume();
    expect(second.client.create).toHaveBeenCalledOnce();
    expect(second.client.remove).toHaveBeenCalledOnce();
    expect(client.create).not.toHaveBeenCalled();
  });

  it('is not sent once the browser has been closed', async () => {
    const clock = createClock(NOW);
    const { background, isOnline } = start(clock);
    isOnline.mockReturnValue(false);
    await background.create('new-1', { url, privacy: 1 }, true);
    await background.remove(others[0] as Report, true);
    await quiescence();
    await closeBrowser();
    clock.pass(60_000);
    const second = start(clock);
    await second.resume();
    expect(second.client.create).not.toHaveBeenCalled();
    expect(second.client.remove).not.toHaveBeenCalled();
  });

  it('is counted by Disconnect, which removes all of it', async () => {
    const { background, isOnline } = await createPrivately();
    isOnline.mockReturnValue(false);
    await background.create('new-2', { url: `${url}/2`, privacy: 1 }, true);
    await background.create('new-3', { url: `${url}/3`, privacy: 1 });
    await background.remove(others[0] as Report, true);
    await expect(background.disconnect()).resolves.toMatchObject({
      failure: { code: 'openWork', reports: 2, deletions: 1 },
    });
    await background.disconnect(true);
    expect([await local.get(), await session.get()]).toEqual([{}, {}]);
  });

  it('is no part of what ordinary windows are shown of the queue', async () => {
    const { background, isOnline } = start();
    isOnline.mockReturnValue(false);
    await background.create('new-1', { url, privacy: 1 }, true);
    await background.create('new-2', { url: 'https://host.example/', privacy: 1 });
    const { view, privateView } = connectionStore.submissions('a');
    await expect(view.read()).resolves.toMatchObject({ count: 1, shown: [{ id: 'new-2' }] });
    await expect(privateView.read()).resolves.toMatchObject({
      count: 2,
      shown: [{ id: 'new-1' }, { id: 'new-2' }],
    });
  });
});

describe('an ordinary report', () => {
  it('of the page of a private one is told from it, with nothing stored of that', async () => {
    const { background, client } = await createPrivately();
    client.create.mockResolvedValue({ failure: { code: 'unreachable' } });
    await background.create('new-2', { url, privacy: 1 });
    await expect(connectionStore.submissions('a').readAll()).resolves.toMatchObject({
      values: [{ id: 'new-2', state: 'checking', newestKnownId: '7730', knownIds: [] }],
    });
  });
});
