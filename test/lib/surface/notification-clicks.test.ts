import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionItem } from '@/lib/connection/connection-items';
import { createNotificationClicks } from '@/lib/surface/notification-clicks';
import { surfaceItems } from '@/lib/surface/surface-items';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('7');
const shown = surfaceItems.notifications('a');
const unreadable = () => Promise.reject(new Error('Unreadable'));

describe('a click on a notification', () => {
  const other = { id: 'other', report: null };

  /** What is opened by a click, in a worker that was started by it. */
  async function click(id: string, openHandover = vi.fn(async (_: unknown) => {})) {
    const opened: string[] = [];
    const openPopup = async () => void opened.push('popup');
    const openOptions = async () => void opened.push('options');
    const openBatch = async (batch: string) => void opened.push(batch);
    const tools = { connection: connectionItem, openHandover, openPopup, openBatch, openOptions };
    await createNotificationClicks({ ...tools, shownOf: () => shown })(id);
    return [...opened, ...openHandover.mock.calls.flat()];
  }

  beforeEach(async () => {
    emptyBrowser();
    await connectionItem.write({ id: 'a', baseUrl: 'https://reports.example' });
    await shown.write([{ id: 'random', report }, other]);
  });

  it('opens its report, and forgets the notification', async () => {
    expect(await click('random')).toEqual([{ kind: 'report', report }]);
    expect(await shown.read()).toEqual([other]);
  });

  it('opens the page of its batch', async () => {
    expect(await click('batch=b')).toEqual(['batch=b']);
  });

  it('opens the popup if there is no report, or if the store fails', async () => {
    expect(await click('other')).toEqual(['popup']);
    expect(await click('unknown')).toEqual(['popup']);
    const read = vi.spyOn(connectionItem, 'read').mockImplementation(unreadable);
    expect(await click('random')).toEqual(['popup']);
    read.mockRestore();
    const update = vi.spyOn(shown, 'update').mockImplementation(unreadable);
    expect(await click('random')).toEqual(['popup']);
    update.mockRestore();
    expect(await click('random', vi.fn(unreadable))).toContain('popup');
  });
});
