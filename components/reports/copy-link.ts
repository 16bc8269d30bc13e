import { i18n } from '#i18n';
import { copyMessage } from '@/components/text/copy-message';
import { privacyLabel } from '@/components/text/labels';
import type { Privacy } from '@/lib/report/privacy';

/** Copies a report's link, and says who can open it, or why it could not be copied. */
export function copyLink(
  onCopy: (text: string) => Promise<void>,
  link: string,
  privacy: Privacy | null,
): Promise<string> {
  const copied = i18n.t('report.linkCopied');
  return copyMessage(
    onCopy(link),
    privacy === null ? copied : `${copied} · ${privacyLabel(privacy)}`,
  );
}
