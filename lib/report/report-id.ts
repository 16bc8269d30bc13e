import { z } from '@/lib/schema';

/**
 * The id of a report as text. The path `/reports/{id}` must be able to contain the id: `.` and `..`
 * would change the path, and half a surrogate pair cannot be encoded.
 */
export const ReportId = z.string().check(
  z.regex(/^(?!\.{1,2}$).{1,200}$/),
  z.refine((id) => id.isWellFormed()),
);

/** Whether a text can be the id of a report. */
export function isReportId(text: string): boolean {
  return ReportId.safeParse(text).success;
}

/** Whether an id is a whole number. Most services number their reports in order of creation. */
export function isWholeNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

/** Whether a numeric id belongs to a newer report than another id. */
export function isLaterId(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
