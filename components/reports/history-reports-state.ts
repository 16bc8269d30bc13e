import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { whenever } from '@/components/app/fold';
import type { ReportStore } from '@/components/app/report-store';
import { attempt, attemptWithRetries } from '@/components/ui/state/attempt';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { CompleteReading, HistoryPart } from '@/lib/history/history-items';
import type { Position } from '@/lib/history/records';
import { clientName, hostOfReport } from '@/lib/report/compare/client-names';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed, type Result } from '@/lib/result';

/** The reports of the history that this page has read. The report store has their versions. */
export interface HistoryReports {
  ids: ReadonlySet<string>;
  /** The last complete reading of all reports; null if there is none. */
  reading: CompleteReading | null;
  /** The published revision whose reports were read. */
  revision: number;
}

export interface HistoryReportsState {
  /** Null until read. */
  now: ReadonlySignal<HistoryReports | null>;
  /** Whether the first read has succeeded or failed. After this read, the page follows the history. */
  isRead: ReadonlySignal<boolean>;
  /** Reads all reports. Never rejects. */
  read(): Promise<void>;
}

interface HistoryReportsTools {
  background: Pick<BackgroundApi, 'listHistory' | 'getHistoryChanges'>;
  connectionId: string;
  reports: Pick<ReportStore, 'addRead' | 'latestTime'>;
  /** The latest revision of the history. */
  revision: ReadonlySignal<number>;
}

interface Progress {
  isLoading: boolean;
  /** The revision for which the last request was sent; null before the end of the first request. */
  requestedFor: number | null;
  stored: (HistoryReports & Pick<Reply, 'sentUpTo'>) | null;
}

/** The reports of the history after a request. */
interface Reply extends Omit<HistoryReports, 'revision'> {
  /** The reports that were read. */
  read: readonly Report[];
  /** The revision up to which the worker has sent changes. */
  sentUpTo: number;
  /** Whether no further changes follow. */
  isLast: boolean;
}

export function createHistoryReports(tools: HistoryReportsTools): HistoryReportsState {
  const { background, connectionId, reports, revision } = tools;
  const progress = signal<Progress>({ isLoading: false, requestedFor: null, stored: null });
  const isDue = computed(() => {
    const { isLoading, requestedFor } = progress.value;
    return !isLoading && requestedFor !== null && revision.value > requestedFor;
  });
  whenever(isDue, () => void read());

  async function read(): Promise<void> {
    const { stored } = progress.value;
    const target = revision.value;
    const time = reports.latestTime();
    progress.value = { ...progress.value, isLoading: true };
    const reply = await (stored === null ? readAll() : readChanges(stored));
    batch(() => {
      if (reply !== null) reports.addRead(reply.read, time);
      progress.value = progressAfter(stored, reply, target);
    });
  }

  function readPart(after: Position | null): Promise<Result<HistoryPart>> {
    return attempt(() => background.listHistory(connectionId, after));
  }

  /** Returns null after a failure. */
  async function readAll(): Promise<Reply | null> {
    const read: Report[] = [];
    const ids = new Set<string>();
    let first: HistoryPart | undefined;
    let request: Promise<Result<HistoryPart>> | null = readPart(null);
    while (request !== null) {
      const result: Result<HistoryPart> = await request;
      if (hasFailed(result)) return null;
      const { reports, after }: HistoryPart = result.value;
      first ??= result.value;
      for (const { id } of reports) ids.add(id);
      read.push(...reports);
      request = after === null || ids.size >= first.count ? null : readPart(after);
      // The page key, the client and the host of a report are cached. Thousands at once would block
      // the page.
      for (const report of reports) {
        referTo(report);
        clientName(report);
        hostOfReport(report);
      }
    }
    if (first === undefined) return null;
    // Reports that have changed between the parts are in the changes since the first part.
    const { reading, revision: sentUpTo } = first;
    return { read, ids, reading, sentUpTo, isLast: true };
  }

  /** Reads the changes since the last reply. Returns null after a failure. */
  async function readChanges(former: Pick<Reply, 'ids' | 'sentUpTo'>): Promise<Reply | null> {
    const result = await attemptWithRetries(() =>
      background.getHistoryChanges(connectionId, former.sentUpTo),
    );
    if (hasFailed(result)) return null;
    const changes = result.value;
    if (changes === null) return readAll();
    const { reports: read, removed, reading, revision: sentUpTo, isLast } = changes;
    const gone = new Set(removed);
    const remaining = [...former.ids].filter((id) => !gone.has(id));
    const ids = new Set([...remaining, ...read.map(({ id }) => id)]);
    return { read, ids, reading, sentUpTo, isLast };
  }

  return {
    now: computed(() => progress.value.stored),
    isRead: computed(() => progress.value.requestedFor !== null),
    read,
  };
}

/** @param reply null after a failure. The next revision causes another attempt. */
function progressAfter(stored: Progress['stored'], reply: Reply | null, target: number): Progress {
  if (reply === null) return { isLoading: false, requestedFor: target, stored };
  const { ids, reading, sentUpTo, isLast } = reply;
  const revision = isLast ? target : (stored?.revision ?? 0);
  return {
    isLoading: false,
    requestedFor: revision,
    stored: { ids, reading, revision, sentUpTo },
  };
}
