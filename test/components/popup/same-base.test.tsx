import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { NO_MARKS } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import type { Since } from '@/lib/report/compare/page-change';
import { knownTrend } from '../../support/known-trends';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { NOW } from '../../support/six-clients';
import { draw, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Each base is another result. Day −11 of November is October 20. */
const REPORTS = [
  reportOn(5, 'host.example/', 26, 90),
  reportOn(4, 'host.example/', 20, 80),
  reportOn(3, 'host.example/', 12, 72),
  reportOn(2, 'host.example/', 5, 65),
  reportOn(1, 'host.example/', -11, 49),
];

function backgroundWithSummary() {
  return fakeBackground(
    {
      getPages: async (_, keys) => ({ value: keys.map(() => pageHistory(REPORTS, [])) }),
      getTrends: async (_, references, since) => ({
        value: references.map(({ id }) => {
          const report = REPORTS.find((one) => one.id === id) ?? expect.fail(id);
          return knownTrend(report, { reports: REPORTS, since, now: NOW });
        }),
      }),
      getMarks: async () => ({
        value: { ...NO_MARKS, summaries: [{ client: 'host.example', days: ['2026-11-10'] }] },
      }),
    },
    REPORTS,
  );
}

const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';

/** Waits until a part of the page has a text. */
const expectPartText = (selector: string, text: string) =>
  waitUntil(() => expect(textOf(selector)).toContain(text));

it.each<[Since, day: string, score: number]>([
  ['before', 'Nov 20', 80],
  ['week', 'Nov 12', 72],
  ['summary', 'Nov 5', 65],
  ['month', 'Oct 20', 49],
])(
  'popup, report and All reports use the same base for the preference %s',
  async (comparedSince, day, score) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [rise, changed] = [`▲${90 - score}`, `Since ${day}: ${score} → 90`];

    await drawPopup({ background: backgroundWithSummary(), reports: REPORTS, comparedSince });
    await expectPartText('.page-brief', `compared with ${day}`);
    expect(textOf('.page-brief')).toContain(rise);
    document.querySelector<HTMLElement>('.this-page .opens')?.click();
    await expectPartText('.what-changed', changed);

    draw(null);
    history.replaceState(null, '', '#');
    await drawReports({ background: backgroundWithSummary(), reports: REPORTS, comparedSince });
    await expectPartText('.table-row .cell-change', rise);
    document.querySelector<HTMLElement>('.table-row .row')?.click();
    await expectPartText('.what-changed', changed);
  },
);
