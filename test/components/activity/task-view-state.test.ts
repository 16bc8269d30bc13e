import { effect, signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createTaskView } from '@/components/activity/task-view-state';
import type { Report } from '@/lib/report/report';
import { placeOf } from '@/lib/report/report-page';
import { EMPTY_VIEW, type StoredOutcome, type StoredView } from '@/lib/task/view';
import { holdAnswers } from '../../support/held-answers';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('9');

function ended(fields: Partial<StoredOutcome> = {}): StoredView {
  const facts = { keeping: 'disk', askedAt: 1, wasHeld: false } as const;
  const outcome = { kind: 'create', end: 'done', report: placeOf(report) } as const;
  return { ...EMPTY_VIEW, outcomes: [{ id: 't', ...facts, ...outcome, ...fields }] };
}

/** The view of a page that knows no report, and reads by hand. */
function openView(atFirst?: StoredView) {
  const stored = signal(atFirst);
  const known = signal<Report | null>(null);
  const reads = holdAnswers<void>();
  const reportAt = () => known.value;
  const view = createTaskView({ stored, reportAt, readAnew: reads.call });
  const shown: (string | undefined)[][] = [];
  effect(() => {
    shown.push(view.value.outcomes.map((one) => one.report?.id));
  });
  return { stored, known, reads, shown };
}

it('a new outcome is shown only after its report has been read', async () => {
  const { stored, known, reads, shown } = openView();
  stored.value = ended();
  expect(shown).toEqual([[]]);
  known.value = report;
  reads.answer(0, undefined);
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(['9']));
  expect(shown).toEqual([[], ['9']]);
});

it('an outcome whose report is stored nowhere is shown after one attempt to read it', async () => {
  const { stored, reads, shown } = openView();
  stored.value = ended();
  reads.answer(0, undefined);
  await vi.waitFor(() => expect(shown).toEqual([[], [undefined]]));
  stored.value = { ...ended(), deleting: ['1'] };
  expect(shown).toHaveLength(3);
  expect(reads.count).toBe(1);
});

it('a view that arrives during a read waits only for its own read', async () => {
  const { stored, reads, shown } = openView();
  stored.value = ended();
  stored.value = { ...ended(), deleting: ['1'] };
  reads.answer(1, undefined);
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  reads.answer(0, undefined);
  await Promise.resolve();
  expect(shown).toEqual([[], [undefined]]);
});

it.each<[string, Partial<StoredOutcome>]>([
  ['a deletion', { kind: 'delete' }],
  ['a task that was taken back', { end: 'cancelled' }],
  ['a report that the service did not show', { report: null }],
])('the outcome of %s is shown without reading a report', (_, fields) => {
  const { stored, reads, shown } = openView();
  stored.value = ended(fields);
  expect([shown.length, reads.count]).toEqual([2, 0]);
});

it('an outcome from before the page opened is shown at once', () => {
  const { shown, reads } = openView(ended());
  expect([shown, reads.count]).toEqual([[[undefined]], 0]);
});
