import { z } from '@/lib/schema';

/**
 * A report's identifier as text, which has a place of its own in the path `/reports/{id}`: dots alone
 * would lead out of it, and half a surrogate pair cannot be written there.
 */
export const ReportId = z.string().check(
  z.regex(/^(?!\.{1,2}$).{1,200}$/),
  z.refine((id) => id.isWellFormed()),
);

/** Whether a text can be the identifier of a report. */
export function isReportId(text: string): boolean {
  return ReportId.safeParse(text).success;
}

/** Whether an identifier is a whole number: the later of two reports has the higher one. */
export function isWholeNumber(id: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(id);
}

/** Whether an identifier is the later of two: services number their reports. */
export function isLaterId(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length;
}
