import { i18n } from '#i18n';
import { PRIVACY_NAMES } from '@/components/text/labels';
import { counted, sentences } from '@/components/text/language';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

type SharedReport = Pick<Report, 'privacy'>;

/**
 * @param password the password of the copied report, for a button that copies the password
 * @param visibleText null for no visible text; by default the announced text
 */
export type Announce = (
  text: string,
  isFailure?: boolean,
  password?: string | null,
  visibleText?: string | null,
) => void;

/** Announces the outcome of a copy. Resolves with whether the copy succeeded. */
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
export function linkCopied(report: SharedReport): string {
  return sentences(...[i18n.t('copied.link'), linkOpens(report)].filter((one) => one !== null));
}

/** Returns who can open a report's link; null if the privacy is unknown. */
export function linkOpens({ privacy }: SharedReport): string | null {
  return privacy === null ? null : i18n.t(`copied.opens.${PRIVACY_NAMES[privacy]}`);
}

/**
 * Returns a confirmation with the people who can open the link.
 * @param link null if the text contains no link
 */
export function textCopied({ privacy }: SharedReport, link: string | null): string {
  const copied = i18n.t('copied.text');
  if (privacy === null || link === null) return copied;
  return sentences(copied, i18n.t(`copied.linkOpens.${PRIVACY_NAMES[privacy]}`));
}

/** Returns sentences with the numbers of links that only some people can open. */
export function linkLimits(reports: readonly SharedReport[]): string[] {
  const countWith = (wanted: Privacy) => reports.filter(({ privacy }) => privacy === wanted).length;
  const privateCount = countWith(Privacy.Private);
  const passwordCount = countWith(Privacy.Password);
  const limits: string[] = [];
  if (privateCount > 0) limits.push(counted('copied.private', privateCount));
  if (passwordCount > 0) limits.push(counted('copied.password', passwordCount));
  return limits;
}
