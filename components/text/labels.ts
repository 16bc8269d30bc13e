import { i18n } from '#i18n';
import type { Privacy } from '@/lib/report/privacy';
import type { Rating } from '@/lib/report/rating';

const PRIVACY_NAMES = { 0: 'public', 1: 'private', 2: 'password' } as const;

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
