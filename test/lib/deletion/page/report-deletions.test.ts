import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
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
  const deletions = createReportDeletions({ pending: signal([]), background });
  const said = () => ({
    failure: deletions.failure.value,
    wasTooLate: deletions.wasTooLate.value,
  });
  return { deletions, said, ...background };
}

const nothing = { failure: null, wasTooLate: false };

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
    ['that it was too late', { value: false }, { wasTooLate: true }],
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
});
