import { isDue } from '@/lib/due-work';
import type { Backoff } from '@/lib/submission/backoff';
import { type QueueView, shownOf } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import { pageKey } from '@/lib/url/page-key';

type StateName = Submission['state'];
type In<Name extends StateName> = Submission & { state: Name };

/** The submissions of one connection in memory, found without going through all that wait. */
export interface QueueIndex {
  readonly size: number;
  get(id: string): Submission | undefined;
  /** Adds a submission, or replaces the one with its id. */
  put(submission: Submission): void;
  /** Takes one out that is done; others of its page wait behind it until it is removed. */
  markFinished(id: string): void;
  remove(id: string): void;
  /** The place behind all others. */
  nextOrder(now: number): number;
  /** Whether anything waits, is sent or is searched for. */
  hasOpen(): boolean;
  /**
   * The first that waits and may go out. Submissions of one page go one after the other, so that a
   * report that appears can be told to be this one's.
   * @param isTaken whether something else is being done for it
   */
  nextToSend(isTaken: (id: string) => boolean): Submission | undefined;
  /** The one of the same page that a submission waits behind. */
  blockerOf(submission: Submission): Submission | undefined;
  /** One whose search is due. */
  nextToCheck(now: number, isTaken: (id: string) => boolean): In<'checking'> | undefined;
  /** When the next search is due, ISO 8601 in UTC; null without any. */
  nextCheckAt(): string | null;
  /** Those that a listed report may belong to, the oldest first. */
  unanswered(): Submission[];
  view(pause: Backoff | null): Omit<QueueView, 'newestId'>;
}

/** Makes an empty index. */
export function createQueueIndex(): QueueIndex {
  const all = new Map<string, Submission>();
  const groups = {
    'needs-attention': new Map<string, Submission>(),
    failed: new Map<string, Submission>(),
    sending: new Map<string, Submission>(),
    checking: new Map<string, Submission>(),
    /** Sent before, and older than what has only waited. */
    again: new Map<string, Submission>(),
    waiting: new Map<string, Submission>(),
  };
  /** Those that are done and not removed yet. */
  const finished = new Map<string, Submission>();
  /** The page of each submission that was looked at, since finding it out takes its time. */
  const pages = new Map<string, string>();
  let lastOrder = 0;
  let lastWaiting = 0;

  function groupFor({ state, order }: Submission): Map<string, Submission> {
    if (state !== 'waiting') return groups[state];
    if (order < lastWaiting) return groups.again;
    lastWaiting = order;
    return groups.waiting;
  }

  function pageOf({ id, url }: Submission): string {
    const page = pages.get(id) ?? pageKey(url);
    pages.set(id, page);
    return page;
  }

  function inPage(page: string, group: Map<string, Submission>): Submission | undefined {
    return [...group.values()].find((other) => pageOf(other) === page);
  }

  function blockerOf(submission: Submission): Submission | undefined {
    const { sending, checking } = groups;
    if (sending.size + checking.size + finished.size === 0) return undefined;
    const page = pageOf(submission);
    return inPage(page, sending) ?? inPage(page, checking) ?? inPage(page, finished);
  }

  function* firstOfAll(): Generator<Submission> {
    for (const group of Object.values(groups)) yield* group.values();
  }

  function takeOut(id: string): void {
    all.delete(id);
    for (const group of Object.values(groups)) group.delete(id);
  }

  return {
    get size() {
      return all.size;
    },
    get: (id) => all.get(id),
    put(submission) {
      const { id, order } = submission;
      const before = all.get(id);
      if (before !== undefined) for (const group of Object.values(groups)) group.delete(id);
      all.set(id, submission);
      groupFor(submission).set(id, submission);
      lastOrder = Math.max(lastOrder, order);
    },
    markFinished(id) {
      const submission = all.get(id);
      if (submission === undefined) return;
      takeOut(id);
      finished.set(id, submission);
    },
    remove(id) {
      takeOut(id);
      finished.delete(id);
      pages.delete(id);
    },
    nextOrder: (now) => Math.max(lastOrder + 1, now),
    hasOpen: () =>
      groups.sending.size + groups.checking.size + groups.again.size + groups.waiting.size > 0,
    nextToSend(isTaken) {
      for (const group of [groups.again, groups.waiting]) {
        for (const submission of group.values()) {
          if (!isTaken(submission.id) && blockerOf(submission) === undefined) return submission;
        }
      }
      return undefined;
    },
    blockerOf,
    nextToCheck(now, isTaken) {
      for (const submission of groups.checking.values()) {
        if (submission.state !== 'checking' || isTaken(submission.id)) continue;
        if (isDue(submission.nextAt, now)) return submission;
      }
      return undefined;
    },
    nextCheckAt() {
      const times = [...groups.checking.values()].flatMap((one) =>
        one.state === 'checking' ? one.nextAt : [],
      );
      return times.length === 0 ? null : times.reduce((one, other) => (one < other ? one : other));
    },
    unanswered: () =>
      [...groups.checking.values(), ...groups['needs-attention'].values()]
        .filter((one) => !(one.state === 'needs-attention' && one.reason === 'password'))
        // The report of one that is out must not pass for that of an older one of its page.
        .filter((one) => groups.sending.size === 0 || !inPage(pageOf(one), groups.sending))
        .sort(byOrder),
    view: (pause) => ({
      shown: shownOf(firstOfAll()).sort(byOrder),
      count: all.size,
      pause,
    }),
  };
}

function byOrder(one: Submission, other: Submission): number {
  return one.order - other.order;
}
