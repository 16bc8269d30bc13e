import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing';
import {
  connectionItem,
  draftsItem,
  preferencesItem,
  queueItem,
  removeOtherConnections,
  saveConnection,
  submissionItems,
} from '@/lib/browser/kept';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { EMPTY_QUEUE } from '@/lib/submission/queue-view';
import { sampleReport } from '../support/sample-report';
import { sampleSubmission } from '../support/sample-submission';

const list = {
  ...{ reports: [], unreadable: 0, total: 0 },
  ...{ query: RECENT_REPORTS_QUERY, readAt: '2026-11-02T12:00:00.000Z' },
};
const view = { ...EMPTY_QUEUE, count: 1 };

async function keysOf(area: 'local' | 'session'): Promise<string[]> {
  return Object.keys(await browser.storage[area].get(null)).toSorted();
}

/** Stores what belongs to a connection, the queue's things included. */
async function keepAllOf(id: string): Promise<void> {
  await saveConnection({ id, baseUrl: 'https://host.example' }, 'the-key', list);
  const items = submissionItems(id);
  await items.write([sampleSubmission('s-1')], view);
  await items.password('s-1').write('hunter2');
  await items.finished.write([{ id: 's-0', reportId: '1', report: sampleReport('1') }]);
}

beforeEach(() => fakeBrowser.reset());

describe('the submissions of a connection', () => {
  it('are each stored by themselves, in one write with the view', async () => {
    const items = submissionItems('a');
    const changes: string[][] = [];
    browser.storage.local.onChanged.addListener((changed) => {
      changes.push(Object.keys(changed).toSorted());
    });
    const both = [sampleSubmission('s-1'), sampleSubmission('s-2')];
    await items.write(both, view);
    expect(changes).toEqual([
      ['connection/a/queue', 'connection/a/submission/s-1', 'connection/a/submission/s-2'],
    ]);
    await expect(items.readAll()).resolves.toEqual(both);
    await expect(queueItem('a').read()).resolves.toEqual(view);
    await items.remove(['s-1']);
    await expect(items.readAll()).resolves.toEqual([sampleSubmission('s-2')]);
  });

  it('are those of this connection, as far as they can be read', async () => {
    await submissionItems('a').write([sampleSubmission('s-1')], view);
    await submissionItems('ab').write([sampleSubmission('s-2')], view);
    await browser.storage.local.set({ 'connection/a/submission/s-3': { id: 's-3' } });
    await expect(submissionItems('a').readAll()).resolves.toEqual([sampleSubmission('s-1')]);
  });

  it('are left unread in another’s place, where nobody could take them out', async () => {
    await keepAllOf('a');
    await browser.storage.local.set({ 'connection/a/submission/s-4': sampleSubmission('s-1') });
    await expect(submissionItems('a').readAll()).resolves.toEqual([sampleSubmission('s-1')]);
  });

  it('have their passwords, and what is done, in memory alone', async () => {
    await keepAllOf('a');
    expect(await keysOf('session')).toEqual(['connection/a/finished', 'connection/a/password/s-1']);
    expect(JSON.stringify(await browser.storage.local.get(null))).not.toContain('hunter2');
    await expect(submissionItems('a').password('s-1').read()).resolves.toBe('hunter2');
  });
});

describe('removing what belongs to other connections', () => {
  it('leaves this one in both stores, and the forms', async () => {
    await keepAllOf('a');
    const before = [await keysOf('local'), await keysOf('session')];
    await keepAllOf('b');
    await keepAllOf('ab');
    await connectionItem.write({ id: 'a', baseUrl: 'https://host.example' });
    await draftsItem.write([]);
    await removeOtherConnections('a');
    expect([await keysOf('local'), await keysOf('session')]).toEqual([
      before[0],
      [...(before[1] ?? []), 'drafts'],
    ]);
  });

  it('leaves nothing but the preferences and the version when there is none', async () => {
    await keepAllOf('a');
    await draftsItem.write([{ page: '', url: 'half', privacy: 1 }]);
    await preferencesItem.write({ defaultPrivacy: 1 });
    await removeOtherConnections(null);
    expect(await keysOf('local')).toEqual(['preferences', 'store-version']);
    expect(await keysOf('session')).toEqual([]);
  });
});
