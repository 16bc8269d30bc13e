import { i18n } from '#i18n';
import { privacyLabel } from '@/components/text/labels';
import { copyMessage } from '@/components/text/messages/copy-message';
import type { Report } from '@/lib/report/report';

/** Copies a report's link, and says who can open it, or why it could not be copied. */
export function copyLink(
  onCopy: (text: string) => Promise<void>,
  link: string,
  { privacy }: Report,
): Promise<string> {
  const copied =
    privacy === null
      ? i18n.t('report.linkCopiedAlone')
      : i18n.t('report.linkCopied', [privacyLabel(privacy)]);
  return copyMessage(onCopy(link), copied);
}
