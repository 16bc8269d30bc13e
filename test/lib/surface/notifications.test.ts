import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionItem } from '@/lib/connection/connection-items';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { preferencesItem } from '@/lib/settings/preferences-item';
import { createNotificationClicks } from '@/lib/surface/notification-clicks';
import { createNotifications } from '@/lib/surface/notifications';
import type { ReportNews } from '@/lib/surface/report-news';
import { surfaceItems } from '@/lib/surface/surface-items';
import { emptyBrowser } from '../../support/empty-browser';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const url = 'https://user:secret@shop.example:8443/cart?token=1#part';
const report = sampleReport('7');
const task = creationOf('a', { url });
const shown = surfaceItems.notifications('a');
const unseen = surfaceItems.unseenOutcome('a');

const unreadable = () => Promise.reject(new Error('Unreadable'));

beforeEach(() => {
  vi.restoreAllMocks();
  emptyBrowser();
});

/** A browser where these notifications were chosen. */
async function start(chosen: Partial<Preferences>, isPopupOpen = false) {
  await preferencesItem.write({ ...INITIAL_PREFERENCES, ...chosen });
  const show = vi.fn(async (_id: string, _news: ReportNews) => true);
  let ids = 0;
  const notifications = createNotifications({
    ...{ preferences: preferencesItem, shown, unseen, show, onUnseen() {} },
    isPopupOpen: async () => isPopupOpen,
    newId: () => `random-${++ids}`,
  });
  return { ...notifications, show };
}

const both = { notifiesOfDone: true, notifiesOfAttention: true };

describe('a notification', () => {
  it('names the host and the rating, and leads to its report by an id that is stored before', async () => {
    const { created, show } = await start(both);
    show.mockImplementation(async (id, news): Promise<boolean> => {
      expect(news).toEqual({ kind: 'created', host: 'shop.example:8443', rating: 'good' });
      expect(await shown.read()).toEqual([{ id, report }]);
      return true;
    });
    await created(url, report, false);
    expect(show).toHaveBeenCalledOnce();
    expect(await unseen.read()).toBeUndefined();
  });

  it('of a result takes the place of that of the report’s creation', async () => {
    const { created, hasResult, show } = await start(both);
    await created(url, sampleReport('7', { result: null }), false);
    await hasResult(report, false);
    expect(show.mock.calls.map(([id]) => id)).toEqual(['random-1', 'random-1']);
    expect(await shown.read()).toEqual([{ id: 'random-1', report }]);
  });

  it.each([
    ['of a private window', true, false],
    ['while the popup is open', false, true],
  ])('is not shown of anything %s, nor a badge', async (_, privateWindow, isOpen) => {
    const { created, needsAttention, hasResult, show } = await start(both, isOpen);
    await created(url, report, privateWindow);
    await needsAttention({ ...task, privateWindow });
    await hasResult(report, privateWindow);
    expect(show).not.toHaveBeenCalled();
    expect([await shown.read(), await unseen.read()]).toEqual([undefined, undefined]);
  });

  it('tells of attention alone where that alone was chosen', async () => {
    const { created, needsAttention, show } = await start({ notifiesOfAttention: true });
    await created(url, report, false);
    await needsAttention(task);
    expect(show.mock.calls).toMatchObject([['random-1', { kind: 'attention' }]]);
  });

  it.each(['javascript:alert(1)', 'nonsense', ''])('names no host of %j', async (address) => {
    const { hasResult, show } = await start(both);
    await hasResult(sampleReport('7', { url: address }), false);
    expect(show.mock.lastCall?.[1]).toMatchObject({ host: null });
  });
});

describe('without notifications', () => {
  it.each<[string, Partial<Preferences>, () => Promise<boolean>]>([
    ['none was chosen', {}, async () => true],
    ['the browser allows none', both, async () => false],
    ['the browser fails', both, unreadable],
  ])('the badge tells it until it is seen: %s', async (_, chosen, answer) => {
    const { created, hasResult, markSeen, show } = await start(chosen);
    show.mockImplementation(answer);
    await created(url, report, false);
    expect(await unseen.read()).toEqual({ kind: 'created', rating: 'good' });
    await hasResult(report, false);
    expect(await unseen.read()).toEqual({ kind: 'result', rating: 'good' });
    await markSeen();
    expect(await unseen.read()).toBeUndefined();
  });

  it('never fails what it tells of', async () => {
    const { created } = await start({});
    vi.spyOn(unseen, 'write').mockImplementation(unreadable);
    await expect(created(url, null, false)).resolves.toBeUndefined();
  });
});

describe('a click on a notification', () => {
  const other = { id: 'other', report: null };

  /** What is opened by a click, in a worker that was started by it. */
  async function click(id: string, handOver = vi.fn(async (_: unknown) => {})) {
    const opened: string[] = [];
    const openPopup = async () => void opened.push('popup');
    const openOptions = async () => void opened.push('options');
    const tools = { connection: connectionItem, handOver, openPopup, openOptions };
    await createNotificationClicks({ ...tools, shownOf: () => shown })(id);
    return [...opened, ...handOver.mock.calls.flat()];
  }

  beforeEach(async () => {
    await connectionItem.write({ id: 'a', baseUrl: 'https://reports.example' });
    await shown.write([{ id: 'random', report }, other]);
  });

  it('opens the report, and is forgotten with its notification', async () => {
    expect(await click('random')).toEqual([{ kind: 'report', report, isPrivate: false }]);
    expect(await shown.read()).toEqual([other]);
  });

  it('opens the popup where there is no report, or anything cannot be read or stored', async () => {
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
