import { i18n } from '#i18n';
import { withoutTurns } from '@/components/text/isolation';
import { resultLabel } from '@/components/text/labels';
import { counted, countText, signedText } from '@/components/text/language';
import { hasResult, type ShownResult } from '@/lib/report/report';
import type { BatchNews, News, ReportNews } from '@/lib/surface/report-news';

/** What was done to the reports of a batch. */
const ENDS = { batch: 'batch.made', changed: 'batch.changed', deleted: 'batch.deleted' } as const;

/** The words of a notification: what happened, and on which host. */
export function notificationWords(news: News) {
  const name = i18n.t('extension.name');
  if (isOfBatch(news)) return { title: batchTitle(news), message: name };
  if (news.kind === 'paused') {
    const message = news.words ? withoutTurns(news.words) : i18n.t('batch.pausedWithoutWords');
    return { title: i18n.t('notification.paused'), message };
  }
  return { title: newsTitle(news.kind, news, news.difference), message: news.host ?? name };
}

function isOfBatch(news: News): news is BatchNews {
  return news.kind in ENDS;
}

/** What became of a batch, such as `12 reports created · 2 failed`. */
function batchTitle({ kind, done, failed }: BatchNews): string {
  const made = counted(ENDS[kind], done);
  return failed === 0 ? made : `${made} · ${i18n.t('batch.failed', [countText(failed)])}`;
}

/**
 * What happened, such as `New result · Good 87 (+12)`.
 * @param difference by how much the score has risen
 */
export function newsTitle(
  kind: ReportNews['kind'],
  report: ShownResult,
  difference?: number,
): string {
  if (kind === 'attention') return i18n.t('notification.attention');
  if (!hasResult(report)) return i18n.t('badge.created');
  const label = resultLabel(report);
  const result = difference ? `${label} (${signedText(difference)})` : label;
  return i18n.t(kind === 'created' ? 'form.created' : 'notification.result', [result]);
}
