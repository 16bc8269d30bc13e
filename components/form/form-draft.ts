import { AnyPrivacy } from '@/lib/report/privacy';
import { StoredDraft } from '@/lib/report/report-draft';
import { z } from '@/lib/schema';
import type { StoredItem } from '@/lib/storage/stored-item';
import { storedItem } from '@/lib/storage/stored-values';

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

/**
 * Remembers what is half-filled on a page. A full store costs the memory of what was typed, and nothing
 * else.
 * @param item where it is remembered; undefined: nowhere
 * @param draft takes the place of any other; null: nothing is half-filled there
 */
export function rememberDraft(
  item: StoredItem<FormDraft> | undefined,
  page: string,
  draft: FormDraft | null,
): void {
  void item?.update((last) => draft ?? (last?.page === page ? undefined : last)).catch(() => {});
}
