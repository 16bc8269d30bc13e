import { AnyPrivacy } from '@/lib/report/privacy';
import { StoredDraft } from '@/lib/report/report-draft';
import { z } from '@/lib/schema';
import type { StoredItem } from '@/lib/storage/stored-item';
import { storedItem } from '@/lib/storage/stored-values';

/** What a person had put into the form on one page; never a password. */
export const FormDraft = z.extend(StoredDraft, {
  /**
   * The page that the form was opened on, empty where its address is unknown; of a form in a tab the
   * token of the tab.
   */
  page: z.string(),
  /** Null while nobody has chosen one: it is then the default of the day the form is opened. */
  privacy: z.nullable(AnyPrivacy),
});
export type FormDraft = z.infer<typeof FormDraft>;

/** Half-filled forms, the latest first. */
export const FormDrafts = z.array(FormDraft);
export type FormDrafts = z.infer<typeof FormDrafts>;

/** Where they are kept: in memory, since they hold addresses that were never sent. */
export const draftsItem = storedItem('session', 'drafts', FormDrafts);

const MOST_DRAFTS = 20;

/** What the form of a page opens with: what was left in it, or what is given for an untouched one. */
export function draftOf(drafts: FormDrafts, untouched: FormDraft): FormDraft {
  return drafts.find(({ page }) => page === untouched.page) ?? untouched;
}

/** The drafts with one put first. */
export function withDraft(drafts: FormDrafts, draft: FormDraft): FormDrafts {
  return [draft, ...withoutDraft(drafts, draft.page)].slice(0, MOST_DRAFTS);
}

/** The drafts without the one of a page; the same list where there is none. */
export function withoutDraft(drafts: FormDrafts, page: string): FormDrafts {
  const left = drafts.filter((draft) => draft.page !== page);
  return left.length === drafts.length ? drafts : left;
}

/** Keeps what is half-filled on one page, beside what other popups keep of theirs. */
export interface KeptDraft {
  keep(draft: Omit<FormDraft, 'page'>): void;
  drop(): void;
}

/**
 * Makes it. A full store costs the memory of what was typed, and nothing else.
 * @param item where drafts are kept; null where none are kept
 */
export function createKeptDraft(page: string, item: StoredItem<FormDrafts> | null): KeptDraft {
  function change(edit: (drafts: FormDrafts | undefined) => FormDrafts | undefined): void {
    void item?.update(edit).catch(() => {});
  }

  return {
    keep: (draft) => change((drafts = []) => withDraft(drafts, { page, ...draft })),
    drop: () => change((drafts) => drafts && withoutDraft(drafts, page)),
  };
}
