import type { Connection } from '@/lib/connection/connection';
import type { NotDeleted } from '@/lib/deletion/deletion';
import type { OpenWork } from '@/lib/failure';
import type { BackgroundTools } from './background-tools';
import type { ConnectedService } from './connected-service';
import { closeForGood, findOpenWork } from './open-work';
import type { Session } from './session';

/** Taking the connection that stands out of use. All of these belong within a change of it. */
export interface Leaving {
  /** The connection that stands; undefined without any, null where the store does not tell. */
  current(): Promise<Connection | undefined | null>;
  /**
   * What is open on it, so that it takes a word to leave it; null where nothing is. Rejects where the
   * store does not tell.
   */
  openWork(): Promise<OpenWork | null>;
  /** The same as far as the store tells: one that fails must not keep anybody from disconnecting. */
  toldOpenWork(): Promise<OpenWork | null>;
  /**
   * Ends its session and sends its deletions; calls wait until then.
   * @param beforeDeletions runs when nothing more is written for it, and nothing is sent yet
   * @returns the reports that the service did not delete
   */
  leave(beforeDeletions?: () => Promise<void>): Promise<NotDeleted[]>;
  /**
   * Gives a host back, unless a connection check needs it, which gives it back at its end. What the
   * browser does not take undoes nothing of what was just stored or removed.
   */
  giveBackPermission(baseUrl: string): Promise<void>;
}

/**
 * Makes the way out of a connection.
 * @param isBeingChecked whether a check of the service's host is under way
 */
export function createLeaving(
  { store, permissions, keepAwake }: BackgroundTools,
  { openSession, releaseSession }: ConnectedService,
  isBeingChecked: (baseUrl: string) => boolean,
): Leaving {
  /** A store that cannot be read has none. */
  function session(): Promise<Session | null> {
    return openSession().catch(() => null);
  }

  async function findIn(open: Session | null, skipsUntold: boolean): Promise<OpenWork | null> {
    return open && findOpenWork(open, store.deletions(open.connection.id), skipsUntold);
  }

  return {
    async current() {
      return (await session())?.connection ?? store.connection.read().catch(() => null);
    },
    openWork: async () => findIn(await openSession(), false),
    toldOpenWork: async () => findIn(await session(), true),
    async leave(beforeDeletions = async () => {}) {
      const left = await session();
      releaseSession();
      return keepAwake(
        (async () => {
          await left?.close();
          await beforeDeletions();
          return left ? closeForGood(left, store.deletions(left.connection.id)) : [];
        })(),
      );
    },
    async giveBackPermission(baseUrl) {
      if (!isBeingChecked(baseUrl)) await permissions.remove(baseUrl).catch(() => {});
    },
  };
}
