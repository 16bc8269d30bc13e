import { describe, expect, it } from 'vitest';
import { type StoredDraft, withDraft, withoutDraft, withoutSent } from '@/lib/model/drafts';

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

describe('half-filled forms, once a report is created', () => {
  const url = 'https://host.example/page';

  it.each([url, ` ${url} `, 'https://me:pw@HOST.example:443/page'])(
    'lose those that would create it: %j',
    (text) => {
      expect(withoutSent([draftOf('a', text), draftOf('b', text)], url, 1)).toEqual([]);
    },
  );

  it.each<StoredDraft>([
    draftOf('a', `${url}/`),
    draftOf('a', 'host.example/page'),
    draftOf('a', ''),
    draftOf(url, 'half'),
    { page: url, url, privacy: 0 },
  ])('keep what would create another, or none: %j', (draft) => {
    expect(withoutSent([draft, draftOf('b', url)], url, 1)).toEqual([draft]);
  });

  it('leave the drafts they were made from as they are', () => {
    const before = Object.freeze([draftOf('a', url)]) as StoredDraft[];
    withoutSent(before, url, 1);
    expect(before).toEqual([draftOf('a', url)]);
  });
});
