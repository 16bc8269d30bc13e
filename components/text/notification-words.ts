import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import type { ReportNews } from '@/lib/surface/report-news';

/** The words of a notification: what happened, and on which host. */
export function notificationWords({ kind, host, rating }: ReportNews) {
  return { title: newsTitle(kind, rating), message: host ?? i18n.t('extension.name') };
}

/** What happened, such as `New result · Good`. */
export function newsTitle(kind: ReportNews['kind'], rating: ReportNews['rating']): string {
  if (kind === 'attention') return i18n.t('notification.attention');
  if (rating === null) return i18n.t('badge.created');
  return i18n.t(kind === 'created' ? 'form.created' : 'notification.result', [ratingLabel(rating)]);
}
