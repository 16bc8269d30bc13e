import { openDB } from 'idb';
import { connectionsWithDatabase } from '@/lib/history/database';
import type { HistorySchema } from '@/lib/history/history-schema';
import { resultOfRow } from '@/lib/history/records';

/** The results in the history of one connection. */
export interface HistoryResults {
  connectionId: string;
  /** Past and current results, by `page date reportId`. */
  results: ReadonlyMap<string, StoredResult>;
  /** The dates of current results, by report id; null without a result. */
  currentDates: ReadonlyMap<string, string | null>;
}

interface StoredResult {
  page: string;
  reportId: string;
}

interface PastResultsCheckOptions {
  /** Whether a person's deletion of a report may have removed its results. */
  isDeleted(reportId: string): boolean;
  addViolation(violation: string): void;
}

/**
 * Creates a check that no result disappears from a history, except by a person's deletion. A history also
 * drops results above its limits, but scenarios store fewer results.
 */
export function createPastResultsCheck({ isDeleted, addViolation }: PastResultsCheckOptions) {
  /** Report ids by result and connection, from earlier calls of `check`. */
  const checked = new Map<string, string>();

  return {
    async check(): Promise<void> {
      const stored = new Map<string, string>();
      for (const { connectionId, results } of await readHistories()) {
        for (const [key, { reportId }] of results)
          stored.set(`${key} of ${connectionId}`, reportId);
      }
      for (const [key, reportId] of checked) {
        if (stored.has(key)) continue;
        checked.delete(key);
        if (!isDeleted(reportId)) addViolation(`the result ${key} disappears`);
      }
      for (const [key, reportId] of stored) checked.set(key, reportId);
    },
  };
}

export async function readHistories(): Promise<HistoryResults[]> {
  return Promise.all((await connectionsWithDatabase()).map(readHistory));
}

async function readHistory(connectionId: string): Promise<HistoryResults> {
  const database = await openDB<HistorySchema>(`history/${connectionId}`);
  try {
    const [rows, pastResults] = await Promise.all([
      database.getAll('reports'),
      database.getAll('results'),
    ]);
    const results = new Map<string, StoredResult>();
    for (const { page, generatedAt, reportId } of [...rows.flatMap(resultOfRow), ...pastResults]) {
      results.set(`${page} ${generatedAt} ${reportId}`, { page, reportId });
    }
    const currentDates = new Map(rows.map(({ id, report }) => [id, report.generatedAt]));
    return { connectionId, results, currentDates };
  } finally {
    database.close();
  }
}
