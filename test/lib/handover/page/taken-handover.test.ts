import { describe, expect, it } from 'vitest';
import type { Handover, Handovers } from '@/lib/handover/handover';
import { takeHandover } from '@/lib/handover/page/taken-handover';
import type { FormDrafts } from '@/lib/submission/form-drafts';
import { createMemoryItem } from '../../../support/memory-item';
import { sampleReport } from '../../../support/sample-report';

const url = 'https://host.example/page';

/** A tab to which something was handed over; `load` is what happens at each load of it. */
function openTab(handover?: Handover) {
  const handovers = createMemoryItem<Handovers>(handover && [{ token: 'token', handover }]);
  const ordinary = createMemoryItem<FormDrafts>();
  const ofPrivateWindows = createMemoryItem<FormDrafts>();
  let remembered: boolean | null = null;
  const load = () =>
    takeHandover('token', {
      handovers,
      draftsOf: (isPrivate) => (isPrivate ? ofPrivateWindows : ordinary),
      memory: {
        isPrivate: () => remembered,
        remember(isPrivate) {
          remembered = isPrivate;
        },
      },
    });
  return { handovers, ordinary, ofPrivateWindows, load };
}

describe('a form that was handed over', () => {
  it.each([true, false])(
    'is still there after a reload, and still private: %s',
    async (isPrivate) => {
      const { handovers, ordinary, ofPrivateWindows, load } = openTab({
        ...{ kind: 'draft', url, privacy: 2, isPrivate },
      });
      const draft = { page: 'token', url, privacy: 2 };
      const taken = await load();
      expect(taken).toEqual({ isPrivate, draft, report: null, search: null });
      expect(handovers.stored).toEqual([]);
      expect((isPrivate ? ordinary : ofPrivateWindows).stored).toBeUndefined();
      await (isPrivate ? ofPrivateWindows : ordinary).write([
        { ...taken.draft, url: `${url}/2` },
      ] as FormDrafts);
      expect(await load()).toEqual({
        isPrivate,
        draft: { ...draft, url: `${url}/2` },
        report: null,
        search: null,
      });
    },
  );

  it('has no privacy chosen where none was asked for', async () => {
    const { load } = openTab({ kind: 'draft', url, privacy: null, isPrivate: false });
    expect((await load()).draft).toEqual({ page: 'token', url, privacy: null });
    expect((await load()).draft).toEqual({ page: 'token', url, privacy: null });
  });

  it.each(['ordinary', 'handovers'] as const)(
    'is there, and once more at the next load, where the store of the %s is full',
    async (full) => {
      const tab = openTab({ kind: 'draft', url, privacy: 0, isPrivate: false });
      const { update } = tab[full];
      tab[full].update = () => Promise.reject(new Error('Full'));
      expect((await tab.load()).draft).toEqual({ page: 'token', url, privacy: 0 });
      tab[full].update = update;
      expect((await tab.load()).draft).toMatchObject({ url });
      expect(tab.handovers.stored).toEqual([]);
    },
  );
});

it('a report that was handed over is shown at the first load', async () => {
  const report = sampleReport('7');
  const { load } = openTab({ kind: 'report', report, isPrivate: true });
  expect(await load()).toEqual({ isPrivate: true, draft: null, report, search: null });
  expect(await load()).toEqual({ isPrivate: true, draft: null, report: null, search: null });
});

it('an unknown token gives nothing', async () => {
  const { load } = openTab();
  expect(await load()).toEqual({ isPrivate: null, draft: null, report: null, search: null });
});
