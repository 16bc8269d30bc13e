import { describe, expect, it } from 'vitest';
import { type StoredDraft, withDraft, withoutDraft } from '@/lib/model/drafts';

const draftOf = (page: string, url = page): StoredDraft => ({ page, url, privacy: 1 });

describe('half-filled forms', () => {
  it('have the latest first', () => {
    expect(withDraft([draftOf('a')], draftOf('b'))).toEqual([draftOf('b'), draftOf('a')]);
  });

  it('hold one draft a page, the latest', () => {
    const drafts = withDraft([draftOf('a'), draftOf('b', 'old')], draftOf('b', 'new'));
    expect(drafts).toEqual([draftOf('b', 'new'), draftOf('a')]);
  });

  it('are 20 at the most, of which the oldest goes', () => {
    const pages = Array.from({ length: 25 }, (_, index) => String(index));
    const drafts = pages.reduce(
      (kept, page) => withDraft(kept, draftOf(page)),
      [] as StoredDraft[],
    );
    expect(drafts.map(({ page }) => page)).toEqual(pages.slice(5).reverse());
  });

  it('lose the draft of one page and no other', () => {
    expect(withoutDraft([draftOf('a'), draftOf('')], '')).toEqual([draftOf('a')]);
    expect(withoutDraft([draftOf('a')], 'b')).toEqual([draftOf('a')]);
  });

  it('leave the drafts they were made from as they are', () => {
    const before = Object.freeze([draftOf('a')]) as StoredDraft[];
    withDraft(before, draftOf('b'));
    withoutDraft(before, 'a');
    expect(before).toEqual([draftOf('a')]);
  });
});
