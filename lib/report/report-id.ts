import { z } from '@/lib/schema';

/**
 * The id of a report as text. The id must be one segment of the path `/reports/{id}`: `.` and `..`
 * would leave the folder, and half a surrogate pair cannot be encoded.
 */
export const ReportId = z.string().check(
  z.regex(/^(?!\.{1,2}$).{1,200}$/),
  z.refine((id) => id.isWellFormed()),
);

/** Whether a text can be the id of a report. */
export function isReportId(text: string): boolean {
  return ReportId.safeParse(text).success;
}

/** Whether an id is a whole number. Newer reports have higher numbers. */
export function isWholeNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

/** Whether an id is newer than another id. Services number their reports. */
export function isLaterId(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
