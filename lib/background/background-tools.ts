import type { News } from '@/lib/browser-ui/report-news';
import type { SitemapReader } from '@/lib/import/sitemap';
import type { Client } from '@/lib/service/client';
import type { Credentials } from '@/lib/service/request';

/** What the background takes from the platform, beside the store. */
export interface BackgroundTools {
  permissions: {
    /** True where the browser cannot tell. Never rejects. */
    has(baseUrl: string): Promise<boolean>;
    /** The match patterns of the hosts that the extension may reach. */
    allowedHosts(): Promise<readonly string[]>;
    /** Gives back the service's host. */
    remove(baseUrl: string): Promise<void>;
  };
  /** Loads what reads sitemaps. */
  loadSitemapReader(): Promise<SitemapReader>;
  clientFor(credentials: Credentials): Client;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Whether a person sees a page of ours whose address begins so, such as `popup.html`. */
  isInSight(page: string): Promise<boolean>;
  /** Shows a notification; false where the browser does not allow it. */
  notify(id: string, news: News): Promise<boolean>;
  /**
   * Brings the toolbar button up to date with what is stored.
   * @param isOnAllTabs also on tabs that are not in front
   */
  refreshBadge(isOnAllTabs?: boolean): void;
  newId(): string;
  /** Whether this computer has any connection, as far as the browser knows. */
  isOnline(): boolean;
  /** Sets the one wake-up of the worker, in milliseconds since the epoch, or takes it back. */
  wakeAt(time: number | null): void;
  /** Calls back a second later, if the worker still runs. */
  later(work: () => void): void;
  /** Milliseconds since the epoch. */
  now(): number;
}
