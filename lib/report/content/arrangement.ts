import type { ExtraField } from '@/lib/report/extra-fields';
import type { Check } from './check';
import { sortFields } from './checks';
import { type Score, takeScore } from './score';
import { withNumberedItems } from './sections';

/** A report's undocumented fields, as its view shows them: each in one place. */
export interface Arrangement {
  score: Score | null;
  /** Failed ones first. */
  checks: Check[];
  fields: ExtraField[];
}

/** Arranges a report's undocumented fields by rules that know no service. */
export function arrangeFields(all: readonly ExtraField[]): Arrangement {
  const { score, rest } = takeScore(all);
  const { checks, rest: fields } = sortFields(rest);
  return { score, checks, fields: withNumberedItems(fields) };
}
