import { expect, it } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { connectedAtService } from '../../support/background-at-service';
import { openPageOf } from '../../support/open-page';

const BEFORE = 95;

async function openWithReports() {
  const { service, api, id, queue } = await connectedAtService();
  for (let page = 0; page < BEFORE; page += 1)
    service.add({ url: `https://older.example/${page}` });
  return {
    service,
    api,
    async createBatch(name: string, size: number): Promise<void> {
      const subjects = Array.from({ length: size }, (_, page) => ({
        ...({ kind: 'create', privacy: Privacy.Private } as const),
        url: `https://${name}.example/${page}`,
      }));
      await api.createJob(id, { id: name, isBatch: true, subjects });
      const counts = async () => (await queue()).batches.find((line) => line.id === name)?.counts;
      await expect.poll(counts).toMatchObject({ done: size });
    },
  };
}

it('a list of a hundred rows during a batch has the newest reports and the total', async () => {
  const { service, api, createBatch } = await openWithReports();
  const { list, ids } = await openPageOf(api);
  await expect.poll(() => ids().length).toBe(BEFORE);
  const lengths = new Set<number>();
  const unsubscribe = list.shown.subscribe((shown) => {
    lengths.add(shown?.reports.length ?? 0);
  });
  await createBatch('new', 40);
  const newest = service.reports().map(({ id }) => String(id));
  await expect.poll(() => list.shown.value?.total).toBe(BEFORE + 40);
  await expect.poll(() => new Set(ids())).toEqual(new Set(newest.slice(0, 100)));
  unsubscribe();
  expect(Math.max(...lengths)).toBe(100);
});

it('a reading of all reports during batches is complete with one page and with several pages', async () => {
  const { api, createBatch } = await openWithReports();
  const { rows } = (await openPageOf(api)).readAll();
  await expect.poll(() => rows().length).toBe(BEFORE);
  await createBatch('first', 30);
  await expect.poll(() => rows().length).toBe(BEFORE + 30);
  await createBatch('second', 10);
  await expect.poll(() => rows().length).toBe(BEFORE + 40);
});
