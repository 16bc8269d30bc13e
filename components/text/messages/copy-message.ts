import { i18n } from '#i18n';
import { PRIVACY_NAMES } from '@/components/text/labels';
import { counted, sentences } from '@/components/text/language';
import { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';

type Shared = Pick<Report, 'privacy'>;

/**
 * Says what came of something, in a sentence.
 * @param password of what was copied, to be copied next
 * @param line what is to be seen of it; by default all
 */
export type Announce = (
  text: string,
  isFailure?: boolean,
  password?: string | null,
  line?: string | null,
) => void;

/**
 * Says how copying went: the given sentence, or what to do where the browser did not allow it.
 * @returns whether it was copied
 */
export async function announceCopy(
  copying: Promise<void>,
  copied: string,
  announce: Announce,
  password: string | null = null,
  line: string | null = copied,
): Promise<boolean> {
  try {
    await copying;
  } catch {
    announce(i18n.t('form.copyFailed'), true);
    return false;
  }
  announce(copied, false, password, line);
  return true;
}

/** That a report's link is copied, and who can open it. */
export function linkCopied(report: Shared): string {
  return sentences(...[i18n.t('copied.link'), linkOpens(report)].filter((one) => one !== null));
}

/** Who can open a report's link; null where that is not known. */
export function linkOpens({ privacy }: Shared): string | null {
  return privacy === null ? null : i18n.t(`copied.opens.${PRIVACY_NAMES[privacy]}`);
}

/**
 * That a report's text is copied, and who can open the link in it.
 * @param link null where there is none in it
 */
export function textCopied({ privacy }: Shared, link: string | null): string {
  const copied = i18n.t('copied.text');
  if (privacy === null || link === null) return copied;
  return sentences(copied, i18n.t(`copied.linkOpens.${PRIVACY_NAMES[privacy]}`));
}

/** How many links of a copied text take more than the link to be opened, a sentence for each reason. */
export function linkLimits(reports: readonly Shared[]): string[] {
  const count = (wanted: Privacy) => reports.filter(({ privacy }) => privacy === wanted).length;
  const [hidden, locked] = [count(Privacy.Private), count(Privacy.Password)];
  return [
    ...(hidden > 0 ? [counted('copied.private', hidden)] : []),
    ...(locked > 0 ? [counted('copied.password', locked)] : []),
  ];
}
