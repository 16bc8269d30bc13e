import type { Tab } from '@/lib/browser/tabs';
import type { Privacy } from '@/lib/report/privacy';
import { keyOf } from '@/lib/storage/keys';
import { trustedItem } from '@/lib/storage/stored-values';
import { MAX_ADDRESS_LENGTH, reportablePageUrl } from '@/lib/url/typed-address';
import { unwrapped } from './address-code';

/** The page that the form reports. */
export interface FormPage {
  /**
   * Null if the page cannot be reported. If the tab shows a wrapped link, the page that the link
   * redirects to.
   */
  url: string | null;
  /** The wrapped link that the tab shows; absent for any other page. */
  wrappedUrl?: string | null;
  isUrlTooLong: boolean;
  /**
   * Whether the page has not answered yet. Until the answer, Firefox does not reveal the address.
   */
  isAwaited: boolean;
}

export function formPageOf({ url, isLoading = false }: Pick<Tab, 'url' | 'isLoading'>): FormPage {
  const tabUrl = reportablePageUrl(url);
  const page = tabUrl && reportablePageUrl(unwrapped(tabUrl));
  return {
    url: page ?? tabUrl,
    wrappedUrl: page === tabUrl ? null : tabUrl,
    isUrlTooLong: (url?.length ?? 0) > MAX_ADDRESS_LENGTH,
    isAwaited: isLoading && url === 'about:blank',
  };
}

/** A person's input in the form on one page, without the password. */
export interface FormDraft {
  /** Address of the page on which the form was opened; empty if the address is unknown. */
  page: string;
  url: string;
  /** Null if nobody has chosen a privacy: the form uses the current default when it opens. */
  privacy: Privacy | null;
}

/** The last half-filled form of a connection. In memory only, because its address was never sent. */
export const draftItem = (connectionId: string) =>
  trustedItem<FormDraft>('session', keyOf(connectionId, 'draft'));
