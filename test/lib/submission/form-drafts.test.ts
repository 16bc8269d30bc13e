import { describe, expect, it } from 'vitest';
import {
  draftOf,
  type FormDraft,
  withDraft,
  withoutDraft,
  withoutSent,
} from '@/lib/submission/form-drafts';

const draftFor = (page: string, url = page): FormDraft => ({ page, url, privacy: 1 });

describe('half-filled forms', () => {
  it('have the latest first', () => {
    expect(withDraft([draftFor('a')], draftFor('b'))).toEqual([draftFor('b'), draftFor('a')]);
  });

  it('hold one draft a page, the latest', () => {
    const drafts = withDraft([draftFor('a'), draftFor('b', 'old')], draftFor('b', 'new'));
    expect(drafts).toEqual([draftFor('b', 'new'), draftFor('a')]);
  });

  it('are 20 at the most, of which the oldest goes', () => {
    const pages = Array.from({ length: 25 }, (_, index) => String(index));
    const drafts = pages.reduce((kept, page) => withDraft(kept, draftFor(page)), [] as FormDraft[]);
    expect(drafts.map(({ page }) => page)).toEqual(pages.slice(5).reverse());
  });

  it('lose the draft of one page and no other', () => {
    expect(withoutDraft([draftFor('a'), draftFor('')], '')).toEqual([draftFor('a')]);
    expect(withoutDraft([draftFor('a')], 'b')).toEqual([draftFor('a')]);
  });

  it('leave the drafts they were made from as they are', () => {
    const before = Object.freeze([draftFor('a')]) as FormDraft[];
    withDraft(before, draftFor('b'));
    withoutDraft(before, 'a');
    expect(before).toEqual([draftFor('a')]);
  });
});

describe('the form of a page', () => {
  const left = { page: 'https://a.example/', url: 'https://a.example/typed', privacy: 0 } as const;

  it('opens with what was left in it', () => {
    const other = { ...left, page: 'https://b.example/', privacy: 2 } as const;
    expect(draftOf([other, left], draftFor('https://a.example/'))).toEqual(left);
  });

  it('opens with the page otherwise, and no privacy chosen', () => {
    const page = 'https://c.example/';
    const untouched = { page, url: page, privacy: null };
    expect(draftOf([left], untouched)).toEqual(untouched);
  });
});

describe('half-filled forms, once a report is created', () => {
  const url = 'https://host.example/page';

  it.each([url, ` ${url} `, 'https://me:pw@HOST.example:443/page', 'host.example/page'])(
    'lose those that would create it: %j',
    (text) => {
      expect(withoutSent([draftFor('a', text), draftFor('b', text)], url, 1)).toEqual([]);
    },
  );

  it('lose those in which nobody chose a privacy, whatever that of the report is', () => {
    const draft = { ...draftFor('a', url), privacy: null };
    expect(withoutSent([draft], url, 0)).toEqual([]);
  });

  it.each<FormDraft>([
    draftFor('a', `${url}/`),
    draftFor('a', 'http://host.example/page'),
    draftFor('a', ''),
    draftFor(url, 'half'),
    { page: url, url, privacy: 0 },
  ])('keep what would create another, or none: %j', (draft) => {
    expect(withoutSent([draft, draftFor('b', url)], url, 1)).toEqual([draft]);
  });

  it('leave the drafts they were made from as they are', () => {
    const before = Object.freeze([draftFor('a', url)]) as FormDraft[];
    withoutSent(before, url, 1);
    expect(before).toEqual([draftFor('a', url)]);
  });
});
