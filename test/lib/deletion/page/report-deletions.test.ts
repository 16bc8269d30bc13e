import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');

function openDeletions() {
  const background = {
    remove: vi.fn(async (_: Report): Promise<Outcome<null>> => ({ value: null })),
    undoRemove: vi.fn(async (_: string): Promise<Outcome<boolean>> => ({ value: true })),
  };
  const pending = signal<readonly Deletion[]>([]);
  const deletions = createReportDeletions({ pending, background });
  const said = () => ({
    failure: deletions.failure.value,
    tooLate: deletions.tooLate.value,
  });
  return { deletions, pending, said, ...background };
}

const nothing = { failure: null, tooLate: null };
const sending: Deletion = {
  ...{ report, dueAt: '2026-11-02T12:00:00.000Z', isPrivateWindow: false },
  state: 'sending',
};

describe('deleting on a page', () => {
  it('is asked of the background, and has nothing to say', async () => {
    const { deletions, said, remove } = openDeletions();
    await deletions.remove(report);
    expect(remove).toHaveBeenCalledExactlyOnceWith(report);
    expect(said()).toEqual(nothing);
  });

  it('says why the background did not take it, until it takes one', async () => {
    const { deletions, said, remove } = openDeletions();
    remove.mockResolvedValueOnce({ failure: { code: 'notConnected' } });
    await deletions.remove(report);
    expect(said()).toEqual({ ...nothing, failure: { code: 'notConnected' } });
    remove.mockRejectedValueOnce(new Error('No answer'));
    await deletions.remove(report);
    expect(said()).toEqual({ ...nothing, failure: { code: 'interrupted' } });
    await deletions.remove(report);
    expect(said()).toEqual(nothing);
  });
});

describe('undoing on a page', () => {
  it.each<[string, Outcome<boolean>, object]>([
    ['nothing in time', { value: true }, {}],
    ['that it was too late', { value: false }, { tooLate: 'deleted' }],
    ['why it failed', { failure: { code: 'notConnected' } }, { failure: { code: 'notConnected' } }],
  ])('says %s, until the next press', async (_, outcome, says) => {
    const { deletions, said, undoRemove } = openDeletions();
    undoRemove.mockResolvedValueOnce(outcome);
    await deletions.undo('1');
    expect(undoRemove).toHaveBeenCalledExactlyOnceWith('1');
    expect(said()).toEqual({ ...nothing, ...says });
    await deletions.remove(report);
    expect(said()).toEqual(nothing);
  });

  it('says that it was too late as long as that is so', async () => {
    const { deletions, pending, said, undoRemove } = openDeletions();
    pending.value = [sending];
    undoRemove.mockResolvedValueOnce({ value: false });
    await deletions.undo('1');
    expect(said().tooLate).toBe('deleting');
    pending.value = [{ ...sending, report: sampleReport('2') }];
    expect(said().tooLate).toBe('deleted');
    // The report is there again, and why is said with it.
    pending.value = [{ ...sending, state: 'failed', failure: { code: 'offline' } }];
    expect(said().tooLate).toBeNull();
  });
});
