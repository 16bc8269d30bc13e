import type { TabPlace } from '@/lib/browser/tabs';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** What the popup shows after the extension has opened it in a tab. */
export const PopupRequest = z.union([
  /** The filled-in form. The address may be one that cannot be reported. */
  z.object({
    kind: z.literal('draft'),
    url: z.string(),
    /** Null for the default privacy. */
    privacy: z.nullable(AnyPrivacy),
    /** Whether the window of the request is private. */
    isPrivate: z.boolean(),
  }),
  /** The view of a report. `isPrivate` as above; absent if the request has no window. */
  z.object({ kind: z.literal('report'), report: Report, isPrivate: z.optional(z.boolean()) }),
  /** The list, searched for a text. */
  z.object({ kind: z.literal('search'), search: z.string() }),
]);
export type PopupRequest = z.infer<typeof PopupRequest>;

/** The request for the tab whose address ends with the token; the tab reads it once. */
export const popupRequestItem = (token: string) =>
  storedItem('session', `popup-request/${token}`, PopupRequest);

/**
 * Opens the popup in a tab, by default a new active one, where it shows the request. Rejects if no
 * tab can be opened.
 */
export type OpenPopupWith = ReturnType<typeof createPopupOpener>;

interface PopupOpenerTools {
  newToken(): string;
  /** Opens the popup in a tab whose address ends with the token. */
  openPopupTab(token: string, place?: TabPlace, currentTabId?: number): Promise<void>;
}

/**
 * Creates the function that opens the popup in a tab. The tab's address contains a random token
 * alone, because browsers write addresses to disk.
 */
export function createPopupOpener({ newToken, openPopupTab }: PopupOpenerTools) {
  return async (request: PopupRequest, place?: TabPlace, currentTabId?: number) => {
    const token = newToken();
    await popupRequestItem(token).write(request);
    await openPopupTab(token, place, currentTabId);
  };
}
