import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import type { Handover } from '@/lib/surface/handover';
import { createQuickReports, type QuickRequest } from '@/lib/surface/quick-reports';
import type { NewTask } from '@/lib/task/task';
import { createMemoryItem } from '../../support/memory-item';

const address = 'https://host.example/page';
const asked: QuickRequest = { address, privacy: 1, privateWindow: false };
const risky = 'https://host.example/reset?token=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';

/** A worker in a browser that is connected, in which nothing was asked for yet. */
function startWorker() {
  const connection = createMemoryItem<unknown>({ id: 'a' });
  const preferences = createMemoryItem<Preferences>();
  let ids = 0;
  const add = vi.fn(
    async (_added: readonly NewTask[], _privateWindow: boolean) =>
      ({ value: null }) as Outcome<null>,
  );
  const handOver = vi.fn(async (_: Handover) => {});
  const openOptions = vi.fn(async () => {});
  const newId = () => `new-${++ids}`;
  const tools = { connection, preferences, add, handOver, openOptions, newId };
  /** The privacy that was asked for last. */
  const lastPrivacy = () => {
    const [task] = add.mock.lastCall?.[0] ?? [];
    return task?.kind === 'create' ? task.draft.privacy : null;
  };
  return { ...tools, report: createQuickReports(tools), lastPrivacy };
}

describe('a report that is asked for without the form', () => {
  it.each([true, false])('is stored as such, private: %s', async (privateWindow) => {
    const { report, add, handOver } = startWorker();
    await report({ ...asked, privateWindow });
    const draft = { url: address, privacy: 1 };
    const task = { id: 'new-1', kind: 'create', draft, isQuick: true };
    expect(add).toHaveBeenCalledExactlyOnceWith([task], privateWindow);
    expect(handOver).not.toHaveBeenCalled();
  });

  it('takes the default privacy where none is asked for', async () => {
    const { report, preferences, handOver, lastPrivacy } = startWorker();
    await report({ ...asked, privacy: null });
    expect(lastPrivacy()).toBe(1);
    await preferences.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 0 });
    await report({ ...asked, privacy: null });
    expect(lastPrivacy()).toBe(0);
    await preferences.write({ ...INITIAL_PREFERENCES, defaultPrivacy: 2 });
    await report({ ...asked, privacy: null });
    // The form takes the default by itself, also another one that is chosen while it is open.
    const handover = { kind: 'draft', url: address, privacy: null, isPrivate: false };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
  });

  it.each([true, false])('opens the form where it takes a word, private: %s', async (isPrivate) => {
    const { report, add, handOver } = startWorker();
    await report({ address: risky, privacy: 0, privateWindow: isPrivate });
    const handover = { kind: 'draft', url: risky, privacy: 0, isPrivate };
    expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
    expect(add).not.toHaveBeenCalled();
  });

  it.each(['notStored', 'storeUnreadable', 'notConnected'] as const)(
    'opens the form where it could not be stored: %s',
    async (code) => {
      const { report, add, handOver } = startWorker();
      add.mockResolvedValue({ failure: { code } });
      await report(asked);
      const handover = { kind: 'draft', url: address, privacy: 1, isPrivate: false };
      expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
    },
  );

  it.each([
    ['there is no connection', async () => undefined],
    ['nobody knows whether there is one', () => Promise.reject(new Error('Unreadable'))],
  ])('opens the options where %s', async (_, read) => {
    const { report, connection, add, handOver, openOptions } = startWorker();
    connection.read = read;
    await report({ ...asked, privacy: 2 });
    expect(openOptions).toHaveBeenCalledOnce();
    expect(add).not.toHaveBeenCalled();
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
    ['nobody answers', ({ add }) => add.mockRejectedValue(new Error('Stopped'))],
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
