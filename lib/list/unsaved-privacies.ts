import { AnyPrivacy, type Privacy } from '@/lib/report/privacy';
import { ReportId } from '@/lib/report/report-id';
import { z } from '@/lib/schema';

/** Privacies that were chosen for reports and not saved, the latest first; never a password. */
export const UnsavedPrivacies = z.array(z.object({ reportId: ReportId, privacy: AnyPrivacy }));
export type UnsavedPrivacies = z.infer<typeof UnsavedPrivacies>;

const MOST_UNSAVED = 20;

/**
 * The privacies with the one of a report put first; the same list where it stands there already, and
 * undefined where none is left.
 * @param privacy null: the report has none
 */
export function withUnsaved(
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
