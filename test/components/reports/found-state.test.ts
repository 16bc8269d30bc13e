import { signal } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import { createFound } from '@/components/reports/found-state';
import type { Outcomes } from '@/lib/front/outcomes';
import type { Outcome } from '@/lib/outcome';
import type { Check } from '@/lib/report/content/checks';
import type { Found } from '@/lib/report/report';
import {
  changedOutcome,
  deletedOutcome,
  madeOutcome,
  outcomesOf,
} from '../../support/sample-outcome';
import { sampleReport } from '../../support/sample-report';

const [THEN, NOW] = ['2026-11-20T08:00:00.000Z', '2026-11-26T08:00:00.000Z'];
const checkOf = (value: string): Check => ({
  ...{ name: 'title', isPassed: false, importance: 'high', value, reasons: [], details: [] },
});
const before = changedOutcome('9', {});

/** A page whose list has read report 1, and what the answers of the worker say of these. */
function open(answers: Record<string, Found>) {
  const outcomes = signal<Outcomes>(outcomesOf(before));
  const found = vi.fn(
    async (_: readonly string[]): Promise<Outcome<Record<string, Found>>> => ({
      value: answers,
    }),
  );
  const foundOf = createFound({
    ...{ background: { found }, outcomes },
    foundInList: ({ id, generatedAt }) =>
      id === '1' && generatedAt === THEN ? [checkOf('of the list')] : null,
  });
  return { outcomes, found, foundOf };
}

it('what the answer to an update has found is known as soon as the update is done', async () => {
  const { outcomes, found, foundOf } = open({
    1: { generatedAt: NOW, checks: [checkOf('of the answer')] },
  });
  const [former, renewed] = [THEN, NOW].map((generatedAt) => sampleReport('1', { generatedAt }));
  if (!former || !renewed) throw new Error('no reports');
  expect([foundOf(former), foundOf(renewed)]).toEqual([[checkOf('of the list')], null]);
  outcomes.value = outcomesOf(before, changedOutcome('1', { generatedAt: NOW }));
  await expect.poll(() => foundOf(renewed)).toEqual([checkOf('of the answer')]);
  expect(foundOf(former)).toEqual([checkOf('of the list')]);
  expect(found.mock.calls).toEqual([[['1']]]);
});

it('each report is asked for once, and none that was deleted or made before the page was opened', async () => {
  const { outcomes, found } = open({});
  expect(found).not.toHaveBeenCalled();
  outcomes.value = outcomesOf(before, deletedOutcome('1'), changedOutcome('2', null));
  outcomes.value = outcomesOf(
    ...[before, deletedOutcome('1'), changedOutcome('2', null)],
    ...[madeOutcome('3'), { ...madeOutcome('4'), isRow: true }],
  );
  expect(found.mock.calls).toEqual([[['3', '4']]]);
});

it('a worker that was stopped, or knows nothing, leaves checks unread', async () => {
  const { outcomes, found, foundOf } = open({});
  found.mockRejectedValueOnce(new Error('stopped'));
  outcomes.value = outcomesOf(before, changedOutcome('2', { generatedAt: NOW }));
  await vi.waitFor(() => expect(found).toHaveBeenCalledOnce());
  expect(foundOf(sampleReport('2', { generatedAt: NOW }))).toBeNull();
});
