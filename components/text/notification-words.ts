import { i18n } from '#i18n';
import { isolated } from '@/components/text/isolation';
import { resultLabel } from '@/components/text/labels';
import { counted, countText } from '@/components/text/language';
import type { NotificationWords } from '@/lib/browser/system-notifications';
import type { BatchNews, JobNews, ReportNews } from '@/lib/browser-ui/report-news';
import { type Failure, isUnreadable, serviceMessage } from '@/lib/failure';
import { hasResult, type ShownResult } from '@/lib/report/report';
import { untrustedLine } from '@/lib/report/untrusted-line';

const BATCH_KEYS = {
  batch: 'batch.made',
  changed: 'batch.changed',
  deleted: 'batch.deleted',
} as const;

/** @param service the title of the service; null if the words need not name the service */
export function notificationWords(news: JobNews, service: string | null): NotificationWords {
  const serviceLine = service === null ? [] : [i18n.t('notification.service', [isolated(service)])];
  const lines = [...messageLines(news), ...serviceLine];
  return {
    title: titleOf(news),
    message: lines.length > 0 ? lines.join('\n') : i18n.t('extension.name'),
  };
}

function titleOf(news: JobNews): string {
  if (isBatchNews(news)) return batchTitle(news);
  return news.kind === 'paused' ? i18n.t('notification.paused') : newsTitle(news.kind, news);
}

function messageLines(news: JobNews): string[] {
  if (isBatchNews(news)) return [];
  if (news.kind === 'paused') return [pauseMessage(news.failure)];
  return news.host === null ? [] : [news.host];
}

function pauseMessage(failure: Failure): string {
  if (isUnreadable(failure)) return i18n.t('batch.pausedUnreadable');
  const words = serviceMessage(failure);
  return words === null ? i18n.t('batch.pausedWithoutWords') : untrustedLine(words);
}

function isBatchNews(news: JobNews): news is BatchNews {
  return news.kind in BATCH_KEYS;
}

/** Returns `12 reports created · 2 failed`. */
function batchTitle({ kind, done, failed }: BatchNews): string {
  const doneText = counted(BATCH_KEYS[kind], done);
  return failed === 0 ? doneText : `${doneText} · ${i18n.t('batch.failed', [countText(failed)])}`;
}

/** Returns `Report created · Good 87`. */
export function newsTitle(kind: ReportNews['kind'], report: ShownResult): string {
  if (kind === 'attention') return i18n.t('notification.attention');
  return hasResult(report)
    ? i18n.t('form.created', [resultLabel(report)])
    : i18n.t('badge.created');
}
