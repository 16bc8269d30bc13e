import { i18n } from '#i18n';
import type { ClientNews } from '@/lib/report/compare/clients';
import { type FailedChecks, failedCount } from '@/lib/report/importance';
import type { Privacy } from '@/lib/report/privacy';
import type { Rating } from '@/lib/report/rating';
import type { ShownResult } from '@/lib/report/report';
import { hasCounts } from '@/lib/report/verdict';
import { dayInYear } from './dates';
import { counted, countText, labelled, series, textCache, type Words } from './language';

/** The last part of the message keys. */
export const PRIVACY_NAMES = { 0: 'public', 1: 'private', 2: 'password' } as const;

const cached = textCache();

export function privacyLabel(privacy: Privacy): string {
  const name = PRIVACY_NAMES[privacy];
  return cached(name, () => i18n.t(`privacy.${name}`));
}

/** Returns a sentence that says who can see new reports with this default privacy. */
export function privacyMeaning(privacy: Privacy): string {
  return i18n.t(`options.privacyMeaning.${PRIVACY_NAMES[privacy]}`);
}

export function ratingLabel(rating: Rating | null, words: Words = i18n): string {
  const name = rating ?? 'none';
  return cached(name, () => words.t(`rating.${name}`), words);
}

/** A past result has no checks. */
type PastOrShown = Omit<ShownResult, 'failed'> & Partial<Pick<ShownResult, 'failed'>>;

/** Returns `Good 87`, `Good` without a score, `No score` without a rating, or `No result yet`. */
export function resultLabel(shown: PastOrShown, words: Words = i18n): string {
  const { result, score } = shown;
  if (result === null && hasCounts(shown)) return words.t('rating.noScore');
  const label = ratingLabel(result, words);
  return result === null || score === null ? label : `${label} ${countText(score, words)}`;
}

/** Returns "Since Nov 20: 3 clients worse, 1 better"; null if no client is worse or better. */
export function newsText({ worse, better, since }: ClientNews): string | null {
  if (worse + better === 0) return null;
  const text = newsCounts(worse, better);
  return since === null ? text : labelled(i18n.t('summary.failingSince', [dayInYear(since)]), text);
}

function newsCounts(worse: number, better: number): string {
  if (worse === 0) return counted('news.better', better);
  const worseText = counted('news.worse', worse);
  return better === 0 ? worseText : series([worseText, counted('summary.better', better)]);
}

/** Returns `9 issues`. */
export function issuesLabel(failed: FailedChecks): string {
  const count = failedCount(failed);
  return cached(`issues ${count}`, () => counted('issues.count', count));
}

/** Returns `8 failed: 4 high, 3 medium, 1 low`. */
export function failedLabel(failed: FailedChecks): string {
  const { high, medium, low } = failed;
  const count = failedCount(failed);
  if (count === 0) return i18n.t('report.noneFailed');
  return i18n.t('report.failedOf', [
    countText(count),
    countText(high),
    countText(medium),
    countText(low),
  ]);
}

/** Returns `3 high · 4 medium · 2 low`. */
export function importancesLabel({ high, medium, low }: FailedChecks): string {
  return i18n.t('issues.importances', [countText(high), countText(medium), countText(low)]);
}

/** Returns `9 issues: 3 high · 4 medium · 2 low`, or `0 issues`. */
export function issuesInWords(failed: FailedChecks): string {
  if (failedCount(failed) === 0) return issuesLabel(failed);
  const { high, medium, low } = failed;
  return cached(`issues ${high} ${medium} ${low}`, () =>
    labelled(issuesLabel(failed), importancesLabel(failed)),
  );
}
