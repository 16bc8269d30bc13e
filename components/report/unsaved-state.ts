import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { AnyPrivacy, type Privacy } from '@/lib/report/privacy';
import type { ReportChange } from '@/lib/report/report-change';
import { ReportId } from '@/lib/report/report-id';
import { z } from '@/lib/schema';
import { keyOf } from '@/lib/storage/keys';
import type { StoredItem } from '@/lib/storage/stored-item';
import { storedItem } from '@/lib/storage/stored-values';
import type { OpenReport } from './open-report';

/** Privacies that were chosen for reports and not saved, the latest first; never a password. */
export const UnsavedPrivacies = z.array(z.object({ reportId: ReportId, privacy: AnyPrivacy }));
export type UnsavedPrivacies = z.infer<typeof UnsavedPrivacies>;

/** Where they are kept: in memory, and dropped with their connection. */
export function unsavedItemOf(connectionId: string): StoredItem<UnsavedPrivacies> {
  return storedItem('session', keyOf(connectionId, 'unsaved'), UnsavedPrivacies);
}

const MOST_UNSAVED = 20;

/**
 * The privacies with the one of a report put first; the same list where it stands there already, and
 * undefined where none is left.
 * @param privacy null: the report has none
 */
function withUnsaved(
  unsaved: UnsavedPrivacies | undefined,
  reportId: string,
  privacy: Privacy | null,
): UnsavedPrivacies | undefined {
  const before = unsaved?.find((one) => one.reportId === reportId)?.privacy ?? null;
  if (before === privacy) return unsaved;
  const others = unsaved?.filter((one) => one.reportId !== reportId) ?? [];
  if (privacy !== null) return [{ reportId, privacy }, ...others].slice(0, MOST_UNSAVED);
  return others.length > 0 ? others : undefined;
}

/** What was chosen for a report that is opened anew. */
type Choice = Pick<OpenReport, 'privacy' | 'password'>;

interface UnsavedTools {
  open: ReadonlySignal<OpenReport | null>;
  /** What is chosen for it, neither saved nor on its way; null where nothing is. */
  unsaved: ReadonlySignal<ReportChange | null>;
  /** The privacies that were chosen in earlier popups and not saved. */
  kept: UnsavedPrivacies;
  /** Where these are kept; null where none are kept. */
  item: StoredItem<UnsavedPrivacies> | null;
}

/**
 * Follows what is chosen for the open report and not saved, so that it stands there again when that is
 * opened anew: with its password while the page is open, without it afterwards.
 */
export function followUnsaved({ open, unsaved, kept, item }: UnsavedTools) {
  const choices = new Map<string, Choice>(
    kept.map(({ reportId, privacy }) => [reportId, { privacy, password: '' }]),
  );
  const id = computed(() => open.value?.report.id);
  /** Also the report's own, where a new password goes with it. */
  const privacy = computed(() => unsaved.value?.privacy ?? null);

  effect(() => {
    const now = open.value;
    if (now === null) return;
    if (unsaved.value === null) choices.delete(now.report.id);
    else choices.set(now.report.id, now);
  });

  effect(() => {
    const [reportId, chosen] = [id.value, privacy.value];
    if (reportId === undefined) return;
    // A full store costs the next popup what was chosen, and nothing else.
    void item?.update((all) => withUnsaved(all, reportId, chosen)).catch(() => {});
  });

  return { of: (reportId: string): Choice | undefined => choices.get(reportId) };
}
