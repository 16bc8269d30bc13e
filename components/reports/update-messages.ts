import { i18n } from '#i18n';
import type { ResultState } from '@/lib/page/new-results';

/** How the new results of a report stand that were asked for, unless none came. */
export function updateStatus(newResult: ResultState): string | null {
  if (newResult === null) return i18n.t('report.updated');
  return newResult === 'awaited' ? i18n.t('report.awaited') : null;
}

/** That no new results came, if so. */
export function updateAlert(newResult: ResultState): string | null {
  return newResult === 'givenUp' ? i18n.t('report.gaveUp') : null;
}
