import type { Tab } from '@/lib/browser/tabs';
import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_REPORTABLE } from '@/lib/url/typed-address';

/** The page that a form is about. */
export interface FormPage {
  /** The page's own address, null where it cannot be reported. */
  url: string | null;
  /** Whether it cannot be reported because it is too long. */
  isUrlTooLong: boolean;
  /** Whether it has not answered yet: until then Firefox tells no address. */
  isAwaited: boolean;
}

/** The page of a tab. */
export function formPageOf({ url, isLoading = false }: Pick<Tab, 'url' | 'isLoading'>): FormPage {
  return {
    url: reportablePageUrl(url),
    isUrlTooLong: (url?.length ?? 0) > LONGEST_REPORTABLE,
    isAwaited: isLoading && url === 'about:blank',
  };
}
