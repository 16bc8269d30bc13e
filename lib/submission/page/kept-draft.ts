import type { StoredItem } from '@/lib/stored-item';
import {
  type FormDraft,
  type FormDrafts,
  withDraft,
  withoutDraft,
} from '@/lib/submission/form-drafts';

/** Keeps what is half-filled on one page, beside what other popups keep of theirs. */
export interface KeptDraft {
  keep(draft: Omit<FormDraft, 'page'>): void;
  drop(): void;
}

/** A full store costs the memory of what was typed, and nothing else. */
export function createKeptDraft(page: string, item: StoredItem<FormDrafts>): KeptDraft {
  function change(edit: (drafts: FormDrafts | undefined) => FormDrafts | undefined): void {
    void item.update(edit).catch(() => {});
  }

  return {
    keep: (draft) => change((drafts = []) => withDraft(drafts, { page, ...draft })),
    drop: () => change((drafts) => drafts && withoutDraft(drafts, page)),
  };
}
