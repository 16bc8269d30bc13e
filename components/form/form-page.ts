import { reportablePageUrl } from '@/lib/url/report-url';
import { LONGEST_REPORTABLE } from '@/lib/url/typed-address';

/** The page that a form is about. */
export interface FormPage {
  /** The page's own address, null where it cannot be reported. */
  url: string | null;
  /** Whether it cannot be reported because it is too long. */
  isUrlTooLong: boolean;
}

/** The page of a tab. */
export function formPageOf({ url }: { url: string | undefined }): FormPage {
  return { url: reportablePageUrl(url), isUrlTooLong: (url?.length ?? 0) > LONGEST_REPORTABLE };
}
