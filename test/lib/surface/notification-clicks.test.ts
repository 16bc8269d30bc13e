import { expect, it, vi } from 'vitest';
import type { Connection } from '@/lib/connection/connection';
import type { Handover } from '@/lib/surface/handover';
import { createNotificationClicks } from '@/lib/surface/notification-clicks';
import type { ShownNotifications } from '@/lib/surface/report-news';
import { createMemoryItem } from '../../support/memory-item';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('7');

/** A worker that was started by a click, in a browser that shows these notifications. */
function start(...notifications: ShownNotifications) {
  const connection = createMemoryItem<Connection>({
    id: 'a',
    baseUrl: 'https://reports.example.com',
  } as Connection);
  const shown = createMemoryItem<ShownNotifications>(notifications);
  const handOver = vi.fn(async (_: Handover) => {});
  const openPopup = vi.fn(async () => {});
  const openOptions = vi.fn(async () => {});
  const tools = { connection, handOver, openPopup, openOptions };
  return { ...tools, shown, click: createNotificationClicks({ ...tools, shownOf: () => shown }) };
}

it('a click opens the report, and is forgotten with its notification', async () => {
  const other = { id: 'other', report: null };
  const { click, handOver, shown } = start({ id: 'random', report }, other);
  await click('random');
  const handover = { kind: 'report', report, isPrivate: false };
  expect(handOver).toHaveBeenCalledExactlyOnceWith(handover);
  expect(shown.stored).toEqual([other]);
});

it.each(['random', 'unknown'])(
  'a click opens the popup where there is no report: %s',
  async (id) => {
    const { click, handOver, openPopup } = start({ id: 'random', report: null });
    await click(id);
    expect(openPopup).toHaveBeenCalledOnce();
    expect(handOver).not.toHaveBeenCalled();
  },
);

it('a click opens the options where there is no connection any more', async () => {
  const { click, connection, openOptions, openPopup } = start({ id: 'random', report });
  await connection.remove();
  await click('random');
  expect(openOptions).toHaveBeenCalledOnce();
  expect(openPopup).not.toHaveBeenCalled();
});

it.each<[string, (started: ReturnType<typeof start>) => void]>([
  [
    'the connection cannot be read',
    ({ connection }) => {
      connection.read = () => Promise.reject(new Error('Unreadable'));
    },
  ],
  [
    'the notifications cannot be changed',
    ({ shown }) => {
      shown.update = () => Promise.reject(new Error('Unreadable'));
    },
  ],
  [
    'nothing can be handed over',
    ({ handOver }) => {
      handOver.mockRejectedValue(new Error('No space left'));
    },
  ],
])('a click opens the popup where %s', async (_, prepare) => {
  const started = start({ id: 'random', report });
  prepare(started);
  await started.click('random');
  expect(started.openPopup).toHaveBeenCalledOnce();
});
