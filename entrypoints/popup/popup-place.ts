import { draftItem, type FormDraft } from '@/components/form/form-draft';
import { takeHandover } from '@/components/form/taken-handover';
import { tabMemory } from '@/lib/browser/tab-memory';
import { activeTab, type Tab } from '@/lib/browser/tabs';
import type { Report } from '@/lib/report/report';
import { surfaceItems } from '@/lib/surface/surface-items';

/** Where a popup stands, and what it is about. */
export interface PopupPlace {
  /** The page in front; in a tab of the popup's own the page that its form was handed over with. */
  tab: Tab;
  /** Of a popup in a tab of its own. */
  tabToken?: string;
  /** What the form was filled in with elsewhere. */
  draft?: FormDraft | null;
  /** The report to begin with. */
  report?: Report | null;
  /** What to search the list for at first. */
  search?: string | null;
}

/**
 * Finds out where the popup stands.
 * @param tabToken what the address ends with in a tab, empty below the toolbar button
 */
export async function findPlace(tabToken: string): Promise<PopupPlace> {
  if (tabToken === '') return { tab: await activeTab() };
  const [own, { keeping: remembered, ...given }] = await Promise.all([
    activeTab(),
    takeHandover(tabToken, {
      handovers: surfaceItems.handovers,
      draft: draftItem,
      memory: tabMemory,
    }),
  ]);
  // Browsers may show what is asked for in a private window in a tab of an ordinary one.
  const keeping = remembered ?? own.keeping;
  return { tab: { id: undefined, url: given.draft?.url, keeping }, tabToken, ...given };
}
