import type { RefreshedTabs } from '@/lib/browser-ui/badge';
import type { News } from '@/lib/browser-ui/report-news';
import type { SitemapReader } from '@/lib/import/sitemap';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** The functions of the browser and the platform that the background needs, without storage. */
export interface BackgroundTools {
  permissions: {
    /** Returns true if the browser does not answer. Never rejects. */
    has(baseUrl: string): Promise<boolean>;
    /** Returns match patterns. */
    allowedHosts(): Promise<readonly string[]>;
    remove(baseUrl: string): Promise<void>;
  };
  loadSitemapReader(): Promise<SitemapReader>;
  clientFor(credentials: Credentials): ServiceClient;
  /** Keeps the worker running until the work ends. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** @param page a file name, such as `popup.html` */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Resolves with false if the permission is missing. */
  notify(id: string, news: News): Promise<boolean>;
  /** @param tabs the tabs to update now; by default the active ones */
  refreshBadge(tabs?: RefreshedTabs): void;
  newId(): string;
  /** Only false is certain. */
  isOnline(): boolean;
  /** Sets the wake-up of the worker, in milliseconds since the epoch; null for none. */
  wakeAt(time: number | null): void;
  /** Calls `work` after a second, unless the worker has stopped. */
  later(work: () => void): void;
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}
