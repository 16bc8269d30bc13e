import { expect, it, vi } from 'vitest';
import { pagesOf } from '@/lib/report/compare/pages';
import type { Report } from '@/lib/report/report';
import { referTo } from '@/lib/report/report-reference';
import { hasFailed } from '@/lib/result';
import type { RecordedRequest } from '../../service/recorded-request';
import { startDays } from '../../support/days-at-service';
import { waitUntil } from '../../support/wait-until';

// With the variable `WEEK`, this file prints the requests of each day.

const MINUTE = 60_000;
/** The time between a request and its answer, in milliseconds. An update analyses the page. */
const ANSWER_MS = 1_500;

/** The clients, with the number of their pages and the day of the week of their re-check. */
const CLIENTS = [
  { host: 'nordlicht-moebel.example', pages: 60, day: 'Mon' },
  { host: 'bergblick-hotel.example', pages: 60, day: 'Tue' },
  { host: 'lumen-software.example', pages: 25, day: 'Wed' },
  { host: 'fahrrad-kontor.example', pages: 80, day: 'Thu' },
  { host: 'zahnarzt-lindner.example', pages: 25, day: 'Fri' },
  { host: 'stadtwerke-auental.example', pages: 50, day: 'Sat' },
];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** The number of reports of each page. */
const REPORTS_OF_PAGE = 3;

/** A time in the week that begins on Monday, Nov 23, 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, 23 + day, hour, minute);

interface DayCounts {
  day: string;
  /** Requests for lists, without a press. */
  reads: number;
  /** Requests of re-checks. */
  updates: number;
  other: number;
  /** Answers with status 429. */
  refused: number;
  /** The highest number of requests in the minutes after a start without anything new. */
  atStart: number;
}

function countsOf(
  requests: readonly RecordedRequest[],
): Pick<DayCounts, 'reads' | 'updates' | 'other'> {
  const reads = requests.filter(
    ({ method, path }) => method === 'GET' && path.endsWith('/reports'),
  );
  const updates = requests.filter(({ method }) => method === 'PUT');
  const other = requests.length - reads.length - updates.length;
  return { reads: reads.length, updates: updates.length, other };
}

it(
  'a week of six clients stays within the rate limit of the service',
  async () => {
    let refused = 0;
    const days = await startDays(at(-1, 8), {
      throttle: {},
      editBody(body) {
        if (body.includes('Too Many Attempts')) refused += 1;
        vi.setSystemTime(Date.now() + ANSWER_MS);
        return body;
      },
    });
    const { service, runUntil, restartAt, api } = days;
    for (let round = 0; round < REPORTS_OF_PAGE; round += 1) {
      for (const { host, pages } of CLIENTS) {
        for (let page = 0; page < pages; page += 1) {
          const created_at = at(-30 + round * 7, 9, page % 60).toISOString();
          const url = `https://${host}/${page}`;
          service.add({ url, score: 90, failing: ['social'], created_at });
          service.setFailing(url, ['social']);
        }
      }
    }
    const connectionId = await days.connect();
    await days.setPreferences({ keepsUpToDate: true, notifiesOfWorse: true });
    await runUntil(at(-1, 18));

    /** Updates the newest report of each page of a client. Resolves when the updates have ended. */
    async function recheck(host: string, until: Date): Promise<void> {
      const reports: Report[] = [];
      let part = await api().listHistory(connectionId, null);
      while (!hasFailed(part)) {
        reports.push(...part.value.reports);
        if (part.value.after === null) break;
        part = await api().listHistory(connectionId, part.value.after);
      }
      const subjects = pagesOf(reports)
        .filter(({ client }) => client === host)
        .map(({ report }) => ({
          kind: 'update' as const,
          report: referTo(report),
          update: { results: 1 as const },
        }));
      await api().createJob(connectionId, { id: `recheck ${host}`, isBatch: true, subjects });
      await runUntil(until);
    }

    const week: DayCounts[] = [];
    for (const [index, day] of DAYS.entries()) {
      const { length } = service.requests;
      const refusedBefore = refused;
      await restartAt(at(index, 8));
      await runUntil(at(index, 8, 10));
      const atStart = service.requests.length - length;
      const due = CLIENTS.find((client) => client.day === day);
      if (due !== undefined) {
        // A relaunch has broken some pages.
        if (day === 'Tue') {
          for (let page = 0; page < 14; page += 1)
            service.setFailing(`https://${due.host}/${page}`, ['noindex', 'social']);
        }
        await recheck(due.host, at(index, 9));
        const updated = service
          .reports()
          .filter(
            (report) =>
              report.url.includes(due.host) &&
              Date.parse(report.generated_at ?? '') >= at(index, 8).getTime(),
          );
        expect(updated).toHaveLength(due.pages);
      }
      await runUntil(at(index, 18));
      week.push({
        day,
        ...countsOf(service.requests.slice(length)),
        refused: refused - refusedBefore,
        atStart,
      });
    }
    if (process.env.WEEK) {
      const lines = week.map((one) => Object.values(one).join('\t'));
      process.stdout.write(`${[Object.keys(week[0] ?? {}).join('\t'), ...lines].join('\n')}\n`);
      process.stdout.write(`${JSON.stringify(days.notifications)}\n`);
    }
    for (const { atStart } of week) expect(atStart).toBeLessThanOrEqual(5);
    // At the start, at noon and at four.
    for (const { reads } of week) expect(reads).toBeLessThanOrEqual(15);
    expect(days.notifications).toMatchObject([
      {
        kind: 'worse',
        headline: { client: 'bergblick-hotel.example', check: 'noindex', pages: 14 },
      },
    ]);
    await waitUntil(() => expect(service.openRequests()).toBe(0));
  },
  10 * MINUTE,
);
