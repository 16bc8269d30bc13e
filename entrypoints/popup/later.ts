import { computed, signal } from '@preact/signals';
import * as parts from '@/components/popup/later-parts';
import type { LaterPopup, WholePopup } from '@/components/popup/popup-state';
import { draftsItem } from '@/lib/browser/kept';
import { canonicalUrl } from '@/lib/browser/tabs';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import { createOpenedReport } from '@/lib/report/page/opened-report';
import { createReportList } from '@/lib/report/page/report-list';
import { type EarlyQuestion, withEarlyAnswer } from '@/lib/state/early-answer';
import { storedListSignal, storedSignal } from '@/lib/state/stored-signal';
import { createReportForm } from '@/lib/submission/page/report-form';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import { background, type Opening } from './opening';

/**
 * Makes what comes later of what was kept.
 * @param early what the service was asked for meanwhile
 */
export function createLater(opening: Opening, early: EarlyQuestion | null): LaterPopup {
  return {
    parts,
    setAside: storedSignal(opening.setAside),
    whole: createWhole(opening, early),
  };
}

function createWhole(
  { tab, form: formStart, stored }: Opening,
  early: EarlyQuestion | null,
): WholePopup | null {
  if (stored === null) return null;
  const queue = storedSignal(stored.queue);
  const pending = storedListSignal(stored.deletions);
  const awaited = storedListSignal(stored.awaited);
  const form = createReportForm({
    ...formStart,
    isPrivateWindow: tab.isPrivate,
    draftsItem,
    newId: () => crypto.randomUUID(),
    create: background.create,
    discard: background.discard,
    getReady: background.getReady,
  });
  const opened = createOpenedReport({ get: background.get, update: background.update, awaited });
  return {
    parts,
    form,
    copied: signal(null),
    submissions: createReportSubmissions({
      queue,
      form,
      discard: background.discard,
      retry: background.retry,
      hurry: background.hurry,
    }),
    list: createReportList({
      stored: storedSignal(stored.list),
      deletions: pending,
      query: stored.query,
      queryItem: stored.queryItem,
      list: withEarlyAnswer(background.list, early),
      isPrivateWindow: tab.isPrivate,
      happenings: computed(() => [
        queue.value,
        pending.value,
        awaited.value,
        opened.isChanging.value,
      ]),
    }),
    opened,
    history: storedSignal(stored.history),
    deletions: createReportDeletions({
      pending,
      remove: background.remove,
      undoRemove: background.undoRemove,
    }),
    awaited,
  };
}

/** Asks for what is not kept: the list as it is now, and what the page names as its address. */
export async function askForMore({ form, list }: WholePopup, { tab }: Opening): Promise<void> {
  void list.refresh();
  // Publishing waits for its check, and says so where that cannot be had; fetched now, it is there.
  import('@/lib/url/publishing-risk').catch(() => {});
  form.offerCanonical(await canonicalUrl(tab));
}
