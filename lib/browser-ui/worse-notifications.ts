import { type Headline, isSameProblem, isUrgent } from '@/lib/report/compare/headlines';
import { dayOf } from '@/lib/report/compare/local-day';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import { type NotifiedProblems, type WorseNews, worseNotificationId } from './report-news';

/** Notifies of problems that have become worse. */
export interface WorseNotifications {
  /**
   * Shows a notification about the urgent problems, at most one a day, and each problem once. Shows
   * none while an extension page shows the news line.
   * @param headlines all problems that have become worse, the worst first
   */
  announce(headlines: readonly Headline[]): Promise<void>;
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

  return {
    async announce(headlines) {
      const { shown = null, problems = [] } = (await notified.read()) ?? {};
      const isIn = (all: readonly Pick<Headline, 'client' | 'check'>[], one: Headline) =>
        all.some((other) => isSameProblem(one, other));
      // A problem that disappears and returns gets another notification.
      const stillNew = headlines.filter((one) => isIn(problems, one)).map(problemOf);
      const notYetNotified = headlines.filter((one) => isUrgent(one) && !isIn(stillNew, one));
      const [headline, ...others] = notYetNotified;
      const isSeen = headline !== undefined && (await isNewsLineVisible());
      const isShown =
        headline !== undefined &&
        !isSeen &&
        (await mayNotify()) &&
        (await show(worseNotificationId(connectionId), {
          kind: 'worse',
          headline,
          others: others.length,
        }));
      if (isShown) await notifiedAt.write(new Date(now()).toISOString());
      // The news line names only the worst problem.
      const seen = isSeen ? notYetNotified.filter((one) => one === headlines[0]) : [];
      const newlyNotified = (isShown ? notYetNotified : seen).map(problemOf);
      const isUnchanged = newlyNotified.length === 0 && stillNew.length === problems.length;
      if (isUnchanged || tools.signal.aborted) return;
      await notified.write({
        shown: isShown ? problemOf(headline) : shown,
        problems: [...stillNew, ...newlyNotified].slice(-MAX_NOTIFIED),
      });
    },
  };
}

function problemOf({ client, check }: Headline): NotifiedProblems['problems'][number] {
  return { client, check };
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
