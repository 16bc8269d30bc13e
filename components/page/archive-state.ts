import { batch, type Signal, signal } from '@preact/signals';
import { archiveItems, archivePrefix } from '@/lib/archive/archive-items';
import { recordsIn, valueNameOf } from '@/lib/archive/archive-value';
import { historyOf, type PageHistory, type PageRecord } from '@/lib/archive/page-history';
import { watchStored } from '@/lib/browser/browser-storage';
import type { Report } from '@/lib/report/report';
import type { ReportReference } from '@/lib/report/report-reference';

interface ArchiveTools {
  /** Reads stored values by their names. */
  readValues(names: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Calls back with each value that changes from now on. */
  watchValues(onChange: (name: string, value: unknown) => void): void;
}

type Records = readonly PageRecord[];

/** What is known of pages and their past, as a page of ours follows it. */
export type ArchiveState = ReturnType<typeof createArchiveState>;

/** Follows the archive: a value is read when something of it is looked at for the first time. */
export function createArchiveState({ readValues, watchValues }: ArchiveTools) {
  const values = new Map<string, Signal<Records | undefined>>();
  /** Those whose read has not ended. A change that comes meanwhile is newer. */
  const unread = new Set<string>();
  /** Those of them whose read has not begun. */
  let wanted: readonly string[] = [];
  /** The reads that have begun. */
  let reading: Promise<unknown> = Promise.resolve();

  /** Resolves when all is read that was looked at, also where its read had begun before. */
  async function readWanted(): Promise<void> {
    const names = wanted;
    wanted = [];
    if (names.length > 0) reading = Promise.all([reading, readNow(names)]);
    await reading;
  }

  async function readNow(names: readonly string[]): Promise<void> {
    // A page goes without what cannot be read.
    const stored = await readValues(names).catch(() => null);
    batch(() => {
      for (const name of names) if (unread.delete(name)) take(name, stored?.get(name));
    });
  }

  function take(name: string, value: unknown): void {
    const known = values.get(name);
    if (known !== undefined) known.value = recordsIn(value);
  }

  /** The records beside that of a page; undefined while they are not read. */
  function recordsOf(page: string): Records | undefined {
    const name = valueNameOf(page);
    const value = values.get(name) ?? signal<Records | undefined>(undefined);
    if (!values.has(name)) {
      values.set(name, value);
      unread.add(name);
      wanted = [...wanted, name];
      // With all that is looked at in the same moment.
      queueMicrotask(() => void readWanted());
    }
    return value.value;
  }

  function recordOf(page: string): PageRecord | undefined {
    return recordsOf(page)?.find((record) => record.page === page);
  }

  watchValues((name, value) => {
    if (!values.has(name)) return;
    unread.delete(name);
    take(name, value);
  });

  return {
    /** A report as it is known here; null while it is not read, and undefined where it is not known. */
    reportAt: ({ id, page }: ReportReference): Report | null | undefined =>
      recordsOf(page) === undefined
        ? null
        : recordOf(page)?.reports.find((report) => report.id === id),
    /** What is known of the page of a key; undefined while it is not read, or nothing is known. */
    historyOf(page: string): PageHistory | undefined {
      const record = recordOf(page);
      return record && historyOf(record);
    },
    /** Reads what is known of pages now. Never rejects. */
    read(...pages: readonly string[]): Promise<void> {
      for (const page of pages) recordOf(page);
      return readWanted();
    },
  };
}

/** Follows what is stored of the reports of a connection. */
export function openArchive(connectionId: string): ArchiveState {
  return createArchiveState({
    readValues: archiveItems.values(connectionId).read,
    watchValues: (onChange) => watchStored(archivePrefix(connectionId), onChange),
  });
}
