import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createHistory } from '@/lib/history/history';
import { createReader } from '@/lib/history/reader';
import { createClock } from '@/lib/jobs/clock';
import type { ReadingProgress } from '@/lib/reading-progress';
import type { Report } from '@/lib/report/report';
import type { Result } from '@/lib/result';
import { removeDatabases, useDatabases } from '../../support/databases';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A service with nine reports, three on each page. Also has the clock, and the requests of all workers. */
function createWorld() {
  return {
    reports: Array.from({ length: 9 }, (_, at) => sampleReport(`${19 - at}`)),
    /** Returned in place of the next page. */
    failure: null as Failure | null,
    unreadable: 0,
    hasTotal: true,
    time: Date.parse('2026-11-26T10:00:00Z'),
    requests: [] as number[],
    requestTimes: [] as number[],
    ends: [] as number[],
    isServiceFree: true,
    isDeleting: false,
    hasOnlyPrivateWindows: false,
  };
}

type World = ReturnType<typeof createWorld>;

type Worker = ReturnType<typeof startWorker>;

/** Starts a worker with the history of earlier workers. */
function startWorker(world: World) {
  const controller = new AbortController();
  const { signal } = controller;
  const now = () => world.time;
  const clock = createClock(now);
  const progresses: ReadingProgress[] = [];
  let atWork = 0;
  const history = createHistory({
    connectionId: 'a',
    signal,
    now,
    onChange() {},
    onStatus() {},
    passTime: clock.pass,
  });
  async function readPage(page: number): Promise<Result<ReturnType<typeof pageOf>>> {
    world.requests.push(page);
    world.requestTimes.push(world.time);
    const { failure } = world;
    world.failure = null;
    return failure === null ? { value: pageOf(page, clock.next()) } : { failure };
  }
  function pageOf(page: number, requestedAt: number) {
    const reports: Report[] = world.reports.slice((page - 1) * 3, page * 3);
    const isLast = page * 3 >= world.reports.length;
    const total = world.hasTotal ? world.reports.length + world.unreadable : null;
    const unreadable = isLast ? world.unreadable : 0;
    return { reports, unreadable, total, next: isLast ? null : page + 1, page, requestedAt };
  }
  const reader = createReader({
    history,
    readPage,
    isServiceFree: () => world.isServiceFree,
    isDeleting: () => world.isDeleting,
    hasOnlyPrivateWindows: async () => world.hasOnlyPrivateWindows,
    onProgress: async (progress) => void progresses.push(progress),
    onEnd: () => void world.ends.push(world.time),
    onWakeTimeChange() {},
    async keepAwake(work) {
      atWork += 1;
      return work.finally(() => {
        atWork -= 1;
      });
    },
    signal,
    now,
  });
  async function settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (atWork > 0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  /** Runs the reader until it plans no wake-up, or until the total number of requests is `requests`. */
  async function run(requests = 100): Promise<void> {
    await settle();
    for (let at = reader.wakeTime(); at !== null; at = reader.wakeTime()) {
      if (world.requests.length >= requests) return;
      world.time = Math.max(world.time, at);
      reader.continueIfFree();
      await settle();
    }
  }
  return {
    ...reader,
    history,
    progress: () => progresses.at(-1),
    progresses,
    run,
    settle,
    noteFirst: () => reader.noteFirstPage(pageOf(1, clock.next())),
    async remove(id: string): Promise<void> {
      world.reports = world.reports.filter((report) => report.id !== id);
      const endedAt = clock.next();
      reader.noteDeletion(id, endedAt);
      await history.removeDeleted({ id }, endedAt, false);
    },
    listedIds: async () => (await history.list(null)).reports.map(({ id }) => id),
    end: () => controller.abort(),
  };
}

const idsOf = ({ reports }: World) => reports.map(({ id }) => id);

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
  useDatabases();
});

describe('a reading of all reports', () => {
  it('begins only after request(), and waits five seconds between two requests', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.resume();
    await worker.run();
    expect(world.requests).toEqual([]);
    const reply = await worker.request(false);
    expect(reply).toMatchObject({ value: { status: 'reading', read: 3, total: 9 } });
    await worker.run();
    expect(world.requests).toEqual([1, 2, 3]);
    const [first = 0] = world.requestTimes;
    expect(world.requestTimes.map((time) => time - first)).toEqual([0, 5_000, 10_000]);
    expect(worker.progresses.map(({ status, read }) => [status, read])).toEqual([
      ['reading', 3],
      ['reading', 6],
      ['none', 0],
    ]);
    expect(await worker.history.list(null)).toMatchObject({ count: 9, reading: { unreadable: 0 } });
  });

  it('begins with the first page that an extension page has just read', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    worker.noteFirst();
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([2, 3]);
  });

  it('reads the first page again if the known first page is old, or precedes a deletion', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    worker.noteFirst();
    world.time += MINUTE;
    await worker.request(false);
    await worker.run();
    worker.noteFirst();
    await worker.remove('19');
    await worker.request(true);
    expect(world.requests).toEqual([1, 2, 3, 1]);
  });

  it('reads only the first page within a day if no report has changed, except after a press', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    world.requests = [];
    world.time += 23 * HOUR;
    expect(await worker.request(false)).toMatchObject({ value: { status: 'none' } });
    expect(world.requests).toEqual([1]);
    await worker.request(true);
    await worker.run();
    expect(world.requests).toEqual([1, 1, 2, 3]);
    world.time += 25 * HOUR;
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 1, 2, 3, 1, 2, 3]);
  });

  it('reads only the first page if the first page contains all new reports', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    world.reports = [sampleReport('21'), sampleReport('20'), ...world.reports];
    expect(await worker.request(false)).toMatchObject({ value: { status: 'none' } });
  });

  it.each<[string, (reports: Report[]) => Report[]]>([
    ['a report was deleted elsewhere', (reports) => reports.slice(0, -1)],
    [
      'no report of the first page is known',
      (reports) => [...['22', '21', '20'].map((id) => sampleReport(id)), ...reports.slice(3)],
    ],
  ])('reads all pages again if %s', async (_, change) => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    world.reports = change(world.reports);
    expect(await worker.request(false)).toMatchObject({ value: { status: 'reading' } });
    await worker.run();
    expect((await worker.listedIds()).sort()).toEqual(idsOf(world).sort());
  });

  it('reads its last page again in the next worker, and continues', async () => {
    const world = createWorld();
    const first = startWorker(world);
    await first.request(false);
    await first.run(2);
    first.end();
    const second = startWorker(world);
    await second.resume();
    expect(second.progress()).toMatchObject({ status: 'reading', read: 6, total: 9 });
    await second.run();
    expect(world.requests).toEqual([1, 2, 2, 3]);
    expect((await second.listedIds()).sort()).toEqual(idsOf(world).sort());
    // The third worker has nothing to continue.
    second.end();
    const third = startWorker(world);
    await third.resume();
    expect([third.wakeTime(), third.progresses]).toEqual([null, []]);
  });

  it('does not remove a report that another answer contained during the reading', async () => {
    const world = createWorld();
    const first = startWorker(world);
    await first.request(false);
    await first.run(2);
    await first.history.add([sampleReport('20')], {}, world.time);
    first.end();
    const second = startWorker(world);
    await second.resume();
    await second.run();
    expect(await second.listedIds()).toContain('20');
  });

  it('misses no report if a report is deleted between two pages', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run(2);
    await worker.remove('18');
    await worker.run();
    expect(world.requests).toEqual([1, 2, 2, 3]);
    expect((await worker.listedIds()).sort()).toEqual(idsOf(world).sort());
  });

  it('reads a page again if its answer arrives while a deletion is in flight', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    world.isDeleting = true;
    await worker.run(2);
    world.isDeleting = false;
    await worker.run();
    expect(world.requests).toEqual([1, 2, 1, 2, 3]);
  });

  it('starts again after an interruption of more than an hour', async () => {
    const world = createWorld();
    const first = startWorker(world);
    await first.request(false);
    await first.run(2);
    first.end();
    world.time += HOUR + MINUTE;
    world.reports = world.reports.slice(1);
    const second = startWorker(world);
    await second.resume();
    await second.run();
    expect(world.requests).toEqual([1, 2, 1, 2, 3]);
    expect((await second.listedIds()).sort()).toEqual(idsOf(world).sort());
  });

  it('waits while the service is in use, and meanwhile plans no wake-up', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    world.isServiceFree = false;
    world.time += MINUTE;
    worker.continueIfFree();
    await worker.settle();
    expect([worker.wakeTime(), world.requests]).toEqual([null, [1]]);
    world.isServiceFree = true;
    worker.continueIfFree();
    await worker.settle();
    expect(world.requests).toEqual([1, 2]);
  });

  it('requests the same page again after a backoff', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    world.failure = { code: 'tooManyRequests', retryAt: null, message: null };
    await worker.run(2);
    expect(worker.progress()).toMatchObject({ status: 'reading', failure: null });
    await worker.run();
    expect(world.requests).toEqual([1, 2, 2, 3]);
  });

  it('stops after an unreadable page, until the next request', async () => {
    const failure = { code: 'unexpectedAnswer', problem: 'html' } as const;
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    world.failure = failure;
    await worker.run();
    expect(worker.progress()).toMatchObject({ status: 'failed', failure, read: 3 });
    worker.end();
    const next = startWorker(world);
    await next.resume();
    await next.run();
    expect([next.progress()?.status, world.requests]).toEqual(['failed', [1, 2]]);
    await next.request(false);
    await next.run();
    expect(next.progress()).toMatchObject({ status: 'none' });
  });

  it('replies with the failure of its first page', async () => {
    const world = createWorld();
    world.failure = { code: 'unreachable' };
    const worker = startWorker(world);
    expect(await worker.request(false)).toEqual({ failure: { code: 'unreachable' } });
    expect(worker.wakeTime()).toBeNull();
  });

  it('stops after a press, even in the next worker, until another press', async () => {
    const world = createWorld();
    const first = startWorker(world);
    await first.request(false);
    expect(await first.stop()).toMatchObject({ status: 'stopped', read: 3 });
    await first.run();
    first.end();
    const second = startWorker(world);
    await second.resume();
    expect(await second.request(false)).toMatchObject({ value: { status: 'stopped' } });
    await second.run();
    expect(world.requests).toEqual([1]);
    await second.request(true);
    await second.run();
    expect(world.requests).toEqual([1, 1, 2, 3]);
  });

  it('starts again an hour after a person has stopped it', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.stop();
    world.time += HOUR + MINUTE;
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 1, 2, 3]);
  });

  it('counts unreadable rows, and is complete despite unreadable rows', async () => {
    const world = createWorld();
    world.unreadable = 2;
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    expect(await worker.history.list(null)).toMatchObject({ reading: { unreadable: 2 } });
    expect(await worker.request(false)).toMatchObject({ value: { status: 'none' } });
  });

  it('reads a list without a total to its end, at each request', async () => {
    const world = createWorld();
    world.hasTotal = false;
    const worker = startWorker(world);
    expect(await worker.request(false)).toMatchObject({
      value: { status: 'reading', total: null },
    });
    await worker.run();
    expect(await worker.history.list(null)).toMatchObject({ count: 9 });
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it('sets joinedAt after a page whose last report is in the last complete reading', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    const created = ['23', '22', '21', '20'].map((id) => sampleReport(id));
    world.reports = [...created, ...world.reports];
    await worker.request(false);
    expect(worker.progress()).toMatchObject({ joinedAt: null });
    await worker.run(5);
    expect(worker.progress()).toMatchObject({ joinedAt: '18' });
  });

  it('begins only once after two simultaneous requests', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    worker.noteFirst();
    await Promise.all([worker.request(false), worker.request(false)]);
    await worker.run();
    expect(world.requests.filter((page) => page === 2)).toEqual([2]);
  });

  it('fails if the history cannot store a page, and starts again at the next request', async () => {
    const world = createWorld();
    const worker = startWorker(world);
    await worker.request(false);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await worker.run();
    put.mockRestore();
    expect(worker.progress()).toMatchObject({ status: 'failed', failure: { code: 'notStored' } });
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 2, 1, 2, 3]);
    expect(await worker.history.list(null)).toMatchObject({ count: 9 });
  });

  it('does not begin in a browser without databases', async () => {
    removeDatabases();
    const world = createWorld();
    const worker = startWorker(world);
    worker.noteFirst();
    expect(await worker.request(true)).toMatchObject({ value: { status: 'none' } });
    await worker.run();
    expect(world.requests).toEqual([]);
  });
});

describe('a reading of new results without a press', () => {
  /** Creates a service with ten pages, all of which a reading has read on the day before. */
  async function startDayAfter(fields: Partial<World> = {}): Promise<World> {
    const world = { ...createWorld(), ...fields };
    world.reports = Array.from({ length: 30 }, (_, at) => sampleReport(`${59 - at}`));
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    worker.end();
    world.requests = [];
    world.time += 25 * HOUR;
    return world;
  }

  /** Starts a worker that reads new results. Returns the worker and the requested pages. */
  async function readNewResults(world: World) {
    world.requests = [];
    const worker = startWorker(world);
    await worker.resume();
    await worker.requestNewResults();
    await worker.run();
    return { worker, requests: world.requests };
  }

  it('requests only the first page if the last reading is up to date', async () => {
    const world = await startDayAfter();
    world.time -= 2 * HOUR;
    const { worker, requests } = await readNewResults(world);
    expect(requests).toEqual([1]);
    expect(worker.progress()).toBeUndefined();
  });

  it('repeats an old reading in portions of at most five requests', async () => {
    const world = await startDayAfter();
    const former = await startWorker(world).history.list(null);
    const portions: number[][] = [];
    for (let portion = 0; portion < 4; portion += 1) {
      const { worker, requests } = await readNewResults(world);
      portions.push(requests);
      expect(worker.wakeTime()).toBeNull();
      worker.end();
      world.time += 4 * HOUR;
    }
    expect(portions).toEqual([[1, 2, 3, 4], [1, 4, 5, 6, 7], [1, 7, 8, 9, 10], [1]]);
    const { reading, count } = await startWorker(world).history.list(null);
    expect(count).toBe(30);
    expect(reading?.readAt).not.toBe(former.reading?.readAt);
  });

  it('stores an update of an older report in its portion, and announces the end of each portion', async () => {
    const world = await startDayAfter();
    world.ends = [];
    const updated = { generatedAt: '2026-11-27T09:00:00.000Z', score: 12 };
    world.reports = world.reports.map((report) =>
      report.id === '50' ? { ...report, ...updated } : report,
    );
    const { worker } = await readNewResults(world);
    expect(await worker.history.reports(['50'])).toMatchObject([updated]);
    expect(world.ends).toHaveLength(1);
  });

  it('continues its portions after new reports on the first page, and lists these reports', async () => {
    const world = await startDayAfter();
    (await readNewResults(world)).worker.end();
    world.time += 4 * HOUR;
    world.reports = [sampleReport('60'), ...world.reports];
    const second = await readNewResults(world);
    expect(second.requests).toEqual([1, 4, 5, 6, 7]);
    // The worker stores every first page as an ordinary list.
    await second.worker.history.add([sampleReport('60')], {}, world.time);
    second.worker.end();
    world.time += 4 * HOUR;
    const { worker, requests } = await readNewResults(world);
    expect(requests).toEqual([1, 7, 8, 9, 10]);
    worker.end();
    world.time += 4 * HOUR;
    const last = await readNewResults(world);
    expect(last.requests).toEqual([1, 10, 11]);
    expect(new Set(await last.worker.listedIds())).toEqual(new Set(idsOf(world)));
  });

  it('reads all pages if a report was removed elsewhere while the reading rests', async () => {
    const world = await startDayAfter();
    (await readNewResults(world)).worker.end();
    world.time += 4 * HOUR;
    world.reports = world.reports.filter(({ id }) => id !== '45');
    const { worker, requests } = await readNewResults(world);
    expect(requests).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(await worker.listedIds())).toEqual(new Set(idsOf(world)));
  });

  it('rests without progress, and reads all pages after a request of an extension page', async () => {
    const world = await startDayAfter();
    const { worker } = await readNewResults(world);
    expect(worker.progress()).toMatchObject({ status: 'none' });
    world.requests = [];
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([5, 6, 7, 8, 9, 10]);
    worker.end();
  });

  it.each<[string, (worker: Worker) => Promise<unknown>]>([
    ['the next worker resumes', (worker) => worker.resume()],
    ['the next reading is due', (worker) => worker.requestNewResults()],
  ])('restarts an interrupted portion as a portion when %s', async (_, act) => {
    const world = await startDayAfter();
    const first = startWorker(world);
    await first.requestNewResults();
    await first.run(2);
    first.end();
    world.time += HOUR + MINUTE;
    const second = startWorker(world);
    await act(second);
    await second.run();
    expect(world.requests).toEqual([1, 2, 1, 2, 3, 4]);
    expect(second.progress()).toMatchObject({ status: 'none' });
  });

  it('repeats the failed page of a portion in the next portion', async () => {
    const world = await startDayAfter();
    const first = startWorker(world);
    await first.requestNewResults();
    world.failure = { code: 'unexpectedAnswer', problem: 'html' };
    await first.run();
    expect([world.requests, first.progress()?.status]).toEqual([[1, 2], 'failed']);
    first.end();
    world.time += 4 * HOUR;
    const { worker, requests } = await readNewResults(world);
    expect(requests).toEqual([1, 1, 2, 3, 4]);
    expect(worker.progress()).toMatchObject({ status: 'none' });
  });

  it('sends at most five requests for an unchanged list without a total', async () => {
    const world = await startDayAfter({ hasTotal: false });
    world.time -= 2 * HOUR;
    expect((await readNewResults(world)).requests).toEqual([1]);
    world.time += 4 * HOUR;
    expect((await readNewResults(world)).requests).toEqual([1, 2, 3, 4]);
  });

  it('reads only the first page of a changed list after a person has stopped a reading', async () => {
    const world = await startDayAfter();
    world.reports = world.reports.filter(({ id }) => id !== '45');
    const first = startWorker(world);
    await first.requestNewResults();
    await first.stop();
    first.end();
    for (let hours = 4; hours <= 12; hours += 4) {
      world.time += 4 * HOUR;
      const { worker, requests } = await readNewResults(world);
      expect(requests).toEqual([1]);
      expect(worker.progress()).toMatchObject({ status: 'stopped', read: 3 });
      worker.end();
    }
  });

  it('reads an old list in portions after a person has stopped a reading', async () => {
    const world = await startDayAfter();
    const first = startWorker(world);
    await first.request(true);
    await first.stop();
    first.end();
    world.time += 4 * HOUR;
    const { worker, requests } = await readNewResults(world);
    expect(requests).toEqual([1, 2, 3, 4]);
    expect(worker.progress()).toMatchObject({ status: 'none' });
  });

  it.each<[string, (world: World) => void]>([
    ['a portion', () => {}],
    ['all pages', (world) => void world.reports.splice(20, 1)],
  ])('sends nothing while all windows are private, and reads %s later', async (_, change) => {
    const world = await startDayAfter();
    change(world);
    const first = startWorker(world);
    await first.requestNewResults();
    world.hasOnlyPrivateWindows = true;
    await first.run();
    expect(world.requests).toEqual([1]);
    expect([first.wakeTime(), first.progress()?.status]).toEqual([null, 'none']);
    first.end();
    const second = startWorker(world);
    await second.resume();
    await second.run();
    expect(world.requests).toEqual([1]);
    second.end();
    world.hasOnlyPrivateWindows = false;
    world.time += 4 * HOUR;
    expect((await readNewResults(world)).requests.length).toBeGreaterThan(3);
  });

  it('continues in private windows after a request of an extension page', async () => {
    const world = await startDayAfter();
    const worker = startWorker(world);
    await worker.requestNewResults();
    world.hasOnlyPrivateWindows = true;
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('restarts with the first page if an extension page requests the reading hours later', async () => {
    const world = await startDayAfter();
    (await readNewResults(world)).worker.end();
    world.time += 2 * HOUR;
    world.requests = [];
    const worker = startWorker(world);
    await worker.request(false);
    await worker.run();
    expect(world.requests).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
