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

  it('is not lost to a tab that is stopped before it has taken it', async () => {
    const { handovers, load } = openTab({ kind: 'draft', url, privacy: 0, isPrivate: false });
    const { update } = handovers;
    handovers.update = () => Promise.reject(new Error('Stopped'));
    await expect(load()).rejects.toThrow('Stopped');
    handovers.update = update;
    expect((await load()).draft).toMatchObject({ url });
  });
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
