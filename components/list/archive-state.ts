import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { recordsIn, valueNameOf } from '@/lib/archive/archive-value';
import { historyOf, type PageHistory, type PageRecord } from '@/lib/archive/page-history';
import {
  listedReports,
  type ResolvedList,
  resolvedList,
  type StoredList,
} from '@/lib/archive/stored-list';
import type { Report } from '@/lib/report/report';
import type { ReportPlace } from '@/lib/report/report-page';
import { isSameQuery, type ReportQuery } from '@/lib/report/report-query';

/** What is known of the service's reports, as a page follows it. */
export interface ArchiveState {
  /** The stored lists with their reports. */
  lists: ReadonlySignal<readonly ResolvedList[]>;
  /** The reports of the stored lists, each once. */
  listed: ReadonlySignal<readonly Report[]>;
  /** A report by its place; null while it is not read, or not known. */
  reportAt(place: ReportPlace): Report | null;
  /** What is known of the page of a key; undefined while it is not read, or nothing is known. */
  historyOf(page: string): PageHistory | undefined;
  /** Reads at once what is known of a page, and of the reports to be shown for a query. Never rejects. */
  readFor(query: ReportQuery, page: string): Promise<void>;
  /** Reads what is stored by now at these places, whatever is known of them. Never rejects. */
  readAnew(places: readonly ReportPlace[]): Promise<void>;
}

interface ArchiveTools {
  /** As the background stores them, the newest first. */
  lists: ReadonlySignal<readonly StoredList[]>;
  /** Reads stored values by their names. */
  readValues(names: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Calls back with each value that changes from now on. */
  watchValues(onChange: (name: string, value: unknown) => void): void;
}

/** The records of one stored value, by page. */
type Records = (page: string) => PageRecord | undefined;

/** Follows the archive: a value is read when something of it is looked at for the first time. */
export function createArchiveState({ lists, readValues, watchValues }: ArchiveTools): ArchiveState {
  /** Those that are read, or will be. */
  const values = new Map<string, Signal<Records | undefined>>();
  const wanted = new Set<string>();
  /** How often each value has changed while it was followed. */
  const changes = new Map<string, number>();

  async function readWanted(): Promise<void> {
    const before = [...wanted].map((name) => ({ name, changes: changes.get(name) }));
    wanted.clear();
    if (before.length === 0) return;
    const stored = await readValues(before.map(({ name }) => name)).catch(() => null);
    batch(() => {
      for (const { name, changes: known } of before) {
        const value = values.get(name);
        // A change that came meanwhile is newer.
        if (value === undefined || changes.get(name) !== known) continue;
        // A page goes without a value that cannot be read, or keeps the former one.
        if (stored === null && value.value !== undefined) continue;
        value.value = recordsIn(stored?.get(name));
      }
    });
  }

  function followed(page: string): Signal<Records | undefined> {
    const name = valueNameOf(page);
    const known = values.get(name) ?? signal<Records | undefined>(undefined);
    if (!values.has(name)) {
      values.set(name, known);
      wanted.add(name);
      queueMicrotask(() => void readWanted());
    }
    return known;
  }

  /** What has changed and is not taken over yet. */
  const changed = new Map<string, unknown>();

  /** A list that is read changes many values at once: whatever is made of them is made anew once. */
  function takeChanged(): void {
    batch(() => {
      for (const [name, value] of changed) {
        const known = values.get(name);
        if (known !== undefined) known.value = recordsIn(value);
      }
    });
    changed.clear();
  }

  watchValues((name, value) => {
    if (!values.has(name)) return;
    changes.set(name, (changes.get(name) ?? 0) + 1);
    if (changed.size === 0) queueMicrotask(takeChanged);
    changed.set(name, value);
  });

  const recordOf = (page: string) => followed(page).value?.(page);
  const reportAt = ({ id, page }: ReportPlace) =>
    recordOf(page)?.reports.find((report) => report.id === id) ?? null;
  const resolved = computed(() => lists.value.map((list) => resolvedList(list, reportAt)));

  return {
    lists: resolved,
    listed: computed(() => listedReports(resolved.value)),
    reportAt,
    historyOf(page) {
      const record = recordOf(page);
      return record && historyOf(record);
    },
    readFor(query, page) {
      const all = lists.peek();
      const answer = all.find((list) => isSameQuery(list.query, query));
      // Without an answer, what matches is sought in all lists.
      for (const { rows } of answer ? [answer] : all) for (const row of rows) followed(row.page);
      followed(page);
      return readWanted();
    },
    readAnew(places) {
      for (const { page } of places) {
        followed(page);
        wanted.add(valueNameOf(page));
      }
      return readWanted();
    },
  };
}
