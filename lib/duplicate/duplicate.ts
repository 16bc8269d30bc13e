import { Report } from '@/lib/report/report';
import { Timestamp, z } from '@/lib/schema';
import { SubmissionFacts } from '@/lib/submission/submission';

/**
 * Two reports that one submission has become. Browsers send a POST again by themselves when a kept
 * connection is cut before the answer, and say nothing of it.
 */
export const Duplicate = z.object({
  submission: SubmissionFacts,
  /** The report that the submission is known to have become. */
  own: Report,
  /** Another new one of its page. */
  extra: Report,
  /** Whether the service's answer named the first; otherwise nobody knows which one is too many. */
  isAnswered: z.boolean(),
  foundAt: Timestamp,
});
export type Duplicate = z.infer<typeof Duplicate>;

/** A creation that no list has been held against yet. */
export const UncheckedCreation = z.object({
  submission: SubmissionFacts,
  /** Null: the service did not show which report it has become. */
  reportId: z.nullable(z.string()),
  /** Whether the answer to the request named the report; otherwise a search has found it. */
  isAnswered: z.boolean(),
});
export type UncheckedCreation = z.infer<typeof UncheckedCreation>;

/** What is stored to tell duplicates by, and those that were found. */
export const DuplicateRecord = z.object({
  unchecked: z.array(UncheckedCreation),
  /** Reports that are accounted for, the latest last: our submissions' own, and what was said of. */
  accountedIds: z.array(z.string()),
  found: z.array(Duplicate),
});
export type DuplicateRecord = z.infer<typeof DuplicateRecord>;

export const EMPTY_RECORD: DuplicateRecord = { unchecked: [], accountedIds: [], found: [] };
