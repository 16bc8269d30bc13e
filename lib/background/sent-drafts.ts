import type { StoredItem } from '@/lib/stored-item';
import { type FormDrafts, withoutSent } from '@/lib/submission/form-drafts';
import type { Submission } from '@/lib/submission/submission';

/** Makes what forgets half-filled forms whose report is made. It never rejects. */
export function createSentDrafts(
  ordinary: StoredItem<FormDrafts>,
  ofPrivateWindows: StoredItem<FormDrafts>,
): (submission: Submission) => Promise<void> {
  return async ({ url, privacy, isPrivateWindow }) => {
    const item = isPrivateWindow ? ofPrivateWindows : ordinary;
    await item.update((drafts = []) => withoutSent(drafts, url, privacy)).catch(() => {});
  };
}
