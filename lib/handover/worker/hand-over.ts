import {
  type Handover,
  type Handovers,
  type TabPlace,
  withHandover,
} from '@/lib/handover/handover';
import type { StoredItem } from '@/lib/stored-item';

/**
 * Opens the popup in a tab, a new one in front unless said otherwise, where it shows what is handed
 * over. Rejects where no tab can be opened.
 */
export type HandOver = (
  handover: Handover,
  place?: TabPlace,
  currentTabId?: number,
) => Promise<void>;

interface HandOverTools {
  item: StoredItem<Handovers>;
  newToken(): string;
  /** Opens the popup in a tab whose address ends with the token. */
  openPopupTab(token: string, place?: TabPlace, currentTabId?: number): Promise<void>;
}

/** Makes the handing over. The tab's address, which browsers write to disk, holds nothing but a token. */
export function createHandOver({ item, newToken, openPopupTab }: HandOverTools): HandOver {
  return async (handover, place, currentTabId) => {
    const token = newToken();
    await item.update((all = []) => withHandover(all, token, handover));
    await openPopupTab(token, place, currentTabId);
  };
}
