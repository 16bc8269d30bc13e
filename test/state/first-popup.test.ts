import { describe, expect, it, vi } from 'vitest';
import type { StoredList } from '@/lib/connection/connection';
import type { ReportList } from '@/lib/report/page/report-list';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY, type ReportQuery } from '@/lib/report/report-query';
import { createFirstForm, createFirstList } from '@/lib/state/first-popup';
import { createWaitingPresses } from '@/lib/state/waiting-presses';
import type { Drafts } from '@/lib/submission/form-drafts';
import type { ReportForm } from '@/lib/submission/page/report-form';
import { createMemoryItem } from '../support/memory-item';
import { openForm, PAGE } from '../support/open-form';
import { openList } from '../support/open-list';
import { storedList } from '../support/sample-list';
import { sampleReport } from '../support/sample-report';

function firstForm({ pageUrl = PAGE as string | null, drafts = [] as Drafts } = {}) {
  const { soon, arrive } = createWaitingPresses<ReportForm>();
  const draftsItem = createMemoryItem<Drafts>(drafts);
  const defaultPrivacy = Privacy.Private;
  const form = createFirstForm({ pageUrl, defaultPrivacy, drafts, draftsItem, soon });
  return { form, draftsItem, arrive };
}

function firstList(stored: StoredList | undefined, query?: ReportQuery) {
  const { soon, arrive } = createWaitingPresses<ReportList>();
  return { list: createFirstList({ stored, query, soon }), arrive };
}

describe('the form of the first frame', () => {
  const draft = { page: PAGE, url: 'https://host.example/other', privacy: Privacy.Public };

  it.each<[string, Parameters<typeof firstForm>[0]]>([
    ['on a page', {}],
    ['where no page can be reported', { pageUrl: null }],
    ['with a draft of the page', { drafts: [draft] }],
    ['with a draft of another page', { drafts: [{ ...draft, page: 'https://else.example/' }] }],
  ])('holds what the form itself will hold: %s', (_, opening) => {
    const { form } = firstForm(opening);
    const itself = openForm(opening).form;
    expect(form.pageUrl).toBe(itself.pageUrl);
    expect(form.url.value).toBe(itself.url.value);
    expect(form.privacy.value).toBe(itself.privacy.value);
  });

  it('holds what is entered, and tells it to the form itself', () => {
    const { form, arrive } = firstForm();
    form.enterUrl('https://host.example/o');
    form.choosePrivacy(Privacy.Password);
    form.enterUrl('https://host.example/other');
    expect(form.url.value).toBe('https://host.example/other');
    expect(form.privacy.value).toBe(Privacy.Password);
    const itself = openForm();
    arrive(itself.form);
    expect(itself.form.url.value).toBe('https://host.example/other');
    expect(itself.form.privacy.value).toBe(Privacy.Password);
    expect(itself.draftsItem.stored).toEqual([
      { page: PAGE, url: 'https://host.example/other', privacy: Privacy.Password },
    ]);
  });

  it('keeps what is entered where the form itself never comes', () => {
    const other = { ...draft, page: 'https://else.example/' };
    const { form, draftsItem } = firstForm({ drafts: [other] });
    form.enterUrl(draft.url);
    form.choosePrivacy(draft.privacy);
    expect(draftsItem.stored).toEqual([draft, other]);
    const kept = draftsItem.stored ?? [];
    const again = firstForm({ drafts: kept });
    expect(again.form.url.value).toBe(draft.url);
    again.form.enterUrl('https://host.example/third');
    expect(again.draftsItem.stored).toHaveLength(kept.length);
  });
});

describe('the list of the first frame', () => {
  const byUrl: ReportQuery = { ...RECENT_REPORTS_QUERY, sortBy: 'url' };

  it('shows what is stored where it answers the query', () => {
    const stored = storedList('2', '1');
    expect(firstList(stored).list.shown.value).toEqual(openList({ stored }).list.shown.value);
    const asked = { ...stored, query: byUrl };
    expect(firstList(asked, byUrl).list.shown.value?.isAnswer).toBe(true);
  });

  it.each<[string, StoredList | undefined]>([
    ['nothing is stored', undefined],
    ['what is stored answers another query', storedList('1')],
  ])('shows no list where %s', (_, stored) => {
    const { list } = firstList(stored, byUrl);
    expect(list.shown.value).toBeUndefined();
    expect(list.query.value).toEqual(byUrl);
  });

  it('offers the same projects as the list itself', () => {
    const reports = ['b', 'a', 'b'].map((project, id) => sampleReport(`${id}`, { project }));
    const stored = { ...storedList(), reports };
    expect(firstList(stored).list.projects.value).toEqual(['a', 'b']);
    expect(openList({ stored }).list.projects.value).toEqual(['a', 'b']);
  });

  it('holds what is asked for, and asks the list itself for it', () => {
    vi.useFakeTimers();
    const { list, arrive } = firstList(storedList('1'));
    list.change({ search: 'shop' });
    list.change({ perPage: 25 });
    expect(list.query.value).toMatchObject({ search: 'shop', perPage: 25 });
    const itself = openList();
    arrive(itself.list);
    expect(itself.list.query.value).toEqual(list.query.value);
    expect(itself.ask).toHaveBeenCalledExactlyOnceWith(list.query.value);
    vi.useRealTimers();
  });

  it('leaves taking the filters off to the list itself', () => {
    const { list, arrive } = firstList(undefined, { ...byUrl, search: 'shop' });
    list.clear();
    const itself = openList({ query: { ...byUrl, search: 'shop' } });
    arrive(itself.list);
    expect(itself.list.query.value).toEqual(byUrl);
  });
});
