import { i18n } from '#i18n';
import type { CheckStep, StepState } from '@/lib/connection/connection-check';
import { Privacy } from '@/lib/report/privacy';
import type { Rating } from '@/lib/report/rating';

/** The interface's own label of a privacy setting. */
export function privacyLabel(privacy: Privacy): string {
  switch (privacy) {
    case Privacy.Public:
      return i18n.t('privacy.public');
    case Privacy.Private:
      return i18n.t('privacy.private');
    case Privacy.Password:
      return i18n.t('privacy.password');
  }
}

/** The interface's own label of a rating, or that there is none yet. */
export function ratingLabel(rating: Rating | null): string {
  return i18n.t(`rating.${rating ?? 'none'}`);
}

export function stepLabel(step: CheckStep): string {
  return i18n.t(`check.${step}`);
}

export function stepStateLabel(state: StepState): string {
  return i18n.t(`check.${state}`);
}
