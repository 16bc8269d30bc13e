import type { TabPlace } from '@/lib/browser/tabs';
import type { Privacy } from '@/lib/report/privacy';
import type { Report } from '@/lib/report/report';
import { trustedItem } from '@/lib/storage/stored-values';
import type { ConnectionRequest } from './connection-request';

/** The initial content of a popup that the extension opens in a tab. */
export type PopupRequest = ConnectionRequest & PopupContent;

type PopupContent =
  /** Fills the form. */
  | {
      kind: 'draft';
      /** Possibly invalid. */
      url: string;
      /** Null for the default privacy. */
      privacy: Privacy | null;
      /** Whether the request comes from a private window. */
      isPrivate: boolean;
    }
  /** Shows the empty form. */
  | { kind: 'form'; isPrivate: boolean }
  /** `isPrivate` is absent if the request comes from a notification. */
  | { kind: 'report'; report: Report; isPrivate?: boolean | undefined }
  | { kind: 'search'; search: string };

/** The request of the tab whose address ends with the token. The tab reads the request once. */
export const popupRequestItem = (token: string) =>
  trustedItem<PopupRequest>('session', `popup-request/${token}`);

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
