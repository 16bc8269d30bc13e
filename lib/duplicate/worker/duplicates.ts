import { type Duplicate, type DuplicateRecord, EMPTY_RECORD } from '@/lib/duplicate/duplicate';
import {
  afterList,
  type SeenList,
  withCreation,
  withoutReport,
} from '@/lib/duplicate/duplicate-rule';
import type { Report } from '@/lib/report/report';
import type { StoredItem } from '@/lib/stored-item';
import { type Submission, SubmissionFacts } from '@/lib/submission/submission';

/**
 * Finds reports that were made twice for one submission. A full store costs the finding, and nothing
 * else: none of these rejects.
 */
export interface Duplicates {
  /** Remembers a creation that has ended, until a list can tell whether it made two reports. */
  remember(submission: Submission, report: Report | null): Promise<void>;
  /** Whether a creation waits for such a list. */
  hasUnchecked(): Promise<boolean>;
  /** Holds what is remembered against a list, after the queue has taken its own from it. */
  check(seen: Pick<SeenList, 'list' | 'query' | 'askedAt'>): Promise<void>;
  /** Says nothing more of a report: it is gone, or a person puts up with it. */
  forget(reportId: string): Promise<void>;
}

interface DuplicatesTools {
  ordinary: StoredItem<DuplicateRecord>;
  /** In memory: nothing else may be stored of what private windows report. */
  ofPrivateWindows: StoredItem<DuplicateRecord>;
  isMaking(url: string): boolean;
  onFound(duplicate: Duplicate): Promise<void>;
}

/** Makes the duplicates of one connection. */
export function createDuplicates(tools: DuplicatesTools): Duplicates {
  const { ordinary, ofPrivateWindows, isMaking, onFound } = tools;
  const items = [ordinary, ofPrivateWindows];
  /** Our submissions' reports, also those that could not be stored. */
  const ownIds = new Set<string>();

  const records = () => Promise.all(items.map((item) => item.read()));

  async function check(seen: Parameters<Duplicates['check']>[0]): Promise<void> {
    const accounted = new Set((await records()).flatMap((record) => record?.accountedIds ?? []));
    const isAccountedFor = (id: string) => accounted.has(id) || ownIds.has(id);
    for (const item of items) {
      let found: Duplicate[] = [];
      await item.update((before) => {
        const after = before && afterList(before, { ...seen, isAccountedFor, isMaking });
        found = after?.found.filter((one) => !before?.found.includes(one)) ?? [];
        return after;
      });
      await Promise.all(found.map(onFound));
    }
  }

  return {
    async remember(submission, report) {
      if (report !== null) ownIds.add(report.id);
      const creation = {
        submission: SubmissionFacts.parse(submission),
        reportId: report?.id ?? null,
        // Any other is searched for before its end.
        isAnswered: submission.state === 'sending',
      };
      const item = submission.isPrivateWindow ? ofPrivateWindows : ordinary;
      await item.update((record = EMPTY_RECORD) => withCreation(record, creation)).catch(() => {});
    },
    async hasUnchecked() {
      const all = await records().catch(() => []);
      return all.some((record) => record !== undefined && record.unchecked.length > 0);
    },
    check: (seen) => check(seen).catch(() => {}),
    async forget(reportId) {
      const withoutIt = (record?: DuplicateRecord) => record && withoutReport(record, reportId);
      await Promise.all(items.map((item) => item.update(withoutIt))).catch(() => {});
    },
  };
}
