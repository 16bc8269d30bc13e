import { i18n } from '#i18n';
import { openPopup } from '@/components/popup/open-popup';
import { fitWindow } from '@/components/popup/window-height';
import { labelDocument } from '@/components/ui/document-label';
import type { BackgroundApi } from '@/lib/background/background-api';
import { remote } from '@/lib/browser/messages';

/** The token of the stored request of a popup in a tab; empty in the toolbar popup. */
const tabToken = location.hash.slice(1);

labelDocument(i18n.t('popup.title'));
document.documentElement.classList.toggle('in-tab', tabToken !== '');
addEventListener('resize', fitWindow);
// A chunk that imports this module waits for its top-level awaits, so a top-level await for the chunk
// would never end.
openPopup(remote<BackgroundApi>(), tabToken).catch(async (error: unknown) => {
  // Loaded only here, because each byte delays the popup.
  const { showStartFailure } = await import('@/components/app/start-failure');
  showStartFailure(error);
});
