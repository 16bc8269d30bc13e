import type { Tab } from '@/lib/browser/tabs';
import { AnyPrivacy } from '@/lib/report/privacy';
import { StoredDraft } from '@/lib/report/report-draft';
import { z } from '@/lib/schema';
import { storedItem } from '@/lib/storage/stored-values';
import { MAX_ADDRESS_LENGTH, reportablePageUrl } from '@/lib/url/typed-address';

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
    isUrlTooLong: (url?.length ?? 0) > MAX_ADDRESS_LENGTH,
    isAwaited: isLoading && url === 'about:blank',
  };
}

/** What a person had put into the form on one page; never a password. */
export const FormDraft = z.extend(StoredDraft, {
  /** The page that the form was opened on, empty where its address is unknown. */
  page: z.string(),
  /** Null while nobody has chosen one: it is then the default of the day the form is opened. */
  privacy: z.nullable(AnyPrivacy),
});
export type FormDraft = z.infer<typeof FormDraft>;

/** The form that was half-filled last. It is kept in memory: it holds an address that was never sent. */
export const draftItem = storedItem('session', 'draft', FormDraft);
