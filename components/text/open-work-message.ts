import { i18n } from '#i18n';
import type { OpenWork } from '@/lib/failure';

/** What becomes of open deletions and reports where their connection is taken down. */
export function openWorkMessage(work: OpenWork): string {
  const { deletions, reports, sent, unreadable = 0, canBeKept = false } = work;
  const sentences = [
    canBeKept && i18n.t('openWork.otherAccount'),
    deletions > 0 && i18n.t('openWork.deletions', deletions),
    unreadable > 0 && i18n.t('openWork.unreadable', unreadable),
    reports > 0 && i18n.t(canBeKept ? 'openWork.open' : 'openWork.reports', reports),
    sent > 0 && i18n.t('openWork.sent', sent),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}
