import { i18n } from '#i18n';
import type { Announce } from '@/components/text/messages/copy-message';

/** Runs an export, and announces an exception as a failure. */
export function attemptExport(work: () => void, announce: Announce): void {
  try {
    work();
  } catch (error) {
    announce(exportFailed(error), { isFailure: true });
  }
}

/** Logs an exception in an export, and returns the sentence to announce. */
export function exportFailed(error: unknown): string {
  console.warn('An export has failed:', error);
  return i18n.t('reports.exportFailed');
}
