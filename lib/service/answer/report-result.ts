import { cutText } from '@/lib/cut-text';
import { LONGEST_CHECK_NAME, MOST_FAILED } from '@/lib/report/content/checks';
import { countFailed, toImportance } from '@/lib/report/importance';
import { isRating, type Rating, ratingOf, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { JsonObject } from './json-parts';

/** A number as services write it, also in a text. */
const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * A report's rating and score: of `result`, or else of `score`, a number from 0 to 100 or one of the
 * words. The rating follows from the number, unless the service has sent the word itself.
 */
export function readResult(row: JsonObject): { result: Rating | null; score: number | null } {
  const values = [row.result, row.score];
  const score = values.map(scoreOf).find((number) => number !== null) ?? null;
  const word = values.map(wordOf).find((text) => text !== null);
  return { result: word ?? (score === null ? null : ratingOf(score)), score };
}

/** Rounded half up before it is rated, so that nobody sees a good 79. */
function scoreOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const read = NUMBER.test(text) ? Score.safeParse(Math.round(Number(text))) : null;
  return read?.data !== undefined && Number(text) <= 100 ? read.data : null;
}

function wordOf(value: unknown): Rating | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return isRating(word) ? word : null;
}

/** The check of a report by its name, undefined where there is none. */
export function checkOf({ results }: JsonObject, name: string): JsonObject | undefined {
  const checks = JsonObject.safeParse(results).data;
  const check = checks && Object.hasOwn(checks, name) ? checks[name] : undefined;
  return JsonObject.safeParse(check).data;
}

/**
 * The checks of a report that failed: how many by importance, and which. Both are null where the
 * report shows no checks.
 */
export function readFailedChecks({ results }: JsonObject): Pick<Report, 'failed' | 'failedChecks'> {
  const checks = Object.entries(JsonObject.safeParse(results).data ?? {})
    .map(([name, value]) => ({ name, check: JsonObject.safeParse(value).data ?? {} }))
    .filter(({ check }) => typeof check.passed === 'boolean');
  if (checks.length === 0) return { failed: null, failedChecks: null };
  const failedChecks = checks
    .filter(({ check }) => check.passed !== true)
    .map(({ name, check }) => ({
      name: cutText(name, LONGEST_CHECK_NAME),
      importance: toImportance(check.importance),
    }));
  return { failed: countFailed(failedChecks), failedChecks: failedChecks.slice(0, MOST_FAILED) };
}
