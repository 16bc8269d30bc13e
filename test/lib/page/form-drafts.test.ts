import { describe, expect, it } from 'vitest';
import { draftOf, type FormDraft, withDraft, withoutDraft } from '@/lib/page/form-drafts';

const draftFor = (page: string, url = page): FormDraft => ({ page, url, privacy: 1 });

describe('half-filled forms', () => {
  it('hold one draft a page, the latest first', () => {
    const drafts = withDraft([draftFor('a'), draftFor('b', 'old')], draftFor('b', 'new'));
    expect(drafts).toEqual([draftFor('b', 'new'), draftFor('a')]);
  });

  it('are 20 at the most, of which the oldest goes', () => {
    const pages = Array.from({ length: 25 }, (_, index) => String(index));
    const drafts = pages.reduce((kept, page) => withDraft(kept, draftFor(page)), [] as FormDraft[]);
    expect(drafts.map(({ page }) => page)).toEqual(pages.slice(5).reverse());
  });

  it('lose the draft of one page and no other', () => {
    const drafts = [draftFor('a'), draftFor('')];
    expect(withoutDraft(drafts, '')).toEqual([draftFor('a')]);
    expect(withoutDraft(drafts, 'b')).toBe(drafts);
  });
});

it('the form of a page opens with what was left in it, or with the page', () => {
  const untouched = { page: 'https://a.example/', url: 'https://a.example/', privacy: null };
  const left = { ...untouched, url: 'https://a.example/typed', privacy: 0 } as const;
  expect(draftOf([draftFor('https://b.example/'), left], untouched)).toEqual(left);
  expect(draftOf([draftFor('https://b.example/')], untouched)).toEqual(untouched);
});
