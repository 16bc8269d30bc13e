import { i18n } from '#i18n';
import type { ClientNews } from '@/lib/report/compare/clients';
import { type FailedChecks, failedCount } from '@/lib/report/importance';
import type { Privacy } from '@/lib/report/privacy';
import type { Rating } from '@/lib/report/rating';
import type { ShownResult } from '@/lib/report/report';
import { dayInYear } from './dates';
import { counted, countText, labelled, series } from './language';

/** As messages name them. */
export const PRIVACY_NAMES = { 0: 'public', 1: 'private', 2: 'password' } as const;

/** The interface's own label of a privacy setting. */
export function privacyLabel(privacy: Privacy): string {
  return i18n.t(`privacy.${PRIVACY_NAMES[privacy]}`);
}

/** Who can see new reports where this is the default privacy, as a sentence. */
export function privacyMeaning(privacy: Privacy): string {
  return i18n.t(`options.privacyMeaning.${PRIVACY_NAMES[privacy]}`);
}

/** The interface's own label of a rating, or that there is none yet. */
export function ratingLabel(rating: Rating | null): string {
  return i18n.t(`rating.${rating ?? 'none'}`);
}

/** Past results are kept where they had a rating, without their checks. */
type PastOrShown = Omit<ShownResult, 'failed'> & Partial<Pick<ShownResult, 'failed'>>;

/** A result as people read it: `Good 87`, the rating alone where the service gave no score, or that there is none. */
export function resultLabel({ result, score, failed = null }: PastOrShown): string {
  if (result === null) return failed === null ? ratingLabel(null) : i18n.t('rating.noScore');
  return score === null ? ratingLabel(result) : `${ratingLabel(result)} ${countText(score)}`;
}

/** "Since Nov 20: 3 clients worse, 1 better"; null where none is either. */
export function newsText({ worse, better, since }: ClientNews): string | null {
  if (worse + better === 0) return null;
  const text =
    worse === 0
      ? counted('news.better', better)
      : series([
          counted('news.worse', worse),
          ...(better > 0 ? [counted('summary.better', better)] : []),
        ]);
  return since === null ? text : labelled(i18n.t('summary.failingSince', [dayInYear(since)]), text);
}

/** How many checks failed, such as `9 issues`. */
export function issuesLabel(failed: FailedChecks): string {
  return counted('issues.count', failedCount(failed));
}

/** How many checks failed, in all and by importance, such as `8 failed: 4 high, 3 medium, 1 low`. */
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

/** Issues by importance, such as `3 high · 4 medium · 2 low`. */
export function importancesLabel({ high, medium, low }: FailedChecks): string {
  return i18n.t('issues.importances', [countText(high), countText(medium), countText(low)]);
}

/** Both in a line, such as `9 issues: 3 high · 4 medium · 2 low`; the number alone where no check failed. */
export function issuesInWords(failed: FailedChecks): string {
  const issues = issuesLabel(failed);
  return failedCount(failed) === 0 ? issues : labelled(issues, importancesLabel(failed));
}
