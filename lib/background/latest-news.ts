import type { ComparedNews, History } from '@/lib/history/history';
import type { ClientNews } from '@/lib/report/compare/clients';
import type { DatedHeadline } from '@/lib/report/compare/headlines';
import { dayOf, startOfDay } from '@/lib/report/compare/local-day';
import type { Since } from '@/lib/report/compare/page-change';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { headlineItem, type PublishedHeadline } from '@/lib/shared-state/shared-items';
import { createLatestWrite } from '@/lib/storage/latest-write';
import type { ReadableItem } from '@/lib/storage/stored-item';

/** The news of one connection: which problems have become worse since the base. */
export interface LatestNews {
  /**
   * Compares all pages with their bases, and publishes the worst headline. Rejects if the history cannot be
   * read.
   */
  publish(since: Since): Promise<ClientNews>;
  /** Publishes the worst headline, and notifies of worse problems. Never rejects. */
  publishAndNotify(): Promise<void>;
  /**
   * Publishes the worst headline again if the published headline may be out of date. Does nothing if no
   * headline is published, because a comparison reads all pages. Never rejects.
   */
  renew(): Promise<void>;
}

interface LatestNewsTools {
  connectionId: string;
  history: Pick<History, 'news' | 'revision'>;
  preferences: ReadableItem<Preferences>;
  /** Whether the history will probably stay unchanged: no batch is sent, and no reading is in progress. */
  isSettled(): boolean;
  notify(headlines: readonly DatedHeadline[]): Promise<void>;
  /** Aborts when nothing more may be stored. */
  signal: AbortSignal;
  now(): number;
}

export function createLatestNews(tools: LatestNewsTools): LatestNews {
  const { history, preferences, isSettled, notify, signal, now } = tools;
  const item = headlineItem(tools.connectionId);
  /** Undefined before the first use; null if no headline is published. */
  let published: PublishedHeadline | null | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();

  /** Runs one comparison at a time. Otherwise an older comparison could replace a newer headline. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWork.then(work);
    lastWork = result.catch(() => {});
    return result;
  }

  async function readSince(): Promise<Since> {
    return ((await preferences.read()) ?? INITIAL_PREFERENCES).comparedSince;
  }

  /** Returns a text that changes whenever the headline may change. */
  function inputsSince(since: Since): string {
    return [since, startOfDay(dayOf(new Date(now()))), history.revision()].join(' ');
  }

  async function publishSince(since: Since): Promise<ComparedNews> {
    const inputs = inputsSince(since);
    const news = await history.news(since);
    const [worst] = news.headlines;
    if (signal.aborted) return news;
    published = worst === undefined ? null : { ...worst, inputs };
    const storing = published === null ? item.remove() : item.write(published);
    await storing.catch(() => {});
    return news;
  }

  const publishAndNotify = createLatestWrite(async () => {
    const { headlines } = await inTurn(async () => publishSince(await readSince()));
    await notify(headlines);
  });

  async function renewIfOutdated(): Promise<void> {
    if (!isSettled()) return;
    if (published === undefined) published = (await item.read()) ?? null;
    if (published === null) return;
    const since = await readSince();
    if (published.inputs !== inputsSince(since)) await publishSince(since);
  }

  const renew = createLatestWrite(() => inTurn(renewIfOutdated));

  return {
    publish: async (since) => (await inTurn(() => publishSince(since))).clients,
    publishAndNotify: () => publishAndNotify().catch(() => {}),
    renew: () => renew().catch(() => {}),
  };
}
