import { describe, expect, it } from 'vitest';
import { connectionItem } from '@/lib/connection/connection-items';
import { listItems } from '@/lib/list/list-items';
import type { ReportQuery } from '@/lib/report/report-query';
import { history, times } from './story';
import type { World } from './world';

/** When all awaited results were asked for by one list, in seconds. */
function listTimes({ browser }: World): number[] {
  return browser.sent
    .filter(({ what }) => (what as ReportQuery | undefined)?.sortBy === 'generated_at')
    .map(({ at }) => Math.floor(at / 1000));
}

describe('an awaited result', () => {
  it('is asked for after two seconds, by one list for all', async () => {
    const story = history({ ratedAfter: 1 }).create(3).create(4).create(5);
    const { world } = await story.run();
    expect(listTimes(world)).toEqual([3]);
    expect(times(world, 'get')).toEqual([]);
  });

  it('of what that list does not show is read alone, two at a time', async () => {
    const story = history({ earlier: 'many', ratedAfter: 300 }).create(3).create(4).create(5);
    await story
      .wait(4)
      .look((world) => expect(times(world, 'get')).toHaveLength(2))
      .run();
  });

  it('is asked for with growing pauses over half an hour, and then given up', async () => {
    const { world } = await history({ ratedAfter: null }).create().run();
    const asked = listTimes(world);
    const pauses = asked.map((at, index) => at - (asked[index - 1] ?? 1));
    expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 15]);
    expect(asked.at(-1)).toBeGreaterThan(25 * 60);
    expect(asked.at(-1)).toBeLessThan(31 * 60);
  });

  it('loses no pause while the service is down', async () => {
    let before = 0;
    await history({ ratedAfter: 300 })
      .create()
      .wait(1)
      .step({ do: 'the service goes down', seconds: 7200, isTold: false })
      .look(({ browser }) => {
        before = browser.sent.length;
      })
      .wait(7200)
      .look(async ({ browser, awaited }) => {
        expect(browser.sent.length - before).toBeLessThan(20);
        expect(await awaited()).toEqual(['9']);
      })
      .run();
  });

  it('is not what the report had before', async () => {
    const story = history({ ratedAfter: 30 }).change({ results: 1 }).wait(20);
    await story.look(async ({ awaited }) => expect(await awaited()).toEqual(['8'])).run();
  });

  it('is in the list before it is said to be there', async () => {
    const seen: unknown[] = [];
    await history({ ratedAfter: 1 })
      .create()
      .wait(0.5)
      .look(async ({ lists }) => {
        const connection = await connectionItem.read();
        listItems.awaited(connection?.id ?? '').watch(async (awaited) => {
          if (awaited === undefined) seen.push((await lists())[0]?.reports[0]?.result);
        });
      })
      .run();
    expect(seen).toEqual(['good']);
  });
});
