import type { TabPlace } from '@/lib/browser/tabs';
import { AnyPrivacy } from '@/lib/report/privacy';
import { Report } from '@/lib/report/report';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';

/** The initial content of a popup that the extension opens in a tab. */
export const PopupRequest = z.union([
  /** Fills the form. */
  z.object({
    kind: z.literal('draft'),
    /** Possibly invalid. */
    url: z.string(),
    /** Null for the default privacy. */
    privacy: z.nullable(AnyPrivacy),
    /** Whether the request comes from a private window. */
    isPrivate: z.boolean(),
  }),
  /** `isPrivate` is absent if the request comes from a notification. */
  z.object({ kind: z.literal('report'), report: Report, isPrivate: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('search'), search: z.string() }),
]);
export type PopupRequest = z.infer<typeof PopupRequest>;

/** The tab whose address ends with the token reads the request once. */
export const popupRequestItem = (token: string) =>
  storedItem('session', `popup-request/${token}`, PopupRequest);

/**
 * Opens the popup, by default in a new active tab. Rejects if the browser opens no tab.
 * @param currentTabId the tab for the place `currentTab`; by default the active tab
 */
export type OpenPopupWith = (
  request: PopupRequest,
  place?: TabPlace,
  currentTabId?: number,
) => Promise<void>;

interface PopupOpenerTools {
  newToken(): string;
  /** Opens the popup in a tab whose address ends with a token. */
  openPopupTab(token: string, place?: TabPlace, currentTabId?: number): Promise<void>;
}

/** The tab's address contains only a random token, because browsers store addresses on disk. */
export function createPopupOpener({ newToken, openPopupTab }: PopupOpenerTools): OpenPopupWith {
  return async (request, place, currentTabId) => {
    const token = newToken();
    await popupRequestItem(token).write(request);
    await openPopupTab(token, place, currentTabId);
  };
}
