import type { PlainField } from './extra-fields';
import type { Privacy } from './privacy';
import type { Rating } from './rating';

/** A report as a list shows it. */
export interface Report {
  /** The service's identifier as text, whether it sent a number or a string. */
  id: string;
  /** The address that was analysed; null when the service did not send it. */
  url: string | null;
  /** Null: no result yet, or one that the interface does not name. */
  result: Rating | null;
  privacy: Privacy | null;
  /** ISO 8601 in UTC; null when not generated yet or not readable. */
  generatedAt: string | null;
  /** The project's name or identifier; null when the service did not send it. */
  project: string | null;
}

/** One report with everything that the service said of it, its password excepted. */
export interface ReportDetails extends Report {
  /** What the interface does not name, in the service's order. */
  more: PlainField[];
}

/** The answer to a list call. */
export interface ReportList {
  reports: Report[];
  /** Rows that the service sent and that could not be read. */
  unreadable: number;
  /** How many reports match in all, where the service says so. */
  total: number | null;
}

/** Longer addresses name a report no better. */
const LONGEST_NAME = 2_000;

/** A report as it is kept while something is under way for it: an address out of measure is cut. */
export function namedReport(report: Report): Report {
  return { ...report, url: report.url?.slice(0, LONGEST_NAME) ?? null };
}

/** The part of a report that lists show and the store keeps. */
export function reportOf(details: ReportDetails): Report {
  const { more: _, ...report } = details;
  return report;
}
