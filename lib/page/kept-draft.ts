import type { StoredItem } from '@/lib/stored-item';
import { type FormDraft, type FormDrafts, withDraft, withoutDraft } from './form-drafts';

/** Keeps what is half-filled on one page, beside what other popups keep of theirs. */
export interface KeptDraft {
  keep(draft: Omit<FormDraft, 'page'>): void;
  drop(): void;
}

/**
 * Makes it. A full store costs the memory of what was typed, and nothing else.
 * @param item where drafts are kept; null in private windows, which keep none
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
