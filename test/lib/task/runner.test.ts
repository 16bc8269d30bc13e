import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { createAnswers } from '@/lib/task/answers';
import type { Batch } from '@/lib/task/batch/batch';
import { createKnownReports } from '@/lib/task/prior-reports';
import { createRunner } from '@/lib/task/runner';
import { createTaskStore } from '@/lib/task/store/task-store';
import { createTasks } from '@/lib/task/tasks';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { deletion } from '../../support/sample-task';

beforeEach(emptyBrowser);

it('a deletion that is undone in the moment in which it goes out is either too late or never sent', async () => {
  const { signal } = new AbortController();
  const now = Date.now;
  const store = createTaskStore({
    connectionId: 'c',
    outcomes: { load: async () => {}, note() {}, singles: () => [], hasCreated: () => false },
    ...{ shownGate: async () => null, show: async () => {}, showSoon() {}, signal, now },
  });
  const { gate } = store;
  const none = async () => {};
  const known = createKnownReports(now);
  const ends = { onCreated: none, onChanged: none, onDeleted: none, onStuck() {} };
  const answers = createAnswers({ ...ends, store, gate, known });
  const request = vi.fn(() => new Promise<never>(() => {}));
  const runner = createRunner({
    ...{ store, gate, answers, signal, now },
    creations: { holdBatches: () => false } as never,
    writes: { request },
    missingPermission: async () => null,
    isOnline: () => true,
    keepAwake: (work) => work,
    onRun() {},
  });
  const tasks = createTasks(
    store,
    gate,
    runner,
    () => {},
    async () => [] as Report[],
    now,
  );
  await store.load();
  const batch = { id: 'b', keeping: 'disk', kind: 'change', change: { privacy: 0 } } as const;
  const facts = {
    askedAt: '2026-11-02T12:00:00.000Z',
    size: 1,
    pausedBy: null,
    ended: null,
    isSeen: false,
  };
  const held: Batch = { ...batch, ...facts, isPaused: true };
  await store.saveBatch(held, [referTo(sampleReport('1'))], []);
  await store.save([{ ...deletion('d'), askedAt: store.latestAskedAt() + 1 }]);
  const { set } = fakeBrowser.storage.local;
  let undone: Promise<boolean> | undefined;
  vi.spyOn(fakeBrowser.storage.local, 'set').mockImplementation(async (items) => {
    undone ??= tasks.cancel('d');
    await undone;
    await set.call(fakeBrowser.storage.local, items);
  });
  runner.run();
  await vi.waitFor(() => expect(undone).toBeDefined());
  const wasUndone = await undone;
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.restoreAllMocks();
  expect(request).toHaveBeenCalledTimes(wasUndone ? 0 : 1);
});
