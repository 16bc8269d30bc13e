import { dueTime, isDue } from '@/lib/due-work';
import { addressKey } from '@/lib/url/page-key';
import type { QueuedSubmission, Submission } from './submission';

// What is done next. All these take the whole queue, the oldest first.

type Queue = readonly QueuedSubmission[];
type Checking = Submission & { state: 'checking' };

const OPEN_STATES = ['waiting', 'sending', 'checking'];
const UNDER_WAY_STATES = ['sending', 'checking', 'done'];

/** Whether anything waits, is sent or is searched for. */
function hasOpen(queue: Queue): boolean {
  return queue.some(({ state }) => OPEN_STATES.includes(state));
}

/**
 * The submission that others of the page wait for. Submissions of one page go out one
 * after the other, so that a report that appears can be told to be this one's.
 */
export function blockerOf(url: string, queue: Queue): QueuedSubmission | undefined {
  const page = addressKey(url);
  return queue.find((other) => isUnderWay(other) && addressKey(other.url) === page);
}

/**
 * The first that may go out.
 * @param isTaken whether something is being done for a submission
 */
export function nextToSend(queue: Queue, isTaken: (id: string) => boolean): Submission | undefined {
  const underWay = queue.filter((one) => isUnderWay(one) || isTaken(one.id));
  const blocked = new Set(underWay.map(({ url }) => addressKey(url)));
  return queue.find(
    (one): one is Submission =>
      one.state === 'waiting' &&
      !isTaken(one.id) &&
      (blocked.size === 0 || !blocked.has(addressKey(one.url))),
  );
}

/**
 * The first whose search is due.
 * @param isTaken whether something is being done for a submission
 * @param now milliseconds since the epoch
 */
export function nextToCheck(
  queue: Queue,
  isTaken: (id: string) => boolean,
  now: number,
): Checking | undefined {
  return checkingIn(queue).find(({ id, nextAt }) => !isTaken(id) && isDue(nextAt, now));
}

/**
 * When there is something to do, in milliseconds since the epoch; null where nothing is open.
 * @param isTaken whether something is being done for a submission
 * @param pausedUntil until when nothing goes out, ISO 8601; null while it does
 * @param now milliseconds since the epoch
 */
export function nextDueIn(
  queue: Queue,
  isTaken: (id: string) => boolean,
  pausedUntil: string | null,
  now: number,
): number | null {
  if (!hasOpen(queue)) return null;
  if (pausedUntil !== null) return Date.parse(pausedUntil);
  if (nextToSend(queue, isTaken) !== undefined) return now;
  const [checkAt] = checkingIn(queue)
    .map(({ nextAt }) => nextAt)
    .sort();
  return checkAt === undefined ? now : dueTime(checkAt, now);
}

/** Those that a listed report may belong to. */
export function unanswered(queue: Queue): Submission[] {
  // The report of one that is out must not pass for that of an older one of its page.
  const out = queue.filter(({ state }) => state === 'sending');
  const pages = new Set(out.map(({ url }) => addressKey(url)));
  return queue.filter(
    (one): one is Submission =>
      (one.state === 'checking' ||
        // It goes out once more as soon as it may.
        (one.state === 'waiting' && one.sends > 0) ||
        (one.state === 'needs-attention' && one.reason === 'unconfirmed')) &&
      (pages.size === 0 || !pages.has(addressKey(one.url))),
  );
}

/**
 * Whether a submission of a page has gone out and may have a report that is not known to be its own.
 * One that is searched for is none of these: a listed report is given to it at once.
 */
export function isMaking(url: string, queue: Queue): boolean {
  const page = addressKey(url);
  return queue.some(
    (one) =>
      (one.state === 'sending' ||
        one.state === 'done' ||
        (one.state === 'waiting' && one.sends > 0)) &&
      addressKey(one.url) === page,
  );
}

function checkingIn(queue: Queue): Checking[] {
  return queue.filter((one): one is Checking => one.state === 'checking');
}

function isUnderWay({ state }: QueuedSubmission): boolean {
  return UNDER_WAY_STATES.includes(state);
}
