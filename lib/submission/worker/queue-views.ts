import type { Backoff } from '@/lib/backoff';
import type { ServicePause } from '@/lib/service/service-pause';
import { type QueueView, type QueueViews, viewOf } from '@/lib/submission/queue-view';
import type { QueuedSubmission } from '@/lib/submission/submission';
import type { NewestIds } from './newest-ids';

/** What pages see of the queue, as it is stored for windows of each kind. */
export interface StoredViews {
  restore(view: QueueView | undefined, privateView: QueueView | undefined): void;
  /**
   * Writes what a change of these submissions lets pages see; without any, all of it. The disk is
   * left alone by what private windows have asked for.
   */
  write(
    changed: readonly QueuedSubmission[],
    write: (views: QueueViews) => Promise<void>,
  ): Promise<void>;
}

interface QueueViewTools {
  /** The oldest first. */
  all(): QueuedSubmission[];
  newest: NewestIds;
  pause: ServicePause;
  /** Called when there is another pause than the disk has: everything waits for it. */
  onPauseUnstored(): void;
  /** Called when what ordinary windows see was written. */
  onViewWritten(): void;
}

/** Makes the views of one queue. */
export function createQueueViews(tools: QueueViewTools): StoredViews {
  const { all, newest, pause, onPauseUnstored, onViewWritten } = tools;
  let storedPause: Backoff | null = null;

  function viewFor(isPrivateWindow: boolean): QueueView {
    const shown = isPrivateWindow ? all() : all().filter((one) => !one.isPrivateWindow);
    return viewOf(shown, { pause: pause.current, newestId: newest.of(isPrivateWindow) });
  }

  return {
    restore(view, privateView) {
      newest.restore(view, privateView);
      storedPause = view?.pause ?? null;
    },
    async write(changed, write) {
      const ofPrivateWindows = viewFor(true);
      if (changed.length > 0 && changed.every(({ isPrivateWindow }) => isPrivateWindow)) {
        await write({ ofPrivateWindows });
        if (pause.current !== storedPause) onPauseUnstored();
        return;
      }
      const { current } = pause;
      await write({ ordinary: viewFor(false), ofPrivateWindows });
      storedPause = current;
      onViewWritten();
    },
  };
}
