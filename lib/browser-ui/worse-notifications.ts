import { type DatedHeadline, isUrgent } from '@/lib/report/compare/headlines';
import { dayOf } from '@/lib/report/compare/local-day';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import {
  type NotifiedProblem,
  type NotifiedProblems,
  type WorseNews,
  worseNotificationId,
} from './report-news';

/** Notifies of problems that have become worse. */
export interface WorseNotifications {
  /**
   * Shows a notification about the urgent problems, at most one a day, and each problem once. Shows
   * none while an extension page shows the news line.
   * @param headlines all problems that have become worse, the worst first
   */
  announce(headlines: readonly DatedHeadline[]): Promise<void>;
}

interface WorseNotificationTools {
  connectionId: string;
  preferences: ReadableItem<Preferences>;
  notified: StoredItem<NotifiedProblems>;
  /** The time of the last notification, for all connections. */
  notifiedAt: StoredItem<string>;
  /** Whether a visible extension page shows the news line. */
  isNewsLineVisible(): Promise<boolean>;
  /** Whether the browser has windows, and all of them are private. */
  hasOnlyPrivateWindows(): Promise<boolean>;
  /** Resolves with false if the permission is missing. */
  show(id: string, news: WorseNews): Promise<boolean>;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** The limit of remembered problems. */
const MAX_NOTIFIED = 500;

const DAY_MS = 24 * 3600_000;

export function createWorseNotifications(tools: WorseNotificationTools): WorseNotifications {
  const { connectionId, preferences, notified, notifiedAt, isNewsLineVisible, show, now } = tools;

  async function mayNotify(): Promise<boolean> {
    if (!(await preferences.read())?.notifiesOfWorse) return false;
    return isLaterDay(await notifiedAt.read(), now()) && !(await tools.hasOnlyPrivateWindows());
  }

  async function store(next: NotifiedProblems): Promise<void> {
    if (!tools.signal.aborted) await notified.write(next);
  }

  return {
    async announce(headlines) {
      const { shown, problems } = (await notified.read()) ?? { shown: null, problems: [] };
      const known = headlines.filter((one) => isKnown(one, problems));
      const unknown = headlines.filter((one) => isUrgent(one) && !known.includes(one));
      const current = withHeadlines(problems, known);
      if (current !== problems) await store({ shown, problems: current });
      const [headline, ...others] = unknown;
      if (headline === undefined) return;
      if (await isNewsLineVisible()) {
        // The news line names only the worst problem.
        if (headline === headlines[0])
          await store({ shown, problems: withHeadlines(current, [headline]) });
        return;
      }
      if (!(await mayNotify()) || tools.signal.aborted) return;
      const { client, check } = headline;
      // Stored first: a worker that stops now loses the notification, but does not repeat it.
      await store({ shown: { client, check }, problems: withHeadlines(current, unknown) });
      const news: WorseNews = { kind: 'worse', headline, others: others.length };
      const isShown = await show(worseNotificationId(connectionId), news).catch(() => false);
      if (isShown) {
        await notifiedAt.write(new Date(now()).toISOString());
      } else {
        await store({ shown, problems: current });
      }
    },
  };
}

/**
 * Whether a notification has named the problem of a headline. A check that fails again after a fix is
 * another problem. Pages of a closed ticket stay known after a new ticket.
 */
function isKnown(headline: DatedHeadline, problems: readonly NotifiedProblem[]): boolean {
  return problems.some(
    ({ host, check, closedAt, failingSince }) =>
      check === headline.check &&
      headline.hosts.includes(host) &&
      (headline.closedAt === null || headline.closedAt === closedAt) &&
      headline.failingSince.first <= failingSince,
  );
}

/** Adds the problems of headlines. Without a change, returns the same array. */
function withHeadlines(
  problems: NotifiedProblem[],
  headlines: readonly DatedHeadline[],
): NotifiedProblem[] {
  const named = headlines.flatMap(({ hosts, check, closedAt, failingSince }) =>
    hosts.map((host) => ({ host, check, closedAt, failingSince: failingSince.last })),
  );
  const changed = named.filter(
    (one) =>
      !problems.some(
        (other) => isSameProblem(one, other) && other.failingSince >= one.failingSince,
      ),
  );
  if (changed.length === 0) return problems;
  const others = problems.filter((one) => !changed.some((other) => isSameProblem(one, other)));
  return [...others, ...changed].slice(-MAX_NOTIFIED);
}

function isSameProblem(one: NotifiedProblem, other: NotifiedProblem): boolean {
  return one.host === other.host && one.check === other.check && one.closedAt === other.closedAt;
}

/**
 * Whether a time is on a later local day than the last notification.
 * @param last ISO 8601; undefined before the first notification
 */
function isLaterDay(last: string | undefined, time: number): boolean {
  if (last === undefined) return true;
  // The clock was wrong at the last notification.
  if (Date.parse(last) - time > DAY_MS) return true;
  return dayOf(new Date(last)) < dayOf(new Date(time));
}
