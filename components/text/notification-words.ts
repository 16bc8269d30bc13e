import { i18n } from '#i18n';
import { ratingLabel } from '@/components/text/labels';
import { counted, countText } from '@/components/text/language';
import type { BatchNews, News, ReportNews } from '@/lib/surface/report-news';

/** The words of a notification: what happened, and on which host. */
export function notificationWords(news: News) {
  const name = i18n.t('extension.name');
  if (news.kind === 'batch') return { title: batchTitle(news), message: name };
  return { title: newsTitle(news.kind, news.rating), message: news.host ?? name };
}

/** What became of a batch, such as `12 reports created · 2 failed`. */
function batchTitle({ done, failed }: BatchNews): string {
  const made = counted('batch.made', done);
  return failed === 0 ? made : `${made} · ${i18n.t('batch.failed', [countText(failed)])}`;
}

/** What happened, such as `New result · Good`. */
export function newsTitle(kind: ReportNews['kind'], rating: ReportNews['rating']): string {
  if (kind === 'attention') return i18n.t('notification.attention');
  if (rating === null) return i18n.t('badge.created');
  return i18n.t(kind === 'created' ? 'form.created' : 'notification.result', [ratingLabel(rating)]);
}
