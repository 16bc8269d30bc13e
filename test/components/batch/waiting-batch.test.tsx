import { beforeEach, expect, it, vi } from 'vitest';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { createGate } from '../../service/gate';
import { failures, withRetryAfter } from '../../service/served-failure';
import { openAtService } from '../../support/at-service';
import { makeStorageFull } from '../../support/full-storage';
import { all, one, press, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const on = { method: 'POST' };

beforeEach(useEnglish);

async function openWithBatches() {
  const extension = await openAtService();
  return {
    ...extension,
    async createBatch(id: string, size: number): Promise<void> {
      const subjects = Array.from(
        { length: size },
        (_, page) =>
          ({ kind: 'create', url: `https://${id}.example/${page}`, privacy: 1 }) as const,
      );
      await extension.api.createJob(extension.connectionId, { id, subjects, isBatch: true });
    },
    openBatch(id: string) {
      return extension.openReports({ route: routeTo({ name: 'batch', id }) });
    },
  };
}

it('a batch waits after each 429', async () => {
  const extension = await openWithBatches();
  const fail = withRetryAfter(failures.tooManyRequests, 1800);
  extension.service.behave([
    { on, times: 3 },
    { on, fail },
  ]);
  await extension.createBatch('b', 6);
  await extension.untilBackoff();
  await waitUntil(() => expect(extension.service.reports()).toHaveLength(3));
  await extension.openBatch('b');
  await says('Retrying at');
  const before = extension.requests('POST').length;
  await press('Retry now');
  await waitUntil(() => expect(extension.requests('POST')).toHaveLength(before + 1));
  await says('Still unavailable. Next try at');
  expect(extension.service.reports()).toHaveLength(3);
  extension.service.behave(null);
  await press('Retry now');
  await says('All done');
  expect(extension.service.reports()).toHaveLength(6);
});

it('a batch shows that it waits for an earlier batch', async () => {
  const extension = await openWithBatches();
  extension.service.behave({ on, gate: createGate() });
  await extension.createBatch('a', 6);
  await extension.createBatch('b', 1);
  await extension.openBatch('b');
  await says('Waiting for another batch.');
  await extension.openBatch('a');
  await one('button', 'Pause');
  expect(document.body.textContent).not.toContain('Waiting for another batch.');
});

const FULL = 'Browser storage is full. Free up disk space and try again.';

it('Pause and Retry failed show, beside the button, that nothing was stored', async () => {
  const extension = await openWithBatches();
  extension.service.behave([
    { on, times: 1, fail: failures.invalid },
    { on, gate: createGate() },
  ]);
  await extension.createBatch('b', 6);
  await extension.openBatch('b');
  await says('Failed 1');
  makeStorageFull();
  const alerts = () => [...document.querySelectorAll('.run-state > .alert')];
  await press('Pause');
  await waitUntil(() => expect(alerts().map((one) => one.textContent)).toEqual([FULL]));
  expect(alerts()[0]?.compareDocumentPosition(await one('button', 'Failed 1'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await one('button', 'Pause');
  await press('Retry failed');
  // The failure of Retry failed replaces the failure of Pause.
  await waitUntil(() => expect(alerts().map((one) => one.textContent)).toEqual([FULL]));
});

it('the button Remove removes a finished batch even with full storage', async () => {
  const extension = await openWithBatches();
  await extension.createBatch('a', 1);
  await waitUntil(() => expect(extension.service.reports()).toHaveLength(1));
  await waitUntil(async () =>
    expect((await extension.queue()).batches).toMatchObject([{ counts: { done: 1 } }]),
  );
  history.replaceState(null, '', '#many');
  await extension.openReports();
  const remove = await one('button', 'Remove');
  makeStorageFull();
  remove.click();
  await waitUntil(() => expect(all('button', 'Remove')).toEqual([]));
  vi.restoreAllMocks();
  expect((await extension.queue()).batches).toEqual([]);
});

it('Undo brings a removed batch back as it was, with its failures and its place', async () => {
  const extension = await openWithBatches();
  extension.service.behave({ on, times: 1, fail: failures.invalid });
  await extension.createBatch('a', 3);
  await extension.createBatch('b', 1);
  const batches = async () => (await extension.queue()).batches;
  await waitUntil(async () =>
    expect(await batches()).toMatchObject([
      { id: 'b', counts: { done: 1 } },
      { id: 'a', counts: { done: 2, needsAttention: 1 } },
    ]),
  );
  const before = await batches();
  history.replaceState(null, '', '#many');
  await extension.openReports();
  await waitUntil(() => expect(all('button', 'Remove')).toHaveLength(2));
  all('button', 'Remove')[1]?.click();
  await says('Batch removed: a.example, 3 reports.');
  expect((await batches()).map(({ id }) => id)).toEqual(['b']);
  await press('Undo');
  await says('Undone');
  expect(await batches()).toEqual(before);
  await press('2 reports created');
  await says('Failed 1');
});
