import { describe, expect, it } from 'vitest';
import type { FormDrafts } from '@/lib/page/form-drafts';
import { takeHandover } from '@/lib/page/taken-handover';
import type { Handover, Handovers } from '@/lib/surface/handover';
import { createMemoryItem } from '../../support/memory-item';
import { sampleReport } from '../../support/sample-report';

const url = 'https://host.example/page';
const draft = { page: 'token', url, privacy: 2 as const };

/** A tab to which something was handed over; `load` is what happens at each load of it. */
function openTab(handover?: Handover) {
  const handovers = createMemoryItem<Handovers>(handover && [{ token: 'token', handover }]);
  const drafts = createMemoryItem<FormDrafts>();
  let remembered: boolean | null = null;
  const memory = {
    isPrivate: () => remembered,
    remember(privateWindow: boolean) {
      remembered = privateWindow;
    },
  };
  return { handovers, drafts, load: () => takeHandover('token', { handovers, drafts, memory }) };
}

describe('a form that was handed over', () => {
  it('is still there after a reload, as it has been changed since', async () => {
    const { handovers, drafts, load } = openTab({
      kind: 'draft',
      url,
      privacy: 2,
      isPrivate: false,
    });
    const taken = { privateWindow: false, draft, report: null, search: null };
    expect(await load()).toEqual(taken);
    expect(handovers.stored).toEqual([]);
    await drafts.write([{ ...draft, url: `${url}/2` }]);
    expect(await load()).toEqual({ ...taken, draft: { ...draft, url: `${url}/2` } });
  });

  it('to a private window is kept nowhere, and the tab stays one of a private window', async () => {
    const { drafts, load } = openTab({ kind: 'draft', url, privacy: 2, isPrivate: true });
    expect(await load()).toMatchObject({ privateWindow: true, draft });
    expect(drafts.written).toEqual([]);
    expect(await load()).toMatchObject({ privateWindow: true, draft: null });
  });

  it('has no privacy chosen where none was asked for', async () => {
    const { load } = openTab({ kind: 'draft', url, privacy: null, isPrivate: false });
    expect((await load()).draft).toEqual({ page: 'token', url, privacy: null });
  });

  it.each(['drafts', 'handovers'] as const)(
    'is there, and once more at the next load, where the store of the %s is full',
    async (full) => {
      const tab = openTab({ kind: 'draft', url, privacy: 2, isPrivate: false });
      const { update } = tab[full];
      tab[full].update = () => Promise.reject(new Error('Full'));
      expect((await tab.load()).draft).toEqual(draft);
      tab[full].update = update;
      expect((await tab.load()).draft).toEqual(draft);
      expect(tab.handovers.stored).toEqual([]);
    },
  );
});

it('a report that was handed over is shown at the first load', async () => {
  const report = sampleReport('7');
  const { load } = openTab({ kind: 'report', report, isPrivate: true });
  expect(await load()).toEqual({ privateWindow: true, draft: null, report, search: null });
  expect(await load()).toMatchObject({ report: null });
});

it('an unknown token gives nothing', async () => {
  const nothing = { privateWindow: null, draft: null, report: null, search: null };
  expect(await openTab().load()).toEqual(nothing);
});
