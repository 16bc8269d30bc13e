import { effect, type ReadonlySignal } from '@preact/signals';
import { type Deletion, isHidden } from '@/lib/deletion/deletion';
import type { Report } from '@/lib/report/report';
import type { QueueView } from '@/lib/submission/queue-view';
import { type FinishedSubmission, needsAttention } from '@/lib/submission/submission';
import type { FormPresses, Submitting } from './form-presses';

/** What the background has stored of submissions and reports. */
export interface StoredOutcomes {
  queue: ReadonlySignal<QueueView | undefined>;
  /** Those that are done. */
  finished: ReadonlySignal<readonly FinishedSubmission[] | undefined>;
  /** The reports of all lists that are stored. */
  listed: ReadonlySignal<readonly Report[]>;
  /** As they stand in every window of this kind. */
  deletions: ReadonlySignal<readonly Deletion[]>;
}

/**
 * Keeps what is told of presses true after their answers: one that goes on by itself is told as created
 * once it is, and not at all once it was discarded or the queue asks a person about it. What was
 * created is told with the rating and the privacy that it has by now, and not once it is deleted.
 */
export function followPresses(
  { last, earlier }: Pick<FormPresses, 'last' | 'earlier'>,
  { queue, finished, listed, deletions }: StoredOutcomes,
): void {
  /** The press that the queue has shown: it has ended once it is not shown any more. */
  let seen: string | null = null;

  function endOf(id: string): FinishedSubmission | undefined {
    return finished.value?.find((one) => one.id === id);
  }

  function followQueued({ id, url }: Submitting & { state: 'queued' }): void {
    const end = endOf(id);
    const submission = queue.value?.shown.find((one) => one.id === id);
    if (submission) seen = id;
    if (end) last.value = { state: 'created', id, url, report: end.report };
    else if (submission ? needsAttention(submission) : seen === id) last.value = null;
  }

  /** The service has accepted it without showing it; a list may. */
  function followUnseen({ id, url }: Submitting & { state: 'created' }): void {
    const report = endOf(id)?.report;
    if (report) last.value = { state: 'created', id, url, report };
  }

  function followReport(press: Submitting & { state: 'created' }, made: Report): void {
    const now = listed.value.find(({ id }) => id === made.id);
    const report = {
      ...made,
      privacy: now?.privacy ?? made.privacy,
      result: now?.result ?? made.result,
    };
    const hasChanged = report.privacy !== made.privacy || report.result !== made.result;
    if (isDeleted(made)) last.value = null;
    else if (hasChanged) last.value = { ...press, report };
  }

  /** Then it is not to be opened or shared from here, whichever window has deleted it. */
  function isDeleted({ id }: Report): boolean {
    return isHidden(deletions.value, id);
  }

  effect(() => {
    const press = last.value;
    if (press?.state === 'queued') followQueued(press);
    if (press?.state !== 'created') return;
    if (press.report === null) followUnseen(press);
    else followReport(press, press.report);
  });
  effect(() => {
    const press = earlier.value;
    if (press && 'report' in press && press.report && isDeleted(press.report)) earlier.value = null;
  });
}
