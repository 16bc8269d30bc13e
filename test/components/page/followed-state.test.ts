import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { openFront } from '@/components/page/followed-front';
import { frontItem } from '@/lib/front/front';
import { noOutcomes, outcomesItem, withTaskOutcome } from '@/lib/front/outcomes';
import { EMPTY_VIEW, type View, viewItem } from '@/lib/front/view';
import { preferencesItem } from '@/lib/settings/settings-items';
import { FORM, formItems } from '@/lib/storage/form';
import { emptyBrowser } from '../../support/empty-browser';
import { newestReports } from '../../support/sample-list';
import { madeOutcome } from '../../support/sample-outcome';
import { closedGate, sampleBatch } from '../../support/sample-task';

const { local, session } = fakeBrowser.storage;
const connection = { id: 'a', baseUrl: 'https://host.example' };
const newest = newestReports('2', '1');
const view = { ...EMPTY_VIEW, connectionId: 'a', deleting: ['2'] };
const NONE = EMPTY_VIEW.all;
const outcomes = withTaskOutcome(noOutcomes('a', 0), madeOutcome('3'));

/** Opens a page on what is stored, and says how it asks the worker. */
async function open(prepare = vi.fn(async () => {})) {
  const front = await openFront([preferencesItem], prepare);
  return { front, prepare };
}

beforeEach(async () => {
  emptyBrowser();
  await formItems.local.write(FORM);
  await formItems.session.write(FORM);
  await frontItem.write({ connection, newest });
  await viewItem.write(view);
  await outcomesItem.write(outcomes);
});

it('a page is painted from one read of each area, without the worker', async () => {
  const gets = [local, session].map((area) => vi.spyOn(area, 'get'));
  const { front, prepare } = await open();
  expect(gets.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(prepare).not.toHaveBeenCalled();
  expect(front.connection.value).toEqual(connection);
  expect(front.newest.value).toEqual(newest);
  expect(front.deleting.value).toEqual(['2']);
  expect(front.view.value.outcomes).toMatchObject([{ number: 1, report: { id: '3' } }]);
});

it('a page follows what is stored, and what changes while it reads is newer', async () => {
  const get = local.get.bind(local);
  vi.spyOn(local, 'get').mockImplementationOnce(async (keys) => {
    const stored = await get(keys);
    await frontItem.write({ connection, newest: newestReports('3') });
    return stored;
  });
  const { front } = await open();
  expect(front.newest.value).toEqual(newestReports('3'));
  await viewItem.write({ ...view, awaited: ['3'] });
  expect(front.awaited.value).toEqual(['3']);
  await frontItem.write({ connection: null, newest: null });
  expect([front.connection.value, front.deleting.value]).toEqual([null, []]);
});

it.each<[string, Partial<View>, boolean]>([
  ['nothing waits', {}, true],
  ['reports only need a person', { all: { ...NONE, stuck: 2 } }, true],
  ['a report is to be deleted', { all: { ...NONE, delete: 1 } }, false],
  ['the gate is closed', { gate: closedGate({ code: 'offline' }) }, false],
  ['a batch goes on', { batches: [sampleBatch('b')] }, false],
  ['a batch has ended', { batches: [sampleBatch('b', { waiting: 0, done: 14 })] }, true],
  ['a batch is paused', { batches: [sampleBatch('b', { isPaused: true })] }, true],
  ['a batch lacks its password', { batches: [sampleBatch('b', { needsPassword: true })] }, true],
])('a page reads in the background, or not, where %s', async (_, fields, isIdle) => {
  await viewItem.write({ ...view, ...fields });
  expect((await open()).front.isIdle.value).toBe(isIdle);
});

describe('a page on a store that is not as it should be', () => {
  it.each<[string, typeof session, Record<string, unknown>]>([
    ['another form on the disk', local, { form: FORM + 1 }],
    ['another form in memory', session, { form: 0 }],
    ['half a form', local, { form: { of: 'x' } }],
    ['half a value in place of the front', local, { front: { connection } }],
  ])('has the worker bring it into form first: %s', async (_, area, stored) => {
    await area.set(stored);
    const prepare = vi.fn(async () => {
      await formItems.local.write(FORM);
      await formItems.session.write(FORM);
      await frontItem.write({ connection, newest: null });
    });
    const { front } = await open(prepare);
    expect(prepare).toHaveBeenCalledOnce();
    expect([front.connection.value, front.newest.value]).toEqual([connection, null]);
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['half a view', { view: { connectionId: 'a', tasks: 'all' } }, [[], [], 1]],
    ['half of the outcomes', { outcomes: { last: 9 } }, [['2'], [], 0]],
    ['neither view nor outcomes', { view: null, outcomes: null }, [[], [], 0]],
    [
      'those of a connection that stands no longer',
      { view: { ...view, connectionId: 'b' }, outcomes: { ...outcomes, connectionId: 'b' } },
      [[], [], 0],
    ],
  ])('shows the reports where there is %s', async (_, stored, shown) => {
    await session.set(stored);
    const { front, prepare } = await open();
    expect(prepare).not.toHaveBeenCalled();
    expect(front.newest.value).toEqual(newest);
    const { deleting, awaited, view: seen } = front;
    expect([deleting.value, awaited.value, seen.value.outcomes.length]).toEqual(shown);
  });

  it.each([
    ['the store cannot be read', () => vi.spyOn(local, 'get').mockRejectedValueOnce(new Error())],
    ['the worker does not bring it into form', () => local.set({ form: FORM + 1 })],
  ])('fails once where %s', async (_, prepare) => {
    await prepare();
    await expect(open()).rejects.toThrow();
  });
});
