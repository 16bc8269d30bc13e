import type { RefreshedTabs } from '@/lib/browser-ui/badge';
import type { News } from '@/lib/browser-ui/report-news';
import type { SitemapReader } from '@/lib/import/sitemap';
import type { ServiceClient } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** Functions of the browser that the background needs, except storage. */
export interface BackgroundTools {
  permissions: {
    /** Whether a host is allowed. Returns true if the browser does not answer. Never rejects. */
    has(baseUrl: string): Promise<boolean>;
    /** Returns the match patterns of all hosts that the extension may access. */
    allowedHosts(): Promise<readonly string[]>;
    remove(baseUrl: string): Promise<void>;
  };
  loadSitemapReader(): Promise<SitemapReader>;
  clientFor(credentials: Credentials): ServiceClient;
  /** Keeps the worker running until the work ends. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** @param page a file name, such as `popup.html` */
  isExtensionPageVisible(page: string): Promise<boolean>;
  /** Whether the browser has windows, and all of them are private. Never rejects. */
  hasOnlyPrivateWindows(): Promise<boolean>;
  /**
   * Resolves with false if the permission is missing.
   * @param connectionId the connection that the news is about
   */
  notify(id: string, news: News, connectionId: string): Promise<boolean>;
  /** @param tabs by default the active tabs */
  refreshBadge(tabs?: RefreshedTabs): void;
  /** Called after each change of the register, because menus name the service in use. */
  refreshMenus(): void;
  newId(): string;
  /** Whether the browser has a network connection, possibly without access to the internet. */
  isOnline(): boolean;
  /** Sets the wake-up of the worker, in milliseconds since the epoch; null for no wake-up. */
  wakeAt(time: number | null): void;
  /** Calls `work` after a second, if the worker still runs. */
  later(work: () => void): void;
  /** In milliseconds since the epoch. */
  now(): number;
}
