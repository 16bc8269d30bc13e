import { beforeEach, describe, expect, it, vi } from 'vitest';
import { headlineItem } from '@/lib/shared-state/shared-items';
import { failures } from '../../service/served-failure';
import type { Service } from '../../service/service';
import { startDays } from '../../support/days-at-service';

const HOUR = 3_600_000;
/** A Monday, and the Monday a week later. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const MONDAY = at(23, 8);

/** Adds reports of pages of one client, all measured on Nov 20. */
function addPages(service: Service, count: number): void {
  const created_at = at(20, 10).toISOString();
  for (let page = 0; page < count; page += 1) {
    service.add({ url: `https://shop.example/${page}`, score: 90, failing: [], created_at });
  }
}

/** Adds new reports of pages, with failing checks. */
function addFailing(service: Service, pages: readonly number[], ...failing: string[]): void {
  const created_at = new Date().toISOString();
  for (const page of pages) {
    service.add({ url: `https://shop.example/${page}`, score: 60, failing, created_at });
  }
}

/** Opens a browser with *Keep up to date* that has read all reports. */
async function startUpToDate(pages = 250) {
  const days = await startDays(MONDAY, { throttle: {} });
  addPages(days.service, pages);
  await days.connect();
  await days.setPreferences({ keepsUpToDate: true, notifiesOfWorse: true });
  await days.runUntil(at(23, 8, 30));
  return days;
}

const readHeadline = () => headlineItem('a').read();

beforeEach(() => void vi.restoreAllMocks());

describe('Keep up to date', () => {
  it('reads nothing while it is off', async () => {
    const { service, connect, runUntil, restartAt, requestsDuring } = await startDays(MONDAY);
    addPages(service, 250);
    await connect();
    expect(
      await requestsDuring(async () => {
        await runUntil(at(24, 8));
        await restartAt(at(25, 8));
        await runUntil(at(25, 20));
      }),
    ).toBe(0);
  });

  it('reads all reports once, and then sends one request every four hours', async () => {
    const { service, runUntil, requestsDuring } = await startUpToDate();
    const lists = service.requests.filter(({ path }) => path.endsWith('/reports'));
    expect(lists.length).toBeLessThanOrEqual(4);
    expect(await requestsDuring(() => runUntil(at(23, 11, 59)))).toBe(0);
    expect(await requestsDuring(() => runUntil(at(23, 12, 30)))).toBe(1);
    expect(await requestsDuring(() => runUntil(at(23, 20, 30)))).toBe(2);
  });

  it('sends at most five requests after a start of the browser if nothing is new', async () => {
    const { restartAt, runUntil, requestsDuring } = await startUpToDate(1_200);
    const startAt = async (time: Date) => {
      await restartAt(time);
      await runUntil(time.getTime() + HOUR);
    };
    expect(await requestsDuring(() => startAt(at(23, 18)))).toBe(1);
    for (const day of [24, 27, 30]) {
      expect(await requestsDuring(() => startAt(at(day, 8)))).toBeLessThanOrEqual(5);
    }
  });

  it('reads new reports, and publishes and announces what got worse', async () => {
    const { service, runUntil, notifications } = await startUpToDate();
    expect(await readHeadline()).toBeUndefined();
    addFailing(service, [1, 2, 3], 'noindex');
    addFailing(service, [4], 'title');
    await runUntil(at(23, 13));
    const headline = {
      client: 'shop.example',
      check: 'noindex',
      importance: 'high',
      pages: 3,
      closedAt: null,
    };
    expect(await readHeadline()).toMatchObject(headline);
    expect(notifications).toMatchObject([{ kind: 'worse', headline, others: 1 }]);
  });

  it('finds on the next day what a colleague has updated in older reports', async () => {
    const { service, restartAt, runUntil } = await startUpToDate();
    const oldest = service.reports().at(-1) ?? expect.fail('The service has no report.');
    const generated_at = at(23, 16).toISOString();
    service.update(oldest, { score: 60, failing: ['noindex'], generated_at });
    await runUntil(at(23, 20));
    expect(await readHeadline()).toBeUndefined();
    await restartAt(at(24, 9));
    await runUntil(at(24, 9, 30));
    expect(await readHeadline()).toMatchObject({ check: 'noindex', pages: 1 });
  });

  it('announces nothing again after a restart of the browser', async () => {
    const { service, runUntil, restartAt, notifications } = await startUpToDate();
    addFailing(service, [1, 2, 3], 'noindex');
    await runUntil(at(23, 13));
    await restartAt(at(24, 8));
    await runUntil(at(24, 9));
    expect(notifications).toHaveLength(1);
    expect(await readHeadline()).toMatchObject({ check: 'noindex' });
  });

  it('removes the headline when its problem is fixed', async () => {
    const { service, runUntil } = await startUpToDate();
    addFailing(service, [1], 'noindex');
    await runUntil(at(23, 13));
    expect(await readHeadline()).toMatchObject({ check: 'noindex' });
    addFailing(service, [1]);
    await runUntil(at(23, 17));
    expect(await readHeadline()).toBeUndefined();
  });

  it('sends nothing during a backoff, and reads at its end', async () => {
    const { service, runUntil, requestsDuring } = await startUpToDate();
    service.behave({ fail: failures.badGateway });
    await runUntil(at(23, 12));
    const { length } = service.requests;
    expect(length).toBeGreaterThan(0);
    // The pauses grow to fifteen minutes.
    expect(await requestsDuring(() => runUntil(at(23, 16)))).toBeLessThan(30);
    service.behave(null);
    expect(await requestsDuring(() => runUntil(at(23, 16, 20)))).toBe(1);
    expect(await requestsDuring(() => runUntil(at(23, 20)))).toBe(0);
  });

  it('obeys Retry-After', async () => {
    const { service, runUntil, requestsDuring } = await startUpToDate();
    service.behave({ fail: failures.tooManyRequests, times: 1 });
    await runUntil(at(23, 12, 30));
    expect(await requestsDuring(() => runUntil(at(23, 15)))).toBe(0);
  });

  it('sends nothing while all windows are private', async () => {
    const { world, runUntil, requestsDuring } = await startUpToDate();
    world.hasOnlyPrivateWindows = true;
    expect(await requestsDuring(() => runUntil(at(23, 15)))).toBe(0);
    world.hasOnlyPrivateWindows = false;
    expect(await requestsDuring(() => runUntil(at(23, 15, 40)))).toBe(1);
  });

  it('publishes the news of the first page after a person has stopped a reading', async () => {
    const { service, api, runUntil, requestsDuring } = await startUpToDate();
    await api().readAllReports('a', true);
    await api().stopReading('a');
    addFailing(service, [1, 2, 3], 'noindex');
    expect(await requestsDuring(() => runUntil(at(23, 12, 30)))).toBe(1);
    expect(await readHeadline()).toMatchObject({ check: 'noindex', pages: 3 });
  });

  it('rests when all windows become private during a reading', async () => {
    const { service, world, restartAt, runUntil, requestsDuring } = await startUpToDate(1_200);
    // More reports are new than the first page has, so the browser reads all pages.
    addPages(service, 150);
    await restartAt(at(23, 18));
    world.hasOnlyPrivateWindows = true;
    expect(await requestsDuring(() => runUntil(at(23, 19)))).toBe(0);
    world.hasOnlyPrivateWindows = false;
    expect(await requestsDuring(() => runUntil(at(23, 23)))).toBeGreaterThan(10);
  });

  it('reads after the operations of a person', async () => {
    const { service, api, runUntil } = await startUpToDate();
    const subjects = Array.from({ length: 6 }, (_, page) => ({
      kind: 'create' as const,
      url: `https://shop.example/new/${page}`,
      privacy: 1 as const,
    }));
    await runUntil(at(23, 11, 59));
    const { length } = service.requests;
    vi.setSystemTime(at(23, 12, 1));
    await api().createJob('a', { id: 'b', subjects, isBatch: true });
    await runUntil(at(23, 12, 5));
    const methods = service.requests.slice(length).map(({ method }) => method);
    expect(methods.filter((method) => method === 'POST')).toHaveLength(6);
    const lastPost = methods.lastIndexOf('POST');
    // Only the list for the baseline precedes the creations.
    expect(methods.slice(0, lastPost).filter((method) => method === 'GET')).toHaveLength(1);
    expect(methods.slice(lastPost + 1)).toContain('GET');
  });
});
