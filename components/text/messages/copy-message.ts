import { i18n } from '#i18n';
import { privacyLabel } from '@/components/text/labels';
import type { Report } from '@/lib/report/report';

/** Says what came of something, in a sentence. */
export type Announce = (text: string, isFailure?: boolean) => void;

/** Says how copying went: the given sentence, or what to do where the browser did not allow it. */
export async function announceCopy(
  copying: Promise<void>,
  copied: string,
  announce: Announce,
): Promise<void> {
  try {
    await copying;
    announce(copied);
  } catch {
    announce(i18n.t('form.copyFailed'), true);
  }
}

/** That a report's link is copied, and who can open it. */
export function linkCopied({ privacy }: Pick<Report, 'privacy'>): string {
  return privacy === null
    ? i18n.t('report.linkCopiedAlone')
    : i18n.t('report.linkCopied', [privacyLabel(privacy)]);
}
