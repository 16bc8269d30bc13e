import { type Headline, isSameProblem, isUrgent } from '@/lib/report/compare/headlines';
import { dayOf } from '@/lib/report/compare/local-day';
import type { Preferences } from '@/lib/settings/preferences';
import type { ReadableItem, StoredItem } from '@/lib/storage/stored-item';
import { type ToldProblems, type WorseNews, worseNotificationId } from './report-news';

/** Notifies of problems that have become worse. */
export interface WorseNotifications {
  /**
   * Shows a notification about the urgent problems, at most one a day, and each problem once. While an
   * extension page shows the news, no notification is necessary.
   * @param headlines all problems that have become worse, the worst first
   */
  announce(headlines: readonly Headline[]): Promise<void>;
}

interface WorseNotificationTools {
  connectionId: string;
  preferences: ReadableItem<Preferences>;
  told: StoredItem<ToldProblems>;
  /** The time of the last notification, for all connections. */
  notifiedAt: StoredItem<string>;
  /** Whether a visible extension page shows the news. */
  areNewsVisible(): Promise<boolean>;
  /** Whether the browser has windows, and all of them are private. */
  hasOnlyPrivateWindows(): Promise<boolean>;
  /** Resolves with false if the permission is missing. */
  show(id: string, news: WorseNews): Promise<boolean>;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

/** The limit of remembered problems. */
const MAX_TOLD = 500;

const DAY_MS = 24 * 3600_000;

export function createWorseNotifications(tools: WorseNotificationTools): WorseNotifications {
  const { connectionId, preferences, told, notifiedAt, areNewsVisible, show, now } = tools;

  async function mayNotify(): Promise<boolean> {
    if (!(await preferences.read())?.notifiesOfWorse) return false;
    return isLaterDay(await notifiedAt.read(), now()) && !(await tools.hasOnlyPrivateWindows());
  }

  return {
    async announce(headlines) {
      const { shown = null, problems = [] } = (await told.read()) ?? {};
      const isIn = (all: readonly Pick<Headline, 'client' | 'check'>[], one: Headline) =>
        all.some((other) => isSameProblem(one, other));
      // A problem that is no longer new is told again when it is new again.
      const stillNew = headlines.filter((one) => isIn(problems, one)).map(problemOf);
      const untold = headlines.filter((one) => isUrgent(one) && !isIn(stillNew, one));
      const [headline, ...others] = untold;
      const isSeen = headline !== undefined && (await areNewsVisible());
      const isShown =
        headline !== undefined &&
        !isSeen &&
        (await mayNotify()) &&
        (await show(worseNotificationId(connectionId), {
          kind: 'worse',
          headline,
          others: others.length,
        }));
      const newlyTold = isSeen || isShown ? untold.map(problemOf) : [];
      const isUnchanged = newlyTold.length === 0 && stillNew.length === problems.length;
      if (isUnchanged || tools.signal.aborted) return;
      await told.write({
        shown: isShown ? problemOf(headline) : shown,
        problems: [...stillNew, ...newlyTold].slice(-MAX_TOLD),
      });
      if (isShown) await notifiedAt.write(new Date(now()).toISOString());
    },
  };
}

function problemOf({ client, check }: Headline): ToldProblems['problems'][number] {
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
