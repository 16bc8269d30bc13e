import { describe, expect, it, vi } from 'vitest';
import type { Handover } from '@/lib/handover/handover';
import type { Outcome } from '@/lib/outcome';
import type { RecentWishes } from '@/lib/quick-report/recent-wish';
import { createQuickReports, type QuickRequest } from '@/lib/quick-report/worker/quick-reports';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { ReportDraft } from '@/lib/submission/report-draft';
import { createClock } from '../../../support/clock';
import { createMemoryItem } from '../../../support/memory-item';

const address = 'https://host.example/page';
const asked: QuickRequest = { address, privacy: 1, isPrivateWindow: false };
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

/** A worker in a browser that is connected, in which nothing was asked for yet. */
function startWorker() {
  const connection = createMemoryItem<unknown>({ id: 'a' });
  const preferences = createMemoryItem<Preferences>();
  const wishes = createMemoryItem<RecentWishes>();
  const clock = createClock('2026-11-02T12:00:00.000Z');
  let ids = 0;
  const create = vi.fn(
    async (_id: string, _draft: ReportDraft, _isPrivate: boolean) =>
      ({ value: null }) as Outcome<unknown>,
  );
  const handOver = vi.fn(async (_: Handover) => {});
  const openOptions = vi.fn(async () => {});
  const newId = () => `new-${++ids}`;
  const tools = { connection, preferences, wishes, create, handOver, openOptions, newId };
  const start = () => createQuickReports({ ...tools, now: clock.now });
  const createdIds = () => create.mock.calls.map(([id]) => id);
  return { ...tools, clock, report: start(), restart: start, createdIds };
}

describe('a report that is asked for without the form', () => {
  it.each([true, false])('goes to the queue as such, private: %s', async (isPrivateWindow) => {
    const { report, create, handOver } = startWorker();
    await report({ ...asked, isPrivateWindow });
    const draft = { url: address, privacy: 1 };
    expect(create).toHaveBeenCalledExactlyOnceWith('new-1', draft, isPrivateWindow);
    expect(handOver).not.toHaveBeenCalled();
  });

  it('takes the default privacy where none is asked for', async () => {
    const { report, preferences, create, handOver } = startWorker();
    await report({ ...asked, privacy: null });
    expect(create.mock.lastCall?.[1].privacy).toBe(1);
    await preferences.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 0 });
    await report({ ...asked, privacy: null });
    expect(create.mock.lastCall?.[1].privacy).toBe(0);
    await preferences.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 2 });
    await report({ ...asked, privacy: null });
    // The form takes the default by itself, also another one that is chosen while it is open.
    const handover = { kind: 'draft', url: address, privacy: null, isPrivate: false };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
  });

  it.each([true, false])('opens the form where it takes a word, private: %s', async (isPrivate) => {
    const { report, create, handOver } = startWorker();
    await report({ address: risky, privacy: 0, isPrivateWindow: isPrivate });
    const handover = { kind: 'draft', url: risky, privacy: 0, isPrivate };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
    expect(create).not.toHaveBeenCalled();
  });

  it.each(['notStored', 'storeUnreadable', 'notConnected'] as const)(
    'opens the form where it could not be stored: %s',
    async (code) => {
      const { report, create, handOver } = startWorker();
      create.mockResolvedValue({ failure: { code } });
      await report(asked);
      const handover = { kind: 'draft', url: address, privacy: 1, isPrivate: false };
      expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
    },
  );

  it('leaves to the queue what the service refused', async () => {
    const { report, create, handOver } = startWorker();
    create.mockResolvedValue({ failure: { code: 'offline' } });
    await report(asked);
    expect(handOver).not.toHaveBeenCalled();
  });

  it.each([
    ['there is no connection', async () => undefined],
    ['nobody knows whether there is one', () => Promise.reject(new Error('Unreadable'))],
  ])('opens the options where %s', async (_, read) => {
    const { report, connection, create, handOver, openOptions } = startWorker();
    connection.read = read;
    await report({ ...asked, privacy: 2 });
    expect(openOptions).toHaveBeenCalledOnce();
    expect(create).not.toHaveBeenCalled();
    expect(handOver).not.toHaveBeenCalled();
  });

  it.each<[string, (worker: ReturnType<typeof startWorker>) => void]>([
    [
      'the default privacy cannot be read',
      ({ preferences }) => {
        preferences.read = () => Promise.reject(new Error('Unreadable'));
      },
    ],
    ['the form cannot be opened', ({ handOver }) => handOver.mockRejectedValue(new Error('Full'))],
    ['no queue answers', ({ create }) => create.mockRejectedValue(new Error('Stopped'))],
  ])('opens the options where %s, so that no press does nothing', async (what, prepare) => {
    const worker = startWorker();
    prepare(worker);
    const isForm = what === 'the form cannot be opened';
    await worker.report({ ...asked, privacy: isForm ? 2 : null });
    expect(worker.openOptions).toHaveBeenCalledOnce();
  });

  it('does not reject where not even the options open', async () => {
    const { report, connection, openOptions } = startWorker();
    connection.read = async () => undefined;
    openOptions.mockRejectedValue(new Error('No window'));
    await expect(report(asked)).resolves.toBeUndefined();
  });
});

describe('the same press again', () => {
  it('goes on with what the first has asked for, in another worker too', async () => {
    const { report, restart, clock, createdIds } = startWorker();
    await Promise.all([report(asked), report(asked)]);
    clock.pass(5_000);
    await restart()(asked);
    expect(createdIds()).toEqual(['new-1', 'new-1', 'new-1']);
  });

  it('does so as long as the first is under way', async () => {
    const { report, create, clock, createdIds } = startWorker();
    create.mockReturnValueOnce(new Promise(() => {}));
    void report(asked);
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    clock.pass(60_000);
    await report(asked);
    expect(createdIds()).toEqual(['new-1', 'new-1']);
  });

  it('is another wish after a while', async () => {
    const { report, clock, createdIds, wishes } = startWorker();
    await report(asked);
    clock.pass(10_000);
    await report(asked);
    expect(new Set(createdIds()).size).toBe(2);
    expect(wishes.stored).toHaveLength(1);
  });

  it.each([
    ['of another page', { address: `${address}/2` }],
    ['with another privacy', { privacy: 0 }],
    ['in a window of the other kind', { isPrivateWindow: true }],
  ] as const)('is another wish %s', async (_, change) => {
    const { report, createdIds } = startWorker();
    await report(asked);
    await report({ ...asked, ...change });
    expect(new Set(createdIds()).size).toBe(2);
  });

  it('is one wish with the first where both come before the store has failed', async () => {
    const { report, wishes, createdIds } = startWorker();
    wishes.update = () => Promise.reject(new Error('Full'));
    await Promise.all([report(asked), report(asked)]);
    expect(new Set(createdIds()).size).toBe(1);
  });

  it('is sent all the same where its like cannot be looked up', async () => {
    const { report, wishes, create } = startWorker();
    wishes.update = () => Promise.reject(new Error('Full'));
    await report(asked);
    expect(create).toHaveBeenCalledOnce();
  });
});
