import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { whenever } from '@/components/app/fold';
import type { PageKernel } from '@/components/app/page-kernel';
import type { ListState } from '@/components/list/list-state';
import { followedSignal } from '@/components/ui/state/stored-signal';
import type { ClientNames } from '@/lib/report/compare/client-names';
import { asksForNewest } from '@/lib/shared-state/loaded-list';
import { readingItem } from '@/lib/shared-state/shared-items';
import { type AllRows, createAllRows } from './all-rows-state';
import { createHistoryReports } from './history-reports-state';
import { createRowsReading, type RowsReadingState } from './rows-reading-state';

/** The reports that the list of *All reports* shows, and how current they are. */
export interface ListSource {
  rows: ReadonlySignal<AllRows>;
  reading: RowsReadingState;
  /** Whether the list shows all reports, without a filter. */
  isOfAll: ReadonlySignal<boolean>;
  /** Whether the rows will change because of a reading. */
  awaitsRows: ReadonlySignal<boolean>;
  /** Whether the stored reports were read, or could not be read. */
  isStoredRead: ReadonlySignal<boolean>;
  /** Whether stored rows exist. Their numbers are shown before the end of a reading. */
  hasStoredRows: ReadonlySignal<boolean>;
  /** The revision of the history that the rows show. */
  revision: ReadonlySignal<number>;
  /** Whether all reports of a client are read. */
  isClientRead(client: string): boolean;
  /** Reads the stored reports and then the list, once. Resolves at the end. */
  open(): Promise<void>;
}

interface ListSourceTools {
  list: ListState;
  clientNames: ReadonlySignal<ClientNames>;
  /** Whether the page shows the popup's list, which needs no stored reports. */
  hasPlainList: ReadonlySignal<boolean>;
  /** Whether a visible view needs all rows. */
  isInSight: ReadonlySignal<boolean>;
}

export function createListSource(kernel: PageKernel, tools: ListSourceTools): ListSource {
  const { background, connectionId, reports, state } = kernel;
  const { list, clientNames, hasPlainList, isInSight } = tools;
  let opening: Promise<void> | undefined;
  /** Whether `opening` has ended. Until its end, the rows may be days old. */
  const isOpen = signal(false);
  const ownReadingItem = readingItem(connectionId);
  const published = followedSignal(ownReadingItem);
  void ownReadingItem.read().then(published.begin, () => {});
  const reading = createRowsReading({
    background,
    connectionId,
    published: published.value,
    list,
    isInSight: computed(() => isOpen.value && isInSight.value),
    isIdle: state.isIdle,
  });
  const stored = createHistoryReports({
    background,
    connectionId,
    reports,
    revision: computed(() =>
      Math.max(state.queue.value.historyRevision, reading.progress.value.revision),
    ),
  });
  const rows = createAllRows({
    list,
    stored,
    versions: reports,
    clientNames,
    progress: reading.progress,
    deleting: state.deleting,
  });
  const isOfAll = computed(() => asksForNewest(list.query.value));

  async function read(): Promise<void> {
    if (!hasPlainList.value) await stored.read();
    await list.refresh();
    isOpen.value = true;
  }

  // Reads the stored reports if a plain list becomes a table.
  whenever(
    computed(() => isOpen.value && !hasPlainList.value && !stored.isRead.value),
    () => void stored.read(),
  );

  return {
    rows,
    reading,
    isOfAll,
    awaitsRows: computed(
      () =>
        list.shown.value?.isAnswer !== true ||
        !isOpen.value ||
        reading.now.value.isUnfinished ||
        (isOfAll.value && rows.value.isBehind),
    ),
    isStoredRead: stored.isRead,
    hasStoredRows: computed(() => stored.isRead.value && rows.value.reports.length > 0),
    revision: computed(() => stored.now.value?.revision ?? 0),
    isClientRead: (client) =>
      !hasPlainList.value && isOpen.value && rows.value.unreadClients?.has(client) === false,
    open() {
      opening ??= read();
      return opening;
    },
  };
}
