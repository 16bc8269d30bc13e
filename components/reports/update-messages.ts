import { i18n } from '#i18n';
import type { ResultPoll } from '@/lib/result-poll/result-poll';

/**
 * How the new results of a report stand that were asked for, unless none came.
 * @param awaited there while they are awaited, or after they did not come
 */
export function updateStatus(awaited: ResultPoll | undefined): string | null {
  if (awaited === undefined) return i18n.t('report.updated');
  return awaited.nextAt === null ? null : i18n.t('report.awaited');
}

/** That no new results came, if so. */
export function updateAlert(awaited: ResultPoll | undefined): string | null {
  return awaited?.nextAt === null ? i18n.t('report.gaveUp') : null;
}
