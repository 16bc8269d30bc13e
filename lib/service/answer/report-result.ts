import { cutText } from '@/lib/cut-text';
import {
  MAX_CHECK_NAME_LENGTH,
  MAX_ERROR_NAME_LENGTH,
  MAX_ERRORS,
  MAX_FAILED,
} from '@/lib/report/content/checks';
import { countFailed, toImportance } from '@/lib/report/importance';
import { isRating, type Rating, ratingOf, Score } from '@/lib/report/rating';
import type { Report } from '@/lib/report/report';
import { JsonObject } from './json-parts';

/** The kind of a failed check without errors. */
const UNNAMED_ERROR = 'failed';

const NUMBER = /^\d+(?:\.\d+)?$/;

/**
 * Reads `result` and `score`, each a number from 0 to 100 or a word. A word determines the rating,
 * even beside a number.
 */
export function readResult(row: JsonObject): { result: Rating | null; score: number | null } {
  const values = [row.result, row.score];
  const score = values.map(scoreOf).find((number) => number !== null) ?? null;
  const rating = values.map(ratingInWords).find((word) => word !== null);
  return { result: rating ?? (score === null ? null : ratingOf(score)), score };
}

/** Rounds the score. */
function scoreOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  const parsed = NUMBER.test(text) ? Score.safeParse(Math.round(Number(text))) : null;
  return parsed?.data !== undefined && Number(text) <= 100 ? parsed.data : null;
}

function ratingInWords(value: unknown): Rating | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return isRating(word) ? word : null;
}

export function checkOf({ results }: JsonObject, name: string): JsonObject | undefined {
  const checks = JsonObject.safeParse(results).data;
  const check = checks && Object.hasOwn(checks, name) ? checks[name] : undefined;
  return JsonObject.safeParse(check).data;
}

/** Returns nulls for a report without checks. */
export function readFailedChecks({ results }: JsonObject): Pick<Report, 'failed' | 'failedChecks'> {
  const checks = Object.entries(JsonObject.safeParse(results).data ?? {})
    .map(([name, value]) => ({ name, check: JsonObject.safeParse(value).data ?? {} }))
    .filter(({ check }) => typeof check.passed === 'boolean');
  if (checks.length === 0) return { failed: null, failedChecks: null };
  const failedChecks = checks
    .filter(({ check }) => check.passed !== true)
    .map(({ name, check }) => ({
      name: cutText(name, MAX_CHECK_NAME_LENGTH),
      importance: toImportance(check.importance),
      errors: errorKinds(check.errors),
    }));
  return { failed: countFailed(failedChecks), failedChecks: failedChecks.slice(0, MAX_FAILED) };
}

/** Ignores errors with the value false, which do not apply. */
function errorKinds(errors: unknown): string[] {
  const keys = Object.entries(JsonObject.safeParse(errors).data ?? {})
    .filter(([, value]) => value !== false)
    .map(([key]) => cutText(key, MAX_ERROR_NAME_LENGTH));
  const kinds = [...new Set(keys)].slice(0, MAX_ERRORS);
  return kinds.length === 0 ? [UNNAMED_ERROR] : kinds;
}
