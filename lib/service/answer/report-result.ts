import { cutText } from '@/lib/cut-text';
import {
  type FailedCheck,
  type FailedChecks,
  IMPORTANCES,
  type Importance,
  MOST_FAILED_CHECKS,
} from '@/lib/report/importance';
import { isRating, type Rating, ratingOf, Score } from '@/lib/report/rating';
import { JsonObject } from './envelope';

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

/** A longer name is no key of a check. */
const LONGEST_NAME = 60;

/**
 * Which checks of a report failed and how many by their importance, both null where it shows none. An
 * unknown importance counts as low. Of more than 60 the rest is counted alone.
 */
export function readFailed({ results }: JsonObject): {
  failed: FailedChecks | null;
  failedChecks: FailedCheck[] | null;
} {
  const checks = Object.entries(JsonObject.safeParse(results).data ?? {})
    .map(([name, value]) => ({ name, ...readCheck(value) }))
    .filter(({ passed }) => typeof passed === 'boolean');
  if (checks.length === 0) return { failed: null, failedChecks: null };
  const failed: FailedChecks = { high: 0, medium: 0, low: 0 };
  const failedChecks: FailedCheck[] = [];
  for (const { name, passed, importance } of checks) {
    if (passed === true) continue;
    failed[importance] += 1;
    if (failedChecks.length === MOST_FAILED_CHECKS) continue;
    failedChecks.push({ name: cutText(name, LONGEST_NAME), importance });
  }
  return { failed, failedChecks };
}

function readCheck(value: unknown): { passed: unknown; importance: Importance } {
  const { passed, importance } = JsonObject.safeParse(value).data ?? {};
  return { passed, importance: IMPORTANCES.find((one) => one === importance) ?? 'low' };
}
