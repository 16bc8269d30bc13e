import { i18n } from '#i18n';
import type { Announce } from '@/components/text/messages/copy-message';

/** Thrown if the pages of an export are gone or fixed, or if another list or batch is shown. */
export class ChangedPages extends Error {}

/** Runs an export, and announces an exception as a failure. Never rejects. */
export async function attemptExport(
  work: () => void | Promise<void>,
  announce: Announce,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    announce(exportFailed(error), { isFailure: true });
  }
}

/** Logs an exception in an export, and returns the sentence to announce. */
export function exportFailed(error: unknown): string {
  console.warn('An export has failed:', error);
  return i18n.t('reports.exportFailed');
}
