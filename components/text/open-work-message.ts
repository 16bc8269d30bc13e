import { i18n } from '#i18n';
import type { OpenWork } from '@/lib/failure';

/** What becomes of open deletions and reports where their connection is taken down. */
export function openWorkMessage({ deletions, reports, sent }: OpenWork): string {
  const sentences = [
    deletions > 0 && i18n.t('openWork.deletions', deletions),
    reports > 0 && i18n.t('openWork.reports', reports),
    sent > 0 && i18n.t('openWork.sent', sent),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}
