import { expect, it } from 'vitest';
import type { NewJob } from '@/lib/jobs/types';
import { Privacy } from '@/lib/report/privacy';
import { connectedAtService } from '../../support/background-at-service';
import { useFastTime } from '../../support/fast-time';
import { openPageOf } from '../../support/open-page';
import { waitUntil } from '../../support/wait-until';

/** A limit that even a slow machine reaches. */
const throttle = { limit: 6, seconds: 20 };
/** Requests that pass in each window of the limit. The service counts each request twice. */
const ACCEPTED_IN_WINDOW = 3;

const urlsOf = (size: number) =>
  Array.from({ length: size }, (_, page) => `https://many.example/${page}`);

function batchOf(urls: string[]): NewJob {
  const subjects = urls.map((url) => ({ kind: 'create' as const, url, privacy: Privacy.Private }));
  return { id: 'b', isBatch: true, subjects };
}

it('a batch at a service with a rate limit creates each report once, and obeys Retry-After', async () => {
  useFastTime();
  const { service, api, id, queue, requests } = await connectedAtService({ throttle });
  const urls = urlsOf(6);
  await api.createJob(id, batchOf(urls));
  await waitUntil(async () =>
    expect(await queue()).toMatchObject({
      backoff: null,
      batches: [{ counts: { done: 6, needsAttention: 0 } }],
    }),
  );
  expect(new Set(service.reports().map(({ url }) => url))).toEqual(new Set(urls));
  // Each window refuses at most two requests: two creations, or one creation and the list for its baseline.
  const refused = service.requests.filter(({ status }) => status === 429);
  expect(refused).not.toEqual([]);
  expect(refused.length).toBeLessThanOrEqual(
    2 * Math.ceil(service.requests.length / ACCEPTED_IN_WINDOW),
  );
  expect(requests('POST').filter(({ status }) => status === 201)).toHaveLength(6);
});

it('a reading of all reports waits for the end of a batch, and continues after a 429', async () => {
  useFastTime();
  const { service, api, id, queue, requests } = await connectedAtService({ throttle });
  for (let page = 0; page < 300; page += 1) service.add({ url: `https://older.example/${page}` });
  const urls = urlsOf(6);
  await api.createJob(id, batchOf(urls));
  const page = await openPageOf(api);
  const { status, awaitsRows, rows } = page.readAll();
  await waitUntil(async () =>
    expect(await queue()).toMatchObject({ batches: [{ counts: { done: 6 } }] }),
  );
  await waitUntil(() => expect(rows().length).toBe(306));
  await waitUntil(() => expect(awaitsRows()).toBe(false));
  expect([status(), page.list.failure.value]).toEqual(['idle', null]);
  // The pages after the first hundred were read after the last creation, and reached the limit.
  const further = requests('GET').filter(({ query }) => query.some(([name]) => name === 'page'));
  expect(further.some(({ status }) => status === 429)).toBe(true);
  const made = requests('POST').filter(({ status }) => status === 201);
  expect(made).toHaveLength(6);
  expect(further[0]?.arrivedAt).toBeGreaterThan(made.at(-1)?.arrivedAt ?? 0);
});
