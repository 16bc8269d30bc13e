import { i18n } from '#i18n';
import { privacyLabel } from '@/components/text/labels';
import type { Report } from '@/lib/report/report';

/** How copying went: the given sentence, or what to do where the browser did not allow it. */
export async function copyMessage(copying: Promise<void>, copied: string): Promise<string> {
  try {
    await copying;
    return copied;
  } catch {
    return i18n.t('form.copyFailed');
  }
}

/** That a report's link is copied, and who can open it. */
export function linkCopied({ privacy }: Pick<Report, 'privacy'>): string {
  return privacy === null
    ? i18n.t('report.linkCopiedAlone')
    : i18n.t('report.linkCopied', [privacyLabel(privacy)]);
}
