import type { Check } from '@/lib/report/content/checks';
import { type PastResult, resultOf } from '@/lib/report/past-result';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { wordsOf } from './address-words';
import { storableFound } from './storable-found';

/** A row: a report as the database stores it, with the values of its indexes. */
export interface ReportRecord {
  id: string;
  report: Report;
  /** The findings of the report's current result; null if unknown. Absent before version 3. */
  found?: readonly Check[] | null;
  /** See `ReportReference`. */
  page: string;
  /** The negative time of the report's result. In ascending order, the newest report is first. */
  age: number;
  /** See `wordsOf`. */
  words: string[];
  /** Request time of the answer that has last changed the row. */
  seenAt: number;
}

/** A past result as the database stores it. */
export interface ResultRecord extends PastResult {
  page: string;
}

/** The key of a past result. */
export type ResultKey = [page: string, generatedAt: string, reportId: string];

/** The position after a report in the list of all reports. */
export type Position = readonly [age: number, id: string];

/** The age of a report without a date: the smallest age, so that such a report is first. */
const WITHOUT_DATE = -8.64e15;

/**
 * Returns the row of a report.
 * @param found the findings of the current result; null if the answer has none
 * @param seenAt request time of the answer
 */
export function reportRecord(
  report: Report,
  found: readonly Check[] | null,
  seenAt: number,
): ReportRecord {
  const { id, generatedAt, url } = report;
  return {
    id,
    report,
    found: found && storableFound(found),
    page: referTo(report).page,
    age: generatedAt === null ? WITHOUT_DATE : -Date.parse(generatedAt),
    words: wordsOf(url ?? ''),
    seenAt,
  };
}

/** Returns the date of an age, ISO 8601; null for a report without a date. */
export function dateOf(age: number): string | null {
  return age === WITHOUT_DATE ? null : new Date(-age).toISOString();
}

/**
 * Returns the next version of a row. If the answer has no findings, but the same result, the
 * findings of the former version stay.
 * @param former the stored row; undefined if there is none
 */
export function nextVersion(
  former: ReportRecord | undefined,
  answered: ReportRecord,
): ReportRecord {
  const isSameResult = former?.report.generatedAt === answered.report.generatedAt;
  const found = answered.found ?? (isSameResult ? former?.found : null) ?? null;
  return { ...answered, found };
}

/** Whether two versions of a row have a different report or different findings. */
export function isOtherVersion(former: ReportRecord | undefined, next: ReportRecord): boolean {
  return (
    former === undefined ||
    JSON.stringify(former.report) !== JSON.stringify(next.report) ||
    JSON.stringify(former.found ?? null) !== JSON.stringify(next.found)
  );
}

/** Returns the current result of a row as a past result of its page; empty if the row has none. */
export function resultOfRow({ report, page }: ReportRecord): ResultRecord[] {
  return resultOf(report).map((result) => ({ ...result, page }));
}
