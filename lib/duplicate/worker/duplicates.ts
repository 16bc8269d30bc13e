import { type DuplicateRecord, EMPTY_RECORD } from '@/lib/duplicate/duplicate';
import { afterList, withCreation, withoutReport } from '@/lib/duplicate/duplicate-rule';
import type { Report } from '@/lib/report/report';
import type { StoredList } from '@/lib/report/stored-list';
import type { StoredItem } from '@/lib/stored-item';
import { type Submission, SubmissionFacts } from '@/lib/submission/submission';

/**
 * Finds reports that were made twice for one submission. A full store costs the finding, and nothing
 * else: none of these rejects.
 */
export interface Duplicates {
  /** Remembers a creation that has ended, until a list can tell whether it made two reports. */
  remember(submission: Submission, report: Report | null): Promise<void>;
  /** Whether a creation waits for such a list; one of a private window, or any. */
  hasUnchecked(isPrivateWindow: boolean): Promise<boolean>;
  /**
   * Holds what is remembered against a list, after the queue has taken its own from it. Of what
   * private windows have read nothing is stored for others.
   */
  check(list: StoredList, isPrivateWindow: boolean): Promise<void>;
  /** Says nothing more of a report: it is gone, or a person puts up with it. */
  forget(reportId: string): Promise<void>;
}

interface DuplicatesTools {
  ordinary: StoredItem<DuplicateRecord>;
  /** In memory: nothing else may be stored of what private windows report. */
  ofPrivateWindows: StoredItem<DuplicateRecord>;
  isMaking(url: string): boolean;
  /** Whether a report is a private window's, or may be. */
  isHidden(report: Report): boolean;
  /** Called with reports that are now known to be private windows' own. */
  onPrivate(report: Report): Promise<void>;
}

/** Makes the duplicates of one connection. */
export function createDuplicates(tools: DuplicatesTools): Duplicates {
  const { ordinary, ofPrivateWindows, isMaking, isHidden, onPrivate } = tools;
  const items = [ordinary, ofPrivateWindows];
  /** Our submissions' reports, also those that could not be stored. */
  const ownIds = new Set<string>();

  const records = () => Promise.all(items.map((item) => item.read()));

  async function check(list: StoredList, isPrivateWindow: boolean): Promise<void> {
    const { reports } = list;
    const accounted = new Set((await records()).flatMap((record) => record?.accountedIds ?? []));
    const isAccountedFor = (id: string) => accounted.has(id) || ownIds.has(id);
    if (!isPrivateWindow) {
      const hidden = new Set(reports.filter(isHidden).map(({ id }) => id));
      const isTaken = (id: string) => isAccountedFor(id) || hidden.has(id);
      await ordinary.update(
        (record) => record && afterList(record, { ...list, isAccountedFor: isTaken, isMaking }),
      );
    }
    const after = await ofPrivateWindows.update(
      (record) => record && afterList(record, { ...list, isAccountedFor, isMaking }),
    );
    const own = new Set(after?.accountedIds.filter((id) => !accounted.has(id)));
    await Promise.all(reports.filter(({ id }) => own.has(id)).map(onPrivate));
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
    async hasUnchecked(isPrivateWindow) {
      const read = isPrivateWindow ? ofPrivateWindows.read().then((one) => [one]) : records();
      const all = await read.catch(() => []);
      return all.some((record) => record !== undefined && record.unchecked.length > 0);
    },
    check: (list, isPrivateWindow) => check(list, isPrivateWindow).catch(() => {}),
    async forget(reportId) {
      const withoutIt = (record?: DuplicateRecord) => record && withoutReport(record, reportId);
      await Promise.all(items.map((item) => item.update(withoutIt))).catch(() => {});
    },
  };
}
