import { computed } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openSharedState } from '@/components/app/followed-state';
import { connectionsItem } from '@/lib/connection/connection-register';
import { NO_COUNTS } from '@/lib/jobs/job';
import { preferencesItem } from '@/lib/settings/preferences';
import { NO_QUEUE, newestListItem, type Queue } from '@/lib/shared-state/shared-items';
import { SCHEMA_VERSION, schemaVersionItems } from '@/lib/storage/schema-version';
import { emptyBrowser } from '../../support/empty-browser';
import { creation, finishedCreation, sampleBackoff, sampleLine } from '../../support/sample-job';
import { newestReports } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { sampleConnection, storeConnection } from '../../support/stored-connection';
import { storeQueue, storeRecentOperations } from '../../support/stored-queue';
import { waitUntil } from '../../support/wait-until';

const { local, session } = fakeBrowser.storage;
const connection = sampleConnection();
const newest = newestReports('2', '1');
const recentOperations = [finishedCreation('job', sampleReport('3'))];
const queue: Queue = { ...NO_QUEUE, recentOperations, deleting: ['2'] };
const NO_OPERATIONS = NO_QUEUE.all;
const batch = sampleLine('b', creation(), { isBatch: true, size: 14 });

async function openPage(prepare = vi.fn(async () => {})) {
  const state = await openSharedState([preferencesItem], prepare);
  return { state, prepare };
}

beforeEach(async () => {
  emptyBrowser();
  await schemaVersionItems.local.write(SCHEMA_VERSION);
  await schemaVersionItems.session.write(SCHEMA_VERSION);
  await storeConnection({ newest });
  await storeQueue(queue);
});
afterEach(() => void vi.restoreAllMocks());

it('a page reads each storage area twice, and calls no worker', async () => {
  const reads = [local, session].map((area) => vi.spyOn(area, 'get'));
  const { state, prepare } = await openPage();
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  expect(prepare).not.toHaveBeenCalled();
  expect(state.connection.value).toEqual({ ...connection, newest });
  expect(state.newest.value).toEqual(newest);
  expect(state.deleting.value).toEqual(['2']);
  expect(state.recentOperations.value).toEqual(recentOperations);
});

it('a page follows changes of the storage, even during its first read', async () => {
  const get = local.get.bind(local);
  vi.spyOn(local, 'get').mockImplementationOnce(async (keys) => {
    const stored = await get(keys);
    await newestListItem('a').write(newestReports('3'));
    return stored;
  });
  const { state } = await openPage();
  expect(state.newest.value).toEqual(newestReports('3'));
  await storeQueue({ ...queue, deleting: ['3'] });
  expect(state.deleting.value).toEqual(['3']);
  await connectionsItem.remove();
  expect([state.connection.value, state.deleting.value]).toEqual([null, []]);
});

it('a page follows the connection in use without mixing the states of two connections', async () => {
  const { state } = await openPage();
  const published: unknown[] = [];
  const parts = computed(() => [
    state.connectionId.value,
    state.newest.value?.reports.map(({ id }) => id),
    state.deleting.value,
    state.recentOperations.value.length,
  ]);
  parts.subscribe((values) => published.push(values));
  await newestListItem('b').write(newestReports('9'));
  await storeQueue({ ...NO_QUEUE, deleting: ['9'] }, 'b');
  await storeConnection({ id: 'b', newest: newestReports('9') });
  await waitUntil(() => expect(parts.value).toEqual(['b', ['9'], ['9'], 0]));
  expect(published.slice(0, 2)).toEqual([
    ['a', ['2', '1'], ['2'], 1],
    ['b', undefined, [], 0],
  ]);
  const count = published.length;
  await storeQueue({ ...queue, deleting: ['7'] }, 'a');
  await newestListItem('a').write(newestReports('7'));
  expect(published).toHaveLength(count);
  await storeConnection({ id: 'a' });
  await waitUntil(() => expect(parts.value).toEqual(['a', ['7'], ['7'], 1]));
});

it('a page that stays with its first connection follows that connection while another is in use', async () => {
  const state = await openSharedState([], async () => {}, { follows: 'firstConnection' });
  const values = () => [
    state.connectionId.value,
    state.newest.value?.reports.map(({ id }) => id),
    state.isInUse.value,
    state.isIdle.value,
    state.success.value === null,
  ];
  expect(values()).toEqual(['a', ['2', '1'], true, true, false]);
  await storeConnection({ id: 'b', newest: newestReports('9') });
  expect(values()).toEqual(['a', ['2', '1'], false, false, true]);
  await newestListItem('a').write(newestReports('7'));
  expect(values()).toEqual(['a', ['7'], false, false, true]);
  expect(state.register.value.inUse).toBe('b');
  await storeConnection({ id: 'a' });
  expect(values()).toEqual(['a', ['7'], true, true, false]);
  const { connections, ...register } = state.register.value;
  await connectionsItem.write({
    ...register,
    connections: connections.filter(({ id }) => id === 'b'),
  });
  expect([state.connection.value, state.isInUse.value]).toEqual([null, false]);
});

it('a finished operation leaves the open lines as soon as its outcome is published', async () => {
  const { state } = await openPage();
  await storeQueue({ ...queue, recentOperations: [], singles: [sampleLine('made', creation())] });
  expect(state.queue.value.singles).toHaveLength(1);
  const operations = [finishedCreation('made', sampleReport('4'))];
  await storeRecentOperations(operations);
  expect(state.queue.value.singles).toEqual([]);
});

it.each<[string, boolean, Partial<Queue>]>([
  ['no operation waits', true, {}],
  ['operations only need attention', true, { all: { ...NO_OPERATIONS, needsAttention: 2 } }],
  ['a deletion is queued', false, { all: { ...NO_OPERATIONS, delete: 1 } }],
  ['a backoff is active', false, { backoff: sampleBackoff({ code: 'offline' }) }],
  ['a batch is unfinished', false, { batches: [batch] }],
  ['a batch has ended', true, { batches: [{ ...batch, counts: { ...NO_COUNTS, done: 14 } }] }],
  ['a batch is paused', true, { batches: [{ ...batch, isPaused: true }] }],
])('if %s, isIdle is %j', async (_, isIdle, fields) => {
  await storeQueue({ ...queue, ...fields });
  expect((await openPage()).state.isIdle.value).toBe(isIdle);
});

describe('a page whose storage is out of date or incomplete', () => {
  it.each<[string, typeof session, Record<string, unknown>]>([
    ['another schema version on the disk', local, { 'schema-version': SCHEMA_VERSION + 1 }],
    ['another schema version in memory', session, { 'schema-version': 0 }],
    ['an invalid schema version', local, { 'schema-version': { of: 'x' } }],
  ])('lets the worker migrate the storage first: %s', async (_, area, stored) => {
    await area.set(stored);
    const prepare = vi.fn(async () => {
      await schemaVersionItems.local.write(SCHEMA_VERSION);
      await schemaVersionItems.session.write(SCHEMA_VERSION);
      await newestListItem('a').remove();
    });
    const { state } = await openPage(prepare);
    expect(prepare).toHaveBeenCalledOnce();
    expect(state.connection.value).toEqual({ ...connection, newest: null });
  });

  it('shows the reports when the storage has no queue', async () => {
    await storeRecentOperations([]);
    await session.remove('connection/a/queue');
    const { state, prepare } = await openPage();
    expect(prepare).not.toHaveBeenCalled();
    expect(state.newest.value).toEqual(newest);
    expect([state.deleting.value, state.recentOperations.value]).toEqual([[], []]);
  });

  it.each([
    ['cannot be read', () => vi.spyOn(local, 'get').mockRejectedValueOnce(new Error())],
    ['is not migrated by the worker', () => local.set({ 'schema-version': SCHEMA_VERSION + 1 })],
  ])('fails to open when the storage %s', async (_, prepare) => {
    await prepare();
    await expect(openPage()).rejects.toThrow();
  });
});
