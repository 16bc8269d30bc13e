import { expect, it, vi } from 'vitest';
import { resultUpdates } from '@/lib/jobs/result-updates';
import { hasFailed } from '@/lib/result';
import { dueItem, headlineItem } from '@/lib/shared-state/shared-items';
import type { RecordedRequest } from '../../service/recorded-request';
import type { Service } from '../../service/service';
import { startDays } from '../../support/days-at-service';

// Plays the first three days. With the environment variable `WEEK`, this file plays the whole week, and prints
// the requests of each day.

/** The time between a request and its answer, in milliseconds. An update analyses the page. */
const ANSWER_MS = 1_500;

/**
 * The clients, with the number of their pages and the day of their weekly re-check. The service has three
 * reports of each page, 975 in all.
 */
const CLIENTS = [
  { host: 'nordlicht-moebel.example', pages: 60, day: 'Mon' },
  { host: 'bergblick-hotel.example', pages: 60, day: 'Tue' },
  { host: 'lumen-software.example', pages: 40, day: 'Wed' },
  { host: 'fahrrad-kontor.example', pages: 80, day: 'Thu' },
  { host: 'zahnarzt-lindner.example', pages: 25, day: 'Fri' },
  { host: 'stadtwerke-auental.example', pages: 60, day: 'Sat' },
];
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAYS = process.env.WEEK ? WEEK : WEEK.slice(0, 3);

/** Returns a time in the week that begins on Monday, November 23, 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, 23 + day, hour, minute);

/** The hours of the automatic readings: at the start of the browser, and every four hours. */
const READING_HOURS = [8, 12, 16];

interface WeekDay {
  day: string;
  /** For each automatic reading, the numbers of the requested pages of the list. */
  readings: number[][];
  /** Requests of the re-check, also the refused ones. */
  updates: number;
  /** Requests that are neither part of a reading nor of the re-check. */
  others: number;
  /** The times of answers with status 429, in milliseconds since the epoch. */
  refusedAt: number[];
}

/** Returns the numbers of the pages that requests for lists have. */
function pagesIn(requests: readonly RecordedRequest[]): number[] {
  const lists = requests.filter(
    ({ method, path }) => method === 'GET' && path.endsWith('/reports'),
  );
  return lists.map(({ search }) => Number(new URLSearchParams(search).get('page') ?? 1));
}

/** Returns the largest number of times within half a minute. */
function mostInHalfMinute(times: readonly number[]): number {
  const counts = times.map(
    (start) => times.filter((time) => time >= start && time < start + 30_000).length,
  );
  return Math.max(0, ...counts);
}

/** Adds a report of each page of a client. The only failed check of a page stays the same. */
function addReports(
  service: Service,
  { host, pages }: (typeof CLIENTS)[number],
  day: number,
): void {
  for (let page = 0; page < pages; page += 1) {
    const url = `https://${host}/${page}`;
    const created_at = at(day, 9, page % 60).toISOString();
    service.add({ url, score: 90, failing: ['social'], created_at });
    service.setFailing(url, ['social']);
  }
}

it('a week of due re-checks obeys the rate limit, and reads further pages at most once a day', async () => {
  const refusedAt: number[] = [];
  const days = await startDays(at(-7, 8), {
    throttle: {},
    editBody(body) {
      if (body.includes('Too Many Attempts')) refusedAt.push(Date.now());
      vi.setSystemTime(Date.now() + ANSWER_MS);
      return body;
    },
  });
  const { service, runUntil, restartAt, api } = days;
  for (const day of [-28, -21]) for (const client of CLIENTS) addReports(service, client, day);
  const connectionId = await days.connect();
  for (const [index, client] of CLIENTS.entries()) {
    addReports(service, client, index - 7);
    vi.setSystemTime(at(index - 7, 11));
    const subject = { kind: 'client', name: client.host } as const;
    await api().changeMarks(connectionId, { kind: 'setDue', subject, every: 'week' });
  }
  vi.setSystemTime(at(-1, 10));
  await days.setPreferences({ keepsUpToDate: true, notifiesOfWorse: true });
  await runUntil(at(-1, 18));

  const readDue = async () =>
    ((await dueItem(connectionId).read())?.lines ?? []).map(({ subject, pages }) => [
      subject.kind === 'client' ? subject.name : subject.kind,
      pages,
    ]);

  /** Re-checks the due pages of a client, as a press on *Re-check* does. */
  async function recheck(name: string, until: Date): Promise<void> {
    const due = await api().getDueReports(connectionId, { kind: 'client', name });
    if (hasFailed(due)) return expect.fail(due.failure.code);
    const subjects = resultUpdates(due.value);
    await api().createJob(connectionId, { id: `recheck ${name}`, isBatch: true, subjects });
    await runUntil(until);
  }

  const week: WeekDay[] = [];
  for (const [index, day] of DAYS.entries()) {
    const { length } = service.requests;
    const refusedBefore = refusedAt.length;
    await restartAt(at(index, 8));
    await runUntil(at(index, 8, 10));
    const readings = [pagesIn(service.requests.slice(length))];
    const due = CLIENTS.find((client) => client.day === day);
    expect(await readDue()).toEqual(due === undefined ? [] : [[due.host, due.pages]]);
    if (day === 'Tue') {
      // A relaunch of the site has broken some pages.
      for (let page = 0; page < 14; page += 1)
        service.setFailing(`https://bergblick-hotel.example/${page}`, ['noindex', 'social']);
    }
    if (due !== undefined) {
      await recheck(due.host, at(index, 9));
      expect(await readDue()).toEqual([]);
      // The end of the re-check publishes what came of it.
      const check = index < DAYS.indexOf('Tue') ? undefined : 'noindex';
      expect((await headlineItem(connectionId).read())?.check).toBe(check);
    }
    for (const hour of READING_HOURS.slice(1)) {
      await runUntil(at(index, hour).getTime() - 1);
      const { length: before } = service.requests;
      await runUntil(at(index, hour, 10));
      readings.push(pagesIn(service.requests.slice(before)));
    }
    await runUntil(at(index, 18));
    const requests = service.requests.slice(length);
    const updates = requests.filter(({ method }) => method === 'PUT').length;
    const others = requests.length - readings.flat().length - updates;
    week.push({ day, readings, updates, others, refusedAt: refusedAt.slice(refusedBefore) });
  }

  if (process.env.WEEK) {
    const lines = week.map(({ day, readings, updates, refusedAt: refused }) =>
      [day, readings.join(' | '), updates, refused.length].join('\t'),
    );
    process.stdout.write(`${['day\tpages\tupdates\trefused', ...lines].join('\n')}\n`);
  }
  for (const { day, readings, updates, others, refusedAt: refusedOfDay } of week) {
    const pages = CLIENTS.find((client) => client.day === day)?.pages ?? 0;
    expect(updates - refusedOfDay.length).toBe(pages);
    expect(others).toBe(0);
    // A refusal names the time until the next request. Only the two requests in flight are refused.
    expect(mostInHalfMinute(refusedOfDay)).toBeLessThanOrEqual(2);
    for (const reading of readings) {
      expect(reading[0]).toBe(1);
      expect(reading.length).toBeLessThanOrEqual(5);
    }
    const furtherPages = readings.flatMap((reading) => reading.slice(1));
    expect(furtherPages).toEqual([...new Set(furtherPages)]);
  }
  expect(days.notifications).toMatchObject([
    { kind: 'worse', headline: { client: 'bergblick-hotel.example', check: 'noindex', pages: 14 } },
  ]);
}, 600_000);
