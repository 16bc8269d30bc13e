import { type Deletion, isHidden, UNDO_MS } from '@/lib/deletion/deletion';
import { hasFailed } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { listedReports } from '@/lib/report/stored-list';
import { addressKey } from '@/lib/url/page-key';
import type { MemoryStore } from '../support/memory-store';
import type { DeletionStep } from './deletion-history';
import type { ModelBrowser } from './model-browser';
import type { VirtualTime } from './virtual-time';

/** A deletion that the person has asked for. */
interface AskedDeletion {
  report: Report;
  /**
   * - `promised`: the report has to go
   * - `withdrawn`: it was undone in time, or never taken
   * - `failed`: the person was told so; it may be gone all the same
   * - `unknown`: the worker was stopped before it answered
   */
  state: 'promised' | 'withdrawn' | 'failed' | 'unknown';
}

/** Somebody who deletes listed reports, and takes some deletions back. */
export interface Deleter {
  do(step: DeletionStep & { do: 'delete' | 'undo' }): void;
  /** Presses Disconnect, or agrees to it with anything open. Never rejects. */
  disconnect(dropsOpenWork: boolean): Promise<void>;
  /** The browser was closed, which drops what was asked for in private windows. */
  browserClosed(): void;
  /** What is wrong at the end, in sentences. */
  findings(gone: ReadonlySet<string>): string[];
}

/**
 * Longer than a deletion waits in a worker that goes on running: a clock that is set back by less
 * than the undo time cannot be told from one that goes on.
 */
const LATE_MS = 2 * UNDO_MS + 1_000;

/** As long as the longest pause: a clock that is set back by a day makes one of them last that long. */
const PAUSE_MS = 3600_000;

/** Longer than a worker leaves anything alone that may have been cut off. */
const ENOUGH_CHECKS = 8;

/**
 * Makes the person.
 * @param note takes down what must never be
 * @param hasStoreFailed whether the store may hold what was true earlier
 */
export function createDeleter(
  browser: ModelBrowser,
  store: MemoryStore,
  time: VirtualTime,
  note: (finding: string) => void,
  hasStoreFailed: () => boolean,
): Deleter {
  const asked: AskedDeletion[] = [];
  const watched = new Set<string>();
  let isLeaving = false;

  function connectionId(): string {
    return store.connection.stored?.id ?? '';
  }

  function deletions(): Deletion[] {
    return store.deletions(connectionId()).stored ?? [];
  }

  function tellFailed(id: string): void {
    const latest = asked.findLast(({ report }) => report.id === id);
    if (latest?.state === 'promised' || latest?.state === 'unknown') latest.state = 'failed';
  }

  /** Follows what the pages would show of a connection's deletions. */
  function follow(): void {
    const id = connectionId();
    if (watched.has(id)) return;
    watched.add(id);
    store.deletions(id).watch((all = []) => {
      for (const { report, state } of all) if (state === 'failed') tellFailed(report.id);
    });
  }

  /** What is listed and not being deleted, of pages that no submission is about. */
  function deletable(): Report[] {
    const id = connectionId();
    const reports = listedReports(
      store.lists(id).stored ?? store.lists(id, 'session').stored ?? [],
    );
    const pages = store.submissions(id).stored.map(({ url }) => addressKey(url));
    return reports.filter(
      (report) =>
        !isHidden(deletions(), report.id) && !pages.includes(addressKey(report.url ?? '')),
    );
  }

  async function remove(report: Report, isPrivateWindow: boolean): Promise<void> {
    follow();
    const one: AskedDeletion = { report, state: 'unknown' };
    asked.push(one);
    watchOver(one);
    try {
      const outcome = await browser.ask(({ api }) => api.remove(report, isPrivateWindow));
      // It may have failed already. One that was interrupted may have been stored.
      if (one.state !== 'unknown') return;
      if (!hasFailed(outcome)) one.state = 'promised';
      else if (outcome.failure.code !== 'interrupted') one.state = 'withdrawn';
    } catch {
      // The worker was stopped.
    }
  }

  /**
   * However the clock jumps, a worker that runs sends it when the undo time is over, or after a
   * pause of the service, which a question of a minute may precede.
   */
  function watchOver(one: AskedDeletion, checks = 0, wait = LATE_MS): void {
    const worker = browser.worker();
    const id = connectionId();
    time.after(wait, () => {
      const isLatest = asked.findLast(({ report }) => report.id === one.report.id) === one;
      const isWaiting = deletions().some(
        ({ report, state }) => report.id === one.report.id && state === 'waiting',
      );
      if (!worker.isAlive || connectionId() !== id || isLeaving || hasStoreFailed()) return;
      if (!isLatest || !isWaiting) return;
      const isPaused = store.submissions(id).view.stored?.pause != null;
      if (isPaused) watchOver(one, 0, PAUSE_MS);
      else if (checks < ENOUGH_CHECKS) watchOver(one, checks + 1);
      else note(`the deletion of ${one.report.id} waits for too long`);
    });
  }

  async function undo(one: AskedDeletion): Promise<void> {
    const wasPromised = one.state === 'promised';
    // Until the answer is there, either may be true.
    if (wasPromised) one.state = 'unknown';
    try {
      const outcome = await browser.ask(({ api }) => api.undoRemove(one.report.id));
      if (!wasPromised || one.state !== 'unknown') return;
      one.state = !hasFailed(outcome) && outcome.value ? 'withdrawn' : 'promised';
    } catch {
      // The worker was stopped.
    }
  }

  async function disconnect(dropsOpenWork: boolean): Promise<void> {
    const open = asked.filter(({ state }) => state === 'promised');
    for (const one of open) one.state = 'unknown';
    isLeaving = true;
    try {
      const outcome = await browser.ask(({ api }) => api.disconnect(dropsOpenWork));
      for (const one of open) if (one.state === 'unknown') one.state = 'promised';
      if (!hasFailed(outcome)) for (const { report } of outcome.value) tellFailed(report.id);
    } catch {
      // The worker was stopped, and the next one may go on with the deletions, or find none left.
      for (const one of asked) if (one.state === 'promised') one.state = 'unknown';
    }
    isLeaving = false;
  }

  return {
    browserClosed() {
      for (const { report, isPrivateWindow } of deletions()) {
        // Its request may have gone out.
        if (isPrivateWindow) tellFailed(report.id);
      }
    },
    disconnect,
    do(step) {
      if (step.do === 'delete') {
        const listed = deletable();
        const report = listed[step.which % Math.max(1, listed.length)];
        if (report !== undefined) void remove(report, step.isPrivateWindow);
      } else {
        const one = asked.at(-1 - step.which);
        const isLatest = asked.findLast(({ report }) => report.id === one?.report.id) === one;
        // Pages offer it while the deletion is stored, or when it has failed.
        if (one !== undefined && isLatest && one.state !== 'unknown') void undo(one);
      }
    },
    findings(gone) {
      const found: string[] = [];
      for (const { report, state } of deletions()) {
        if (state !== 'failed') found.push(`the deletion of ${report.id} stays ${state} for ever`);
      }
      for (const id of gone) {
        const own = asked.filter(({ report }) => report.id === id);
        if (own.length === 0) found.push(`${id} is gone, and nobody has deleted it`);
        else if (own.every(({ state }) => state === 'withdrawn')) {
          found.push(`${id} is gone, though its deletion was undone`);
        }
      }
      for (const [index, { report, state }] of asked.entries()) {
        const isLatest = asked.findLastIndex((one) => one.report.id === report.id) === index;
        if (isLatest && state === 'promised' && !gone.has(report.id)) {
          found.push(`${report.id} is still there, though it was deleted`);
        }
      }
      return found;
    },
  };
}
