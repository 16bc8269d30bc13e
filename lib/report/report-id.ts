import { z } from '@/lib/schema';

/** Excludes `.` and `..`, which would change a path, and text that `encodeURIComponent` refuses. */
export const ReportId = /* @__PURE__ */ z.string().check(
  z.regex(/^(?!\.{1,2}$).{1,200}$/),
  z.refine((id) => id.isWellFormed()),
);

export function isReportId(text: string): boolean {
  return ReportId.safeParse(text).success;
}

/** Whether an id is a whole number. Most services number their reports in order of creation. */
export function isWholeNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

/**
 * Whether a report may follow another report in a list of the newest reports. Always true if the ids are not
 * whole numbers.
 */
export function mayFollow(id: string, other: string): boolean {
  return !isWholeNumber(id) || !isWholeNumber(other) || isLaterId(other, id);
}

/** Compares ids that are whole numbers. */
export function isLaterId(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
