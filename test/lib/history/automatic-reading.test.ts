import { beforeEach, describe, expect, it, vi } from 'vitest';
import { automaticReadingItem, createAutomaticReading } from '@/lib/history/automatic-reading';
import { emptyBrowser } from '../../support/empty-browser';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The state of the browser, in which all conditions of a reading are met. */
function createWorld() {
  return {
    time: Date.parse('2026-11-30T08:00:00Z'),
    keepsUpToDate: true,
    isServiceFree: true,
    isOnline: true,
    hasOnlyPrivateWindows: false,
    /** Whether `read` resolves with true. */
    isServiceUp: true,
    /** The times of readings. */
    readings: [] as number[],
  };
}

type World = ReturnType<typeof createWorld>;

async function startWorker(world: World) {
  const controller = new AbortController();
  const reading = createAutomaticReading({
    preferences: { read: async () => ({ keepsUpToDate: world.keepsUpToDate }) },
    dueAt: automaticReadingItem('a'),
    isServiceFree: () => world.isServiceFree,
    isOnline: () => world.isOnline,
    hasOnlyPrivateWindows: async () => world.hasOnlyPrivateWindows,
    async read() {
      world.readings.push(world.time);
      return world.isServiceUp;
    },
    signal: controller.signal,
    now: () => world.time,
  });
  await reading.load();
  return {
    ...reading,
    close: () => controller.abort(),
    /** Returns the number of readings that begin at a time. */
    async readingsAt(time: number): Promise<number> {
      const { length } = world.readings;
      world.time = time;
      await reading.beginIfDue();
      return world.readings.length - length;
    },
  };
}

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

describe('an automatic reading', () => {
  it('begins at the start of the browser, and every four hours', async () => {
    const world = createWorld();
    const start = world.time;
    const worker = await startWorker(world);
    expect(await worker.readingsAt(start)).toBe(1);
    expect(worker.wakeTime()).toBe(start + 4 * HOUR);
    expect(await worker.readingsAt(start + 4 * HOUR - 1)).toBe(0);
    expect(await worker.readingsAt(start + 4 * HOUR)).toBe(1);
    expect(worker.wakeTime()).toBe(start + 8 * HOUR);
  });

  it('does not begin again when the browser starts another worker', async () => {
    const world = createWorld();
    const start = world.time;
    await (await startWorker(world)).beginIfDue();
    const later = await startWorker(world);
    expect(await later.readingsAt(start + HOUR)).toBe(0);
    expect(later.wakeTime()).toBe(start + 4 * HOUR);
    emptyBrowser();
    expect(await (await startWorker(world)).readingsAt(start + HOUR)).toBe(1);
  });

  it.each<[string, Partial<World>]>([
    ['the preference is off', { keepsUpToDate: false }],
    ['operations wait or the service is in a backoff', { isServiceFree: false }],
  ])('waits without a wake-up while %s', async (_, obstacle) => {
    const world = Object.assign(createWorld(), obstacle);
    const worker = await startWorker(world);
    expect(worker.beginIfDue()).toBeNull();
    expect(worker.wakeTime()).toBeNull();
    Object.assign(world, { keepsUpToDate: true, isServiceFree: true });
    await worker.load();
    expect(await worker.readingsAt(world.time + MINUTE)).toBe(1);
  });

  it('begins after the backoff of its own failure', async () => {
    const world = createWorld();
    const start = world.time;
    world.isServiceUp = false;
    const worker = await startWorker(world);
    expect(await worker.readingsAt(start)).toBe(1);
    world.isServiceUp = true;
    expect(await worker.readingsAt(start + MINUTE)).toBe(1);
    expect(await worker.readingsAt(start + 2 * MINUTE)).toBe(0);
    expect(worker.wakeTime()).toBe(start + MINUTE + 4 * HOUR);
  });

  it('tries again half an hour later while the browser is offline', async () => {
    const world = createWorld();
    world.isOnline = false;
    const worker = await startWorker(world);
    expect(worker.beginIfDue()).toBeNull();
    expect(worker.wakeTime()).toBe(world.time + HOUR / 2);
  });

  it('tries again half an hour later while all windows are private', async () => {
    const world = createWorld();
    const start = world.time;
    world.hasOnlyPrivateWindows = true;
    const worker = await startWorker(world);
    expect(await worker.readingsAt(start)).toBe(0);
    expect(worker.wakeTime()).toBe(start + HOUR / 2);
    world.hasOnlyPrivateWindows = false;
    expect(await worker.readingsAt(start + HOUR / 2 - 1)).toBe(0);
    expect(await worker.readingsAt(start + HOUR / 2)).toBe(1);
  });

  it('begins at once if the clock was set back', async () => {
    const world = createWorld();
    const start = world.time;
    const worker = await startWorker(world);
    await worker.beginIfDue();
    expect(await worker.readingsAt(start - MINUTE)).toBe(1);
    expect(worker.wakeTime()).toBe(start - MINUTE + 4 * HOUR);
  });

  it('does not begin a second time during its first request', async () => {
    const world = createWorld();
    const worker = await startWorker(world);
    const first = worker.beginIfDue();
    expect(worker.wakeTime()).toBeNull();
    expect(worker.beginIfDue()).toBeNull();
    await first;
    expect(world.readings).toHaveLength(1);
  });

  it('never begins after another connection is in use', async () => {
    const world = createWorld();
    const worker = await startWorker(world);
    worker.close();
    expect(worker.beginIfDue()).toBeNull();
  });
});
