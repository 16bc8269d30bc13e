import { expect, it, vi } from 'vitest';
import { resultUpdates } from '@/lib/jobs/result-updates';
import { hasFailed } from '@/lib/result';
import { dueItem, headlineItem } from '@/lib/shared-state/shared-items';
import type { RecordedRequest } from '../../service/recorded-request';
import type { Service } from '../../service/service';
import { startDays } from '../../support/days-at-service';

// With the environment variable `WEEK`, this file prints the requests of each day.

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
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a time in the week that begins on Monday, November 23, 2026. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, 23 + day, hour, minute);

interface DayCounts {
  day: string;
  /** Requests for lists, without a press. */
  reads: number;
  /** Requests of the re-check, also the refused ones. */
  updates: number;
  other: number;
  /** Answers with status 429. */
  refused: number;
  /** The number of requests in the minutes after the start of the browser. */
  atStart: number;
}

function countsOf(requests: readonly RecordedRequest[]) {
  const isRead = ({ method, path }: RecordedRequest) =>
    method === 'GET' && path.endsWith('/reports');
  const reads = requests.filter(isRead).length;
  const updates = requests.filter(({ method }) => method === 'PUT').length;
  const other = requests.length - reads - updates;
  return { reads, updates, other };
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

it('a week of due re-checks obeys the rate limit, and reads only what is new', async () => {
  let refused = 0;
  const days = await startDays(at(-7, 8), {
    throttle: {},
    editBody(body) {
      if (body.includes('Too Many Attempts')) refused += 1;
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

  const week: DayCounts[] = [];
  for (const [index, day] of DAYS.entries()) {
    const { length } = service.requests;
    const refusedBefore = refused;
    await restartAt(at(index, 8));
    await runUntil(at(index, 8, 10));
    const atStart = service.requests.length - length;
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
    await runUntil(at(index, 18));
    const counts = countsOf(service.requests.slice(length));
    week.push({ day, ...counts, refused: refused - refusedBefore, atStart });
  }

  if (process.env.WEEK) {
    const lines = week.map((one) => Object.values(one).join('\t'));
    process.stdout.write(`${[Object.keys(week[0] ?? {}).join('\t'), ...lines].join('\n')}\n`);
  }
  for (const { day, reads, updates, other, refused: refusedOfDay, atStart } of week) {
    const pages = CLIENTS.find((client) => client.day === day)?.pages ?? 0;
    expect(updates - refusedOfDay).toBe(pages);
    expect(other).toBe(0);
    expect(atStart).toBeLessThanOrEqual(5);
    // The browser reads at 8, 12 and 16 o'clock.
    expect(reads).toBeLessThanOrEqual(15);
  }
  expect(days.notifications).toMatchObject([
    { kind: 'worse', headline: { client: 'bergblick-hotel.example', check: 'noindex', pages: 14 } },
  ]);
}, 600_000);
