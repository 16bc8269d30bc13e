import { computed, signal } from '@preact/signals';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createActivity } from '@/components/activity/activity-state';
import { createAsk } from '@/components/activity/ask-state';
import { openFront } from '@/components/page/followed-front';
import { connectionItem } from '@/lib/connection/connection-items';
import { storedTasks } from '@/lib/task/store/task-items';
import { isIn } from '@/lib/task/task';
import { anyHistory } from './chance';
import { play } from './play';
import { HISTORIES, SEED, TIMEOUT } from './runs';
import { quiescence } from './virtual-time';
import type { World } from './world';

/** What a page does not tell that is opened now, as what it shows first wakes the worker. */
async function untold({ browser }: World): Promise<string[]> {
  const front = await openFront([], () => browser.ask('prepare'));
  const { view } = front;
  browser.wake();
  await quiescence();
  const connection = await connectionItem.read();
  if (connection === undefined) return [];
  const background = {
    ...{ add: async () => ({ value: null }), cancel: async () => ({ value: true }) },
    ...{ retry: async () => ({ value: null }), retryNow: async () => ({ value: null }) },
    ...{ addBatch: async () => ({ value: null }), steerBatch: async () => ({ value: null }) },
  };
  const activity = createActivity({
    ...{ background, view, asking: createAsk(background, view), onDoubt() {} },
    ...{ listed: signal([]), awaitedOf: () => null, formPage: signal(null) },
    openId: computed(() => undefined),
  });
  const stored = await storedTasks(connection.id).readAll();
  const open = stored.filter(({ id }) => !view.value.outcomes.some((one) => one.id === id));
  const newest = open.toSorted((one, other) => other.askedAt - one.askedAt)[0];
  const lines = activity.lines.value.map(({ id }) => id);
  const told = [...lines, ...activity.rest.value.map(({ id }) => id)];
  const isWhole = told.length + activity.unseen.value === open.length;
  const stuck = open.filter((task) => isIn(task, 'stuck') && !told.includes(task.id));
  return [
    ...(newest && !lines.includes(newest.id) ? [`${newest.id} is the newest and has no line`] : []),
    ...(isWhole ? [] : [`${told.join()} and ${activity.unseen.value} of ${open.length} are told`]),
    ...(open.length <= 25 ? stuck.map(({ id }) => `${id} is stuck and told nowhere`) : []),
  ];
}

it(
  'a page that is opened at any moment has a line for the newest task, and tells or counts each',
  TIMEOUT,
  async () => {
    const moments = fc.tuple(anyHistory, fc.nat({ max: 30 }));
    const property = fc.asyncProperty(moments, async ([history, at]) => {
      const found: string[] = [];
      const look = async (world: World) => void found.push(...(await untold(world)));
      const steps = history.steps.toSpliced(at, 0, { do: 'look', index: 0 });
      await play({ ...history, steps }, { looks: [look] });
      expect(found).toEqual([]);
    });
    await fc.assert(property, { numRuns: HISTORIES, ...SEED });
  },
);
