import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { takeHandover } from '@/components/form/taken-handover';
import type { Keeping } from '@/lib/private-windows';
import type { Handover } from '@/lib/surface/handover';
import { surfaceItems } from '@/lib/surface/surface-items';
import { emptyBrowser } from '../../support/empty-browser';
import { draftItem } from '../../support/open-form';
import { sampleReport } from '../../support/sample-report';

const { handovers } = surfaceItems;
const url = 'https://host.example/page';
const draft = { page: 'token', url, privacy: 2 as const };
const handedOver: Handover = { kind: 'draft', url, privacy: 2, keeping: 'disk' };
const nothing = { keeping: null, draft: null, report: null, search: null };

beforeEach(emptyBrowser);

/** A tab to which something was handed over; what it gives is what happens at each load of it. */
async function openTab(handover: Handover) {
  await handovers.write([{ token: 'token', handover }]);
  let remembered: Keeping | null = null;
  const memory = {
    keeping: () => remembered,
    remember(keeping: Keeping) {
      remembered = keeping;
    },
  };
  return (token = 'token') => takeHandover(token, { handovers, draft: draftItem, memory });
}

describe('a form that was handed over', () => {
  it('is there after a reload, with later changes, unless another form was half-filled', async () => {
    const load = await openTab(handedOver);
    expect(await load('unknown')).toEqual(nothing);
    expect(await load()).toEqual({ ...nothing, keeping: 'disk', draft });
    expect(await handovers.read()).toEqual([]);
    await draftItem.write({ ...draft, url: `${url}/2` });
    expect((await load()).draft).toEqual({ ...draft, url: `${url}/2` });
    await draftItem.write({ ...draft, page: 'another' });
    expect((await load()).draft).toBeNull();
  });

  it('to a private window is stored nowhere, and a reload leaves the tab private', async () => {
    const load = await openTab({ ...handedOver, keeping: 'memory' });
    expect(await load()).toEqual({ ...nothing, keeping: 'memory', draft });
    expect(await draftItem.read()).toBeUndefined();
    expect(await load()).toEqual({ ...nothing, keeping: 'memory' });
  });

  it.each([1, 2])(
    'is there at the second load where write %i of the first load failed',
    async (failing) => {
      const load = await openTab({ ...handedOver, privacy: null });
      const set = vi.spyOn(fakeBrowser.storage.session, 'set');
      const store = set.getMockImplementation();
      if (failing === 2)
        set.mockImplementationOnce(store as typeof fakeBrowser.storage.session.set);
      set.mockRejectedValueOnce(new Error('Full'));
      for (const _ of [1, 2]) expect((await load()).draft).toEqual({ ...draft, privacy: null });
      expect(await handovers.read()).toEqual([]);
    },
  );
});

it('a report that was handed over is shown at the first load alone', async () => {
  const report = sampleReport('7');
  const load = await openTab({ kind: 'report', report, keeping: 'memory' });
  expect(await load()).toEqual({ ...nothing, keeping: 'memory', report });
  expect(await load()).toMatchObject({ report: null });
});
