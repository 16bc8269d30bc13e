import { signal } from '@preact/signals';
import { isValidElement, type VNode } from 'preact';
import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createReportSubmissions } from '@/lib/submission/page/report-submissions';
import { EMPTY_QUEUE, type QueueView } from '@/lib/submission/queue-view';
import type { Submission } from '@/lib/submission/submission';
import { openForm } from '../../support/open-form';
import { sampleSubmission } from '../../support/sample-submission';

// Fields listen to the pointer.
vi.stubGlobal('addEventListener', () => {});
const { QueueDetails } = await import('@/components/submissions/queue-details');

// A message's key stands for the message.
fakeBrowser.i18n.getMessage = (key: string) => key;

// Node 20 has none, unlike the browsers.
Map.groupBy ??= (all, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const one of all) {
    const key = keyOf(one, index++);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
};

/** The lines of the details, as Preact tells them apart. */
function linesOf(...shown: Submission[]): unknown[] {
  const queue = signal<QueueView>({ ...EMPTY_QUEUE, shown, count: shown.length });
  const answer = async () => ({ value: null });
  const background = { discard: async () => ({ value: true }), retry: answer, retryNow: answer };
  const { form } = openForm();
  const submissions = createReportSubmissions({ background, queue, form });
  const unreadable = {
    ...{ count: signal(0), failure: signal(null) },
    ...{ asText: async () => null, remove: async () => {} },
  };
  const details = QueueDetails({ form, submissions, unreadable, onCopy: async () => {} });
  const list = [details.props.children].flat().find((part) => part?.type === 'ul') as VNode<{
    children: unknown[];
  }>;
  return list.props.children.map((line) => (isValidElement(line) ? line.key : line));
}

it('each line is told apart by its report, so that what is typed there outlives the others', () => {
  const waiting = sampleSubmission('1');
  const locked = sampleSubmission('2', { state: 'needs-attention', reason: 'password' });
  expect(linesOf(waiting, locked)).toEqual([waiting.id, locked.id]);
  expect(linesOf(locked)).toEqual([locked.id]);
});
