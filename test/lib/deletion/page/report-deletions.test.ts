import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import type { Deletion } from '@/lib/deletion/deletion';
import { createReportDeletions } from '@/lib/deletion/page/report-deletions';
import type { Outcome } from '@/lib/outcome';
import type { Report } from '@/lib/report/report';
import { sampleReport } from '../../../support/sample-report';

const report = sampleReport('1');
const waiting: Deletion = { report, dueAt: '2026-11-02T12:00:06.000Z', state: 'waiting' };

function openDeletions() {
  const pending = signal<readonly Deletion[]>([]);
  const remove = vi.fn(async (_: Report): Promise<Outcome<null>> => ({ value: null }));
  const undoRemove = vi.fn(async (_: string): Promise<Outcome<boolean>> => ({ value: true }));
  const deletions = createReportDeletions({ pending, remove, undoRemove });
  return { deletions, pending, remove, undoRemove };
}

describe('deletions on a page', () => {
  it('are those that are stored', () => {
    const { deletions, pending } = openDeletions();
    expect(deletions.pending.value).toEqual([]);
    pending.value = [waiting];
    expect(deletions.pending.value).toEqual([waiting]);
  });

  it('are asked of the background', async () => {
    const { deletions, remove } = openDeletions();
    await deletions.remove(report);
    expect(remove).toHaveBeenCalledExactlyOnceWith(report);
    expect(deletions.failure.value).toBeNull();
    expect(deletions.wasTooLate.value).toBe(false);
  });

  it('say why the background did not take one, until one is taken', async () => {
    const { deletions, remove } = openDeletions();
    remove.mockResolvedValueOnce({ failure: { code: 'not-connected' } });
    await deletions.remove(report);
    expect(deletions.failure.value).toEqual({ code: 'not-connected' });
    remove.mockRejectedValueOnce(new Error('No answer'));
    await deletions.remove(report);
    expect(deletions.failure.value).toEqual({ code: 'interrupted' });
    await deletions.remove(report);
    expect(deletions.failure.value).toBeNull();
  });
});

describe('undoing on a page', () => {
  it('in time has nothing to say', async () => {
    const { deletions, undoRemove } = openDeletions();
    await deletions.undo('1');
    expect(undoRemove).toHaveBeenCalledExactlyOnceWith('1');
    expect(deletions.wasTooLate.value).toBe(false);
    expect(deletions.failure.value).toBeNull();
  });

  it('says when it was too late, until the next press', async () => {
    const { deletions, undoRemove } = openDeletions();
    undoRemove.mockResolvedValueOnce({ value: false });
    await deletions.undo('1');
    expect(deletions.wasTooLate.value).toBe(true);
    expect(deletions.failure.value).toBeNull();
    await deletions.remove(report);
    expect(deletions.wasTooLate.value).toBe(false);
  });

  it('was interrupted when the background was stopped', async () => {
    const { deletions, undoRemove } = openDeletions();
    undoRemove.mockRejectedValueOnce(new Error('No answer'));
    await deletions.undo('1');
    expect(deletions.failure.value).toEqual({ code: 'interrupted' });
    expect(deletions.wasTooLate.value).toBe(false);
  });
});
