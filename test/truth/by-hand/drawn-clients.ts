import { expect, vi } from 'vitest';
import type { BackgroundApi } from '@/lib/background/background-api';
import { type Since, trendOf } from '@/lib/report/compare/page-change';
import { connectPage, fakeBackground } from '../../support/page-view';
import { drawPopupOf } from '../../support/popup-view';
import { drawReportsOf } from '../../support/reports-view';
import { replyOf } from '../../support/sample-list';
import { waitUntil } from '../../support/wait-until';
import { historyOf, MARKS, NOW, REPORTS, stopClock } from './six-clients';

interface Reading {
  /** The reports that the service lists. The history knows no other reports. */
  reports?: typeof REPORTS;
  /** The number of all reports. */
  total?: number;
}

/** Creates a background whose service and history have the reports of the six clients. */
function backgroundOf({ reports = REPORTS, total = reports.length }: Reading = {}) {
  return fakeBackground(
    {
      listReports: vi.fn<BackgroundApi['listReports']>(async () => ({
        value: {
          ...replyOf(),
          reports: [...reports],
          total,
          // A table reads at most 20 pages of a list.
          next: reports.length < total ? 21 : null,
          requestedAt: Date.now(),
        },
      })),
      getTrends: async (_, references, since) => ({
        value: references.map((reference) =>
          trendOf(reference, historyOf(reference.page, reports).results, since, NOW),
        ),
      }),
      getPages: async (_, keys) => ({ value: keys.map((key) => historyOf(key, reports)) }),
      getMarks: async () => ({ value: MARKS }),
    },
    reports,
  );
}

/** Draws *All reports* of the six clients at 15:00 on November 29. */
export async function drawClients(since: Since, reading: Reading = {}) {
  stopClock();
  const background = backgroundOf(reading);
  const connection = await connectPage(reading.reports ?? REPORTS);
  const { page } = await drawReportsOf({ background, connection, comparedSince: since });
  await waitUntil(() => expect(page.table.value.overview.isKnown.value).toBe(true));
  await waitUntil(() => expect(document.querySelector('.clients tbody')).not.toBeNull());
  return page;
}

/** Draws the popup over a page at 15:00 on November 29. */
export async function drawPopupOver(url: string, since: Since, reading: Reading = {}) {
  stopClock();
  const background = backgroundOf(reading);
  // The newest list has the ten newest of all reports.
  const connection = await connectPage(REPORTS.slice(0, 10), { total: REPORTS.length, next: 2 });
  const tab = { id: 1, url, isPrivate: false };
  const drawn = await drawPopupOf({ background, connection, tab, comparedSince: since });
  return { ...drawn, background };
}

/** Returns the text of an element as a screen reader reads it, in one line. */
export function wordsOf(element: Element | null | undefined): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove();
  return (copy?.textContent ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the texts of all elements that a selector finds. */
export function wordsIn(selector: string, within: ParentNode = document): string[] {
  return [...within.querySelectorAll(selector)].map(wordsOf);
}
