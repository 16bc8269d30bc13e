import { announcementAfter } from '../browser/announcements';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import { choose } from '../e2e/popup-reading';
import type { Stage } from '../e2e/stage';
import type { Service } from '../service/service';
import type { ReportDraft } from './drafts';

const PATIENCE_MS = 120_000;

const PRIVACY_LABELS = { 0: 'Public', 1: 'Private', 2: 'Password' } as const;

/**
 * Submits a report through the toolbar button and the form, and closes the popup when the form has
 * its answer: that the report was made, or that it is kept.
 */
export async function pressCreate(
  stage: Stage,
  service: Service,
  { url, privacy, password }: ReportDraft,
): Promise<void> {
  const { popup, page } = await stage.openPopupOn(service.samplePages.good);
  await fill(popup, 'URL', url);
  await choose(popup, PRIVACY_LABELS[privacy]);
  if (password !== undefined) await fill(popup, 'Report password', password);
  // That it is being sent is said a little later, and what a popup asks dies with it.
  await announcementAfter(popup, () => press(popup, 'Create report'), PATIENCE_MS);
  const create = byRole('button', 'Create report');
  await until(
    'the form has its answer',
    () => popup.$eval(create, (button) => button.ariaDisabled !== 'true'),
    PATIENCE_MS,
  );
  await closePopup(popup);
  await page.close();
}
