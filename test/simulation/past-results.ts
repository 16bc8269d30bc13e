import { fakeBrowser } from 'wxt/testing/fake-browser';
import { z } from '@/lib/schema';

/** A stored record of the history that has a result. */
const StoredResult = z.object({
  report: z.optional(
    z.object({ report: z.object({ id: z.string(), generatedAt: z.nullable(z.string()) }) }),
  ),
  result: z.optional(z.object({ reportId: z.string(), generatedAt: z.string() })),
});

interface ResultsTools {
  /** Returns the id of the connection; `none` without a connection. */
  readConnection(): Promise<string>;
  /** Whether a new connection or API key may empty the history now. */
  isChangingConnection(): boolean;
  /** Changes with each start of the browser and each new API key, which both empty this history. */
  period(): string;
  /** Whether a person has requested the deletion of a report, or another client has deleted it. */
  isDeleted(reportId: string): boolean;
  note(finding: string): void;
}

/** Creates a check of the rule that no result disappears from the history without a reason. */
export function createResultsCheck(tools: ResultsTools) {
  const { readConnection, isChangingConnection, period, isDeleted, note } = tools;
  let previous = { history: '', results: new Map<string, string>() };

  return {
    /** Compares the stored results with those of the last call. */
    async check(): Promise<void> {
      if (isChangingConnection()) {
        previous = { history: '', results: new Map() };
        return;
      }
      const connectionId = await readConnection();
      const history = `${connectionId} ${period()}`;
      const results = await storedResults(connectionId);
      for (const [result, reportId] of previous.history === history ? previous.results : []) {
        if (!results.has(result) && !isDeleted(reportId)) note(`the result ${result} disappears`);
      }
      previous = { history, results };
    },
  };
}

/** Returns all results of reports and past results: `id date`, with the ids of their reports. */
async function storedResults(connectionId: string): Promise<Map<string, string>> {
  const stored = await fakeBrowser.storage.session.get();
  const results = new Map<string, string>();
  for (const [key, value] of Object.entries(stored)) {
    if (!key.startsWith(`connection/${connectionId}/history/`)) continue;
    const { report, result } = StoredResult.safeParse(value).data ?? {};
    const id = report?.report.id ?? result?.reportId;
    const date = report?.report.generatedAt ?? result?.generatedAt;
    if (id !== undefined && date != null) results.set(`${id} ${date}`, id);
  }
  return results;
}
