import type { RefreshedTabs } from '@/lib/browser-ui/badge';
import type { News } from '@/lib/browser-ui/report-news';
import type { SitemapReader } from '@/lib/import/sitemap';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** The functions of the browser and the platform that the background needs, without storage. */
export interface BackgroundTools {
  permissions: {
    /**
     * Whether the extension may reach a service; true if the browser does not answer. Never
     * rejects.
     */
    has(baseUrl: string): Promise<boolean>;
    /** Returns the match patterns of all hosts that the extension may reach. */
    allowedHosts(): Promise<readonly string[]>;
    /** Removes the permission for a service's host. */
    remove(baseUrl: string): Promise<void>;
  };
  /** Loads the parser of sitemaps. */
  loadSitemapReader(): Promise<SitemapReader>;
  clientFor(credentials: Credentials): ServiceClient;
  /** Keeps the worker running until the work ends. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Whether the extension page with a file name, such as `popup.html`, is visible. */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Shows a notification. Resolves with false if the permission is missing. */
  notify(id: string, news: News): Promise<boolean>;
  /**
   * Updates the toolbar button from storage.
   * @param tabs the tabs to update now; by default the active ones
   */
  refreshBadge(tabs?: RefreshedTabs): void;
  newId(): string;
  /** Whether this computer has a network connection. Only false is certain. */
  isOnline(): boolean;
  /** Sets the wake-up of the worker, in milliseconds since the epoch; null for none. */
  wakeAt(time: number | null): void;
  /** Calls `work` after a second, unless the worker has stopped. */
  later(work: () => void): void;
  /** Returns the time in milliseconds since the epoch. */
  now(): number;
}
