import { describe, expect, it, vi } from 'vitest';
import { INITIAL_PREFERENCES, type Preferences } from '@/lib/settings/preferences';
import { createNotifications } from '@/lib/surface/notifications';
import type { ReportNews, ShownNotifications, UnseenOutcome } from '@/lib/surface/report-news';
import { createMemoryItem } from '../../support/memory-item';
import { sampleReport } from '../../support/sample-report';
import { creationOf } from '../../support/sample-task';

const url = 'https://user:secret@shop.example:8443/cart?token=1#part';

function start(chosen: Partial<Preferences> = { notifiesOfDone: true, notifiesOfAttention: true }) {
  const shown = createMemoryItem<ShownNotifications>();
  const unseen = createMemoryItem<UnseenOutcome>();
  const isPopupOpen = vi.fn(async () => false);
  const show = vi.fn(async (_id: string, _news: ReportNews) => true);
  const onUnseen = vi.fn();
  let ids = 0;
  const notifications = createNotifications({
    preferences: createMemoryItem<Preferences>({ ...INITIAL_PREFERENCES, ...chosen }),
    ...{ shown, unseen, isPopupOpen, show, onUnseen },
    newId: () => `random-${++ids}`,
  });
  return { notifications, shown, unseen, isPopupOpen, show, onUnseen };
}

const task = creationOf('a', { url });

describe('a notification', () => {
  it('names the host and the rating, and nothing else of the report', async () => {
    const { notifications, show } = start();
    await notifications.created(url, sampleReport('7', { url, result: 'bad' }), false);
    const news = { kind: 'created', host: 'shop.example:8443', rating: 'bad' };
    expect(show.mock.calls).toEqual([['random-1', news]]);
  });

  it('leads to its report by a random id that is stored before it is shown', async () => {
    const { notifications, show, shown } = start();
    show.mockImplementation(async (id): Promise<boolean> => {
      expect(shown.stored).toMatchObject([{ id, report: { id: '7' } }]);
      return true;
    });
    await notifications.created(url, sampleReport('7'), false);
    expect(show).toHaveBeenCalledOnce();
  });

  it('of a result takes the place of that of the report’s creation', async () => {
    const { notifications, show, shown } = start();
    await notifications.created(url, sampleReport('7', { result: null }), false);
    await notifications.hasResult(sampleReport('7'), false);
    expect(show.mock.calls.map(([id]) => id)).toEqual(['random-1', 'random-1']);
    expect(shown.stored).toHaveLength(1);
  });

  it.each([
    ['an open popup', false, true],
    ['a private window', true, false],
  ])('is not shown of a report from %s', async (_, privateWindow, isOpen) => {
    const { notifications, show, unseen, shown, isPopupOpen } = start();
    isPopupOpen.mockResolvedValue(isOpen);
    await notifications.created(url, sampleReport('7'), privateWindow);
    await notifications.needsAttention({ ...task, privateWindow });
    expect(show).not.toHaveBeenCalled();
    expect(unseen.stored).toBeUndefined();
    expect(shown.stored).toBeUndefined();
  });

  it('is not shown of a result that a private window awaits', async () => {
    const { notifications, show, unseen } = start();
    await notifications.hasResult(sampleReport('7'), true);
    expect(show).not.toHaveBeenCalled();
    expect(unseen.stored).toBeUndefined();
  });

  it('tells of attention alone where that alone was chosen', async () => {
    const { notifications, show, unseen } = start({ notifiesOfAttention: true });
    await notifications.needsAttention(task);
    expect(show.mock.lastCall?.[1]).toMatchObject({ kind: 'attention' });
    await notifications.created(url, sampleReport('7'), false);
    expect(show).toHaveBeenCalledOnce();
    expect(unseen.stored).toEqual({ kind: 'created', rating: 'good' });
  });

  it.each(['javascript:alert(1)', 'nonsense', ''])('names no host of %j', async (address) => {
    const { notifications, show } = start();
    await notifications.hasResult(sampleReport('7', { url: address }), false);
    expect(show.mock.lastCall?.[1]).toMatchObject({ host: null });
  });
});

describe('without notifications', () => {
  it.each<[string, Partial<Preferences>, () => Promise<boolean>]>([
    ['none was chosen', {}, async () => true],
    ['the browser allows none', { notifiesOfDone: true }, async () => false],
    [
      'the browser fails',
      { notifiesOfDone: true },
      async () => {
        throw new Error();
      },
    ],
  ])('the badge tells it until it is seen: %s', async (_, chosen, answer) => {
    const { notifications, show, unseen, onUnseen } = start(chosen);
    show.mockImplementation(answer);
    await notifications.created(url, sampleReport('7'), false);
    expect(unseen.stored).toEqual({ kind: 'created', rating: 'good' });
    expect(onUnseen).toHaveBeenCalledOnce();
    await notifications.markSeen();
    expect(unseen.stored).toBeUndefined();
    expect(onUnseen).toHaveBeenCalledTimes(2);
    await notifications.hasResult(sampleReport('7'), false);
    expect(unseen.stored).toEqual({ kind: 'result', rating: 'good' });
  });

  it('never holds up or fails what it tells of', async () => {
    const { notifications, unseen, isPopupOpen } = start({});
    unseen.write = async () => {
      throw new Error('full');
    };
    await notifications.created(url, null, false);
    isPopupOpen.mockRejectedValue(new Error());
    await notifications.needsAttention(task);
  });
});
