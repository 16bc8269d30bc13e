import { signal } from '@preact/signals';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import { createUnreadableWork } from '@/lib/background/unreadable-work';
import { connectionStore } from '@/lib/storage/connection-store';
import { createUnreadableWorkNotice } from '@/lib/submission/page/unreadable-work-notice';
import { EMPTY_QUEUE } from '@/lib/submission/queue-view';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { sampleSubmission } from '../../support/sample-submission';

const { local, session } = fakeBrowser.storage;
const readable = sampleSubmission('new-1');
const deletion = { report: sampleReport('1'), dueAt: '2026-11-02T12:00:06.000Z', state: 'waiting' };
const lost = { id: 'new-2', state: 'flying' };
const entries = [
  { key: 'connection/a/submission/new-2', raw: lost },
  { key: 'deletions', raw: 'a deletion' },
];
const count = connectionStore.unreadableCount('a', 'local');
const submissions = connectionStore.submissions('a');

function openWork() {
  const controller = new AbortController();
  return { controller, work: createUnreadableWork(connectionStore, 'a', controller.signal) };
}

beforeEach(async () => {
  emptyBrowser();
  await submissions.write([readable], { ordinary: EMPTY_QUEUE, ofPrivateWindows: EMPTY_QUEUE });
  await local.set({
    'connection/a/submission/new-2': lost,
    'connection/a/deletions': [deletion, 'a deletion'],
    'connection/b/submission/new-3': lost,
  });
});

describe('work that cannot be read', () => {
  it('is counted for the pages, and listed as it is stored', async () => {
    const { work } = openWork();
    await work.count();
    await expect(count.read()).resolves.toBe(2);
    await expect(work.list(false)).resolves.toEqual(entries);
  });

  it('of private windows is counted, shown and removed there alone', async () => {
    const { work } = openWork();
    const secret = { key: 'connection/a/submission/new-9', raw: { id: 'new-9' } };
    await session.set({ [secret.key]: secret.raw, 'connection/a/deletions': ['another'] });
    await work.count();
    await expect(connectionStore.unreadableCount('a', 'session').read()).resolves.toBe(2);
    await expect(count.read()).resolves.toBe(2);
    await expect(work.list(false)).resolves.toEqual(entries);
    const shown = (await work.list(true)).map(({ raw }) => raw);
    expect(shown).toEqual([lost, secret.raw, 'a deletion', 'another']);
    await work.remove(true);
    await expect(work.list(true)).resolves.toEqual([]);
  });

  it('is removed with its count, and nothing else is', async () => {
    const { work } = openWork();
    await work.count();
    await work.remove(false);
    await expect(work.list(false)).resolves.toEqual([]);
    await expect(count.read()).resolves.toBeUndefined();
    await expect(submissions.readAll()).resolves.toEqual({ values: [readable], unreadable: [] });
    await expect(connectionStore.deletions('a').read()).resolves.toMatchObject([deletion]);
    await expect(local.get()).resolves.toHaveProperty('connection/b/submission/new-3');
  });

  it('is not counted any more once its connection is taken down', async () => {
    const { controller, work } = openWork();
    const counting = work.count();
    controller.abort();
    await counting;
    await expect(count.read()).resolves.toBeUndefined();
  });
});

describe('unreadable work on a page', () => {
  it('is copied as JSON, and says why the background gave or removed nothing', async () => {
    let answers = true;
    async function ask<T>(value: T) {
      if (!answers) throw new Error('No answer');
      return { value };
    }
    const notice = createUnreadableWorkNotice({
      count: signal(2),
      background: {
        unreadableWork: () => ask(entries),
        removeUnreadableWork: () => ask(null),
      },
    });
    expect(JSON.parse((await notice.asText()) ?? '')).toEqual(entries);
    await notice.remove();
    expect(notice.failure.value).toBeNull();
    answers = false;
    await expect(notice.asText()).resolves.toBeNull();
    expect(notice.failure.value).toEqual({ code: 'interrupted' });
    answers = true;
    await notice.remove();
    expect(notice.failure.value).toBeNull();
  });
});
