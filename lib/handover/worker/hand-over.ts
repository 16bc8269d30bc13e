import { type Handover, type Handovers, withHandover } from '@/lib/handover/handover';
import type { StoredItem } from '@/lib/stored-item';

/** Opens the popup in a tab, where it shows what is handed over. Rejects where no tab can be opened. */
export type HandOver = (handover: Handover) => Promise<void>;

interface HandOverTools {
  item: StoredItem<Handovers>;
  newToken(): string;
  /** Opens the popup in a tab whose address ends with the token. */
  openPopupTab(token: string): Promise<void>;
}

/** Makes the handing over. The tab's address, which browsers write to disk, holds nothing but a token. */
export function createHandOver({ item, newToken, openPopupTab }: HandOverTools): HandOver {
  return async (handover) => {
    const token = newToken();
    await item.update((all = []) => withHandover(all, token, handover));
    await openPopupTab(token);
  };
}
