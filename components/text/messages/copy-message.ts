import { i18n } from '#i18n';
import { PRIVACY_NAMES } from '@/components/text/labels';
import { counted, sentences } from '@/components/text/language';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

type Shared = Pick<Report, 'privacy'>;

/**
 * @param password the password of the copied report, which a person may copy next
 * @param visibleText null shows no text; by default the announced text
 */
export type Announce = (
  text: string,
  isFailure?: boolean,
  password?: string | null,
  visibleText?: string | null,
) => void;

/** Announces the outcome of copying. Returns whether the text was copied. */
export async function announceCopy(
  copying: Promise<void>,
  copied: string,
  announce: Announce,
  password: string | null = null,
  visibleText: string | null = copied,
): Promise<boolean> {
  try {
    await copying;
  } catch {
    announce(i18n.t('form.copyFailed'), true);
    return false;
  }
  announce(copied, false, password, visibleText);
  return true;
}

/** Returns a confirmation with the people who can open the link. */
export function linkCopied(report: Shared): string {
  return sentences(...[i18n.t('copied.link'), linkOpens(report)].filter((one) => one !== null));
}

/** Returns who can open a report's link; null if the privacy is unknown. */
export function linkOpens({ privacy }: Shared): string | null {
  return privacy === null ? null : i18n.t(`copied.opens.${PRIVACY_NAMES[privacy]}`);
}

/**
 * Returns a confirmation with the people who can open the link.
 * @param link null if the text contains no link
 */
export function textCopied({ privacy }: Shared, link: string | null): string {
  const copied = i18n.t('copied.text');
  if (privacy === null || link === null) return copied;
  return sentences(copied, i18n.t(`copied.linkOpens.${PRIVACY_NAMES[privacy]}`));
}

/** Returns how many links of a copied text only some people can open, in sentences. */
export function linkLimits(reports: readonly Shared[]): string[] {
  const count = (wanted: Privacy) => reports.filter(({ privacy }) => privacy === wanted).length;
  const privateCount = count(Privacy.Private);
  const passwordCount = count(Privacy.Password);
  const limits: string[] = [];
  if (privateCount > 0) limits.push(counted('copied.private', privateCount));
  if (passwordCount > 0) limits.push(counted('copied.password', passwordCount));
  return limits;
}
