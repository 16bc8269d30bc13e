import { PastResult, resultOf } from '@/lib/report/past-result';
import { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { z } from '@/lib/schema';
import { shownAddress } from '@/lib/url/shown-address';
import type { MarkRecord } from './marks';

/** A report as it is stored, with what it is found by. */
export const ReportRecord = z.object({
  id: z.string(),
  report: Report,
  /** See `ReportReference`. */
  page: z.string(),
  /** Empty where the service sent none. */
  project: z.string(),
  /** Minus the time of its result, so that the newest come first; those without a date before all others. */
  age: z.number(),
  /** The labels of its host and the segments of its path, in lower case. */
  words: z.array(z.string()),
  /** When an answer has shown it last, in milliseconds since the epoch. */
  seenAt: z.number(),
});
export type ReportRecord = z.infer<typeof ReportRecord>;

/** A result that a report has had before, as it is stored. */
export const ResultRecord = z.extend(PastResult, { page: z.string() });
export type ResultRecord = z.infer<typeof ResultRecord>;

/** What is stored of a page. */
export interface PageRecords {
  reports: Report[];
  past: PastResult[];
}

/** Where a list of reports goes on: after a report of this age and id. */
export type Position = readonly [age: number, id: string];

/** Where the history of a connection is stored. Each call is one transaction; it rejects where that fails. */
export interface HistoryRecords {
  /** Stores reports as they are now, and what they have shown before; gives the pages that have changed. */
  put(records: readonly ReportRecord[]): Promise<ReadonlySet<string>>;
  /** Stores results that reports have had before. */
  putPast(results: readonly ResultRecord[]): Promise<void>;
  /** Removes a report with its past results, and gives its page; undefined where it was not there. */
  remove(reportId: string): Promise<string | undefined>;
  /** What is stored of pages, by their keys and in their order. */
  pages(keys: readonly string[]): Promise<PageRecords[]>;
  /** Reports by their ids, in their order; undefined where one is not there. */
  reports(ids: readonly string[]): Promise<(Report | undefined)[]>;
  /** The age of the newest report of each page that has one, by its key. */
  ages(keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** So many reports at most, the newest first. */
  newest(most: number, after: Position | null): Promise<ReportRecord[]>;
  /** How many reports were seen since a time. */
  countSeen(since: number): Promise<number>;
  /** The reports that may have words which begin so, as far as they are looked at. */
  candidates(starts: readonly string[]): Promise<ReportRecord[]>;
  /** What a person has marked. */
  marks(): Promise<MarkRecord[]>;
  /** Stores marks, and removes those of some keys. */
  changeMarks(put: readonly MarkRecord[], removedKeys: readonly string[]): Promise<void>;
}

const WITHOUT_DATE = -8.64e15;
const MOST_WORDS = 20;
const LONGEST_WORD = 100;

/** A report as it is stored. */
export function reportRecord(report: Report, seenAt: number): ReportRecord {
  const { id, generatedAt, project, url } = report;
  const age = generatedAt === null ? WITHOUT_DATE : -Date.parse(generatedAt);
  const { page } = referTo(report);
  return { id, report, page, project: project ?? '', age, words: wordsOf(url ?? ''), seenAt };
}

/** The date that an age stands for, ISO 8601; null for none. */
export function dateOf(age: number): string | null {
  return age === WITHOUT_DATE ? null : new Date(-age).toISOString();
}

/** The words of an address, or of a text that is typed to find one. */
export function wordsOf(text: string): string[] {
  const [path = ''] = shownAddress(text.replace(/^https?:\/\//i, '')).split(/[?#]/);
  const words = path.toLowerCase().split(/[\s./]+/);
  const short = words.filter(Boolean).map((word) => word.slice(0, LONGEST_WORD));
  return [...new Set(short)].slice(0, MOST_WORDS);
}

/** Whether each of the starts begins one of a report's words. */
export function hasWords({ words }: ReportRecord, starts: readonly string[]): boolean {
  return starts.every((start) => words.some((word) => word.startsWith(start)));
}

/** The result that a report has shown before, and shows no longer; null for none. */
export function replacedResult(former: ReportRecord, now: ReportRecord): ResultRecord | null {
  const [past] = resultOf(former.report);
  const isLeft = former.page === now.page && former.report.generatedAt !== now.report.generatedAt;
  return past && isLeft ? { ...past, page: now.page } : null;
}

/** Whether a page looks otherwise with a report as it is now. */
export function isChanged(former: ReportRecord | undefined, now: ReportRecord): boolean {
  return former === undefined || JSON.stringify(former.report) !== JSON.stringify(now.report);
}
