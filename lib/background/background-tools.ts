import type { RefreshedTabs } from '@/lib/browser-ui/badge';
import type { News } from '@/lib/browser-ui/report-news';
import type { SitemapReader } from '@/lib/import/sitemap';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** The functions of the platform that the background uses, besides storage. */
export interface BackgroundTools {
  permissions: {
    /** Whether the service may be reached; true if the browser cannot tell. Never rejects. */
    has(baseUrl: string): Promise<boolean>;
    /** Returns the match patterns of all hosts that the extension may reach. */
    allowedHosts(): Promise<readonly string[]>;
    /** Removes the permission for the service's host. */
    remove(baseUrl: string): Promise<void>;
  };
  /** Loads the parser of sitemaps. */
  loadSitemapReader(): Promise<SitemapReader>;
  clientFor(credentials: Credentials): ServiceClient;
  /** Keeps the worker running until the work ends. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Whether a person sees the extension page of a file name, such as `popup.html`. */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Shows a notification. Resolves with false if the permission is missing. */
  notify(id: string, news: News): Promise<boolean>;
  /**
   * Updates the toolbar button from storage.
   * @param tabs the tabs to update at once; the active tabs if absent
   */
  refreshBadge(tabs?: RefreshedTabs): void;
  newId(): string;
  /** Whether this computer has any network connection. False is certain, true is not. */
  isOnline(): boolean;
  /** Sets the wake-up of the worker, in milliseconds since the epoch; null for none. */
  wakeAt(time: number | null): void;
  /** Calls `work` after a second, if the worker still runs. */
  later(work: () => void): void;
  /** Milliseconds since the epoch. */
  now(): number;
}
