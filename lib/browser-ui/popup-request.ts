import type { TabPlace } from '@/lib/browser/tabs';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** What the popup shows when the extension opens it in a tab. */
export const PopupRequest = z.union([
  /** The form, filled in; the address may be one that cannot be reported. */
  z.object({
    kind: z.literal('draft'),
    url: z.string(),
    /** Null where nobody has chosen one: the form takes the default. */
    privacy: z.nullable(AnyPrivacy),
    /** Whether the window that it was opened for is private. */
    isPrivate: z.boolean(),
  }),
  /** The view of a report; `isPrivate` as above, absent where it was opened for no window. */
  z.object({ kind: z.literal('report'), report: Report, isPrivate: z.optional(z.boolean()) }),
  /** The list, as it is searched for a text. */
  z.object({ kind: z.literal('search'), search: z.string() }),
]);
export type PopupRequest = z.infer<typeof PopupRequest>;

/** What is handed over to the tab whose address ends with the token, which reads it once. */
export const popupRequestItem = (token: string) =>
  storedItem('session', `popup-request/${token}`, PopupRequest);

/**
 * Opens the popup in a tab, a new one in front unless said otherwise, where it shows what is handed
 * over. Rejects where no tab can be opened.
 */
export type OpenPopupWith = ReturnType<typeof createPopupOpener>;

interface PopupOpenerTools {
  newToken(): string;
  /** Opens the popup in a tab whose address ends with the token. */
  openPopupTab(token: string, place?: TabPlace, currentTabId?: number): Promise<void>;
}

/** Makes the handing over. The tab's address, which browsers write to disk, holds nothing but a token. */
export function createPopupOpener({ newToken, openPopupTab }: PopupOpenerTools) {
  return async (request: PopupRequest, place?: TabPlace, currentTabId?: number) => {
    const token = newToken();
    await popupRequestItem(token).write(request);
    await openPopupTab(token, place, currentTabId);
  };
}
