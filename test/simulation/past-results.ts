import { openDB } from 'idb';
import { connectionsWithDatabase } from '@/lib/history/database';
import type { HistorySchema } from '@/lib/history/history-schema';
import { resultOfRow } from '@/lib/history/records';

/** The contents of the history of one connection. */
export interface StoredEvidence {
  connectionId: string;
  /** Report ids by stored result: `page date id`. Includes the current results of reports. */
  results: ReadonlyMap<string, string>;
  /** The date of each stored report's result, by report id; null without a result. */
  rows: ReadonlyMap<string, string | null>;
}

interface ResultsTools {
  /** Whether a person's deletion of a report may have removed its results. */
  isDeleted(reportId: string): boolean;
  note(finding: string): void;
}

/**
 * Creates a check that no result disappears from the histories, except by a person's deletion. Scenarios
 * store fewer results than the limits of the history.
 */
export function createResultsCheck({ isDeleted, note }: ResultsTools) {
  /** Report ids by result and history, for all results that were stored and not deleted. */
  const known = new Map<string, string>();

  return {
    /** Compares the stored results with those of all earlier calls. */
    async check(): Promise<void> {
      const stored = new Map<string, string>();
      for (const { connectionId, results } of await storedEvidence()) {
        for (const [result, id] of results) stored.set(`${result} of ${connectionId}`, id);
      }
      for (const [result, reportId] of known) {
        if (stored.has(result)) continue;
        known.delete(result);
        if (!isDeleted(reportId)) note(`the result ${result} disappears`);
      }
      for (const [result, reportId] of stored) known.set(result, reportId);
    },
  };
}

export async function storedEvidence(): Promise<StoredEvidence[]> {
  return Promise.all((await connectionsWithDatabase()).map(evidenceOf));
}

async function evidenceOf(connectionId: string): Promise<StoredEvidence> {
  const database = await openDB<HistorySchema>(`history/${connectionId}`);
  try {
    const [rows, past] = await Promise.all([
      database.getAll('reports'),
      database.getAll('results'),
    ]);
    const all = [...rows.flatMap(resultOfRow), ...past];
    return {
      connectionId,
      results: new Map(
        all.map(({ page, generatedAt, reportId }) => [
          `${page} ${generatedAt} ${reportId}`,
          reportId,
        ]),
      ),
      rows: new Map(rows.map(({ id, report }) => [id, report.generatedAt])),
    };
  } finally {
    database.close();
  }
}
