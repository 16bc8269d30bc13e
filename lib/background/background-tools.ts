import type { ReportNews } from '@/lib/notification/notification';
import type { Client } from '@/lib/service/client';
import type { RequestLimits } from '@/lib/service/limited-client';
import type { Credentials } from '@/lib/service/request';
import type { ConnectionStore } from '@/lib/storage/connection-store';
import type { RunExclusive } from '@/lib/storage/locks';

/** What a session of a connection is given. */
export interface SessionTools extends Omit<BackgroundTools, 'permissions' | 'clientFor'> {
  /** Of the requests to the service, whoever makes them. */
  limits: RequestLimits;
  /** Whether a request may reach the service; false is certain, true is not. */
  isOnline(): boolean;
}

/** What the background takes from the platform. */
export interface BackgroundTools {
  store: ConnectionStore;
  runExclusive: RunExclusive;
  permissions: {
    /** True where the browser cannot tell. Never rejects. */
    has(baseUrl: string): Promise<boolean>;
    /** Gives back the service's host. */
    remove(baseUrl: string): Promise<void>;
    /** Gives back every host. */
    removeAll(): Promise<void>;
  };
  clientFor(credentials: Credentials): Client;
  /** Keeps the worker running until the work has ended. */
  keepAwake<T>(work: Promise<T>): Promise<T>;
  /** Whether a person sees the popup, which says what becomes of reports. */
  isPopupOpen(): Promise<boolean>;
  /** Shows a notification; false where the browser does not allow it. */
  notify(id: string, news: ReportNews): Promise<boolean>;
  /**
   * Brings the toolbar button up to date with what is stored.
   * @param isOnAllTabs also on tabs that are not in front
   */
  refreshBadge(isOnAllTabs?: boolean): void;
  newId(): string;
  /** The SHA-256 of a text, in hexadecimal digits. */
  digest(text: string): Promise<string>;
  /** Whether this computer has any connection, as far as the browser knows. */
  isOnline(): boolean;
  /** Sets the one wake-up of the worker, in milliseconds since the epoch, or takes it back. */
  wakeAt(time: number | null): void;
  /** Milliseconds since the epoch. */
  now(): number;
}
