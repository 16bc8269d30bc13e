import { i18n } from '#i18n';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import type { ResultState } from '@/components/report/new-results-state';
import { hasFailed } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';

/** How the new results of a report stand that were asked for, unless none came. */
export function updateStatus(newResult: ResultState): string | null {
  if (newResult === null) return i18n.t('report.updated');
  return newResult === 'awaited' ? i18n.t('report.awaited') : null;
}

/** That no new results came, if so. */
export function updateAlert(newResult: ResultState): string | null {
  return newResult === 'givenUp' ? i18n.t('report.gaveUp') : null;
}

/** Asks for new results of a report that is not open, and tells by the popup's notice how that goes. */
export async function updateResults(
  { notice, changes }: Pick<ConnectedPopup, 'notice' | 'changes'>,
  report: Report,
): Promise<void> {
  const updating = { text: i18n.t('report.updating') };
  notice.value = updating;
  const outcome = await changes.ask(report, { results: 1 });
  // What another press came to since is not to be lost for good news.
  if (hasFailed(outcome)) notice.value = { ...outcome, report };
  else if (notice.value === updating) notice.value = { updateId: outcome.value, report };
}
