import { expect, it } from 'vitest';
import { Task } from '@/lib/task/task';
import type { Fault } from './browser';
import { written } from './fence';
import { history, times } from './story';

/** A disk that takes no task in a state while it is full. */
function diskFor(name: Task['standing']['name']) {
  const disk = { isFull: true };
  const fault: Fault = {
    drops(call) {
      const isSuch = written(call).some(
        (value) => Task.safeParse(value).data?.standing.name === name,
      );
      if (isSuch && disk.isFull) throw new Error('The disk is full');
      return false;
    },
  };
  return { disk, fault };
}

it('a report that cannot be stored is not sent, and the page is told', async () => {
  const { world, view } = await history({}, diskFor('waiting')).create().run();
  expect(world.person.asked).toMatchObject([{ isStored: false }]);
  expect(times(world, 'create')).toEqual([]);
  expect(view.tasks).toEqual([]);
});

it('a report that cannot be stored as sent waits until the disk has room', async () => {
  const { disk, fault } = diskFor('sent');
  const { world } = await history({}, { fault })
    .create()
    .wait(3)
    .look(async (there) => {
      expect(times(there, 'create')).toEqual([]);
      expect(await there.view()).toMatchObject({
        gate: { failure: { code: 'notStored' } },
        tasks: [{ standing: { name: 'waiting' } }],
      });
      disk.isFull = false;
    })
    .run();
  expect(times(world, 'create')).toHaveLength(1);
});

it('a cancelled report is not sent, even if the worker stops before it left the store', async () => {
  let isStuck = false;
  const fault: Fault = { drops: ({ verb }) => isStuck && verb === 'remove' };
  const { world } = await history({}, { fault })
    .step({ do: 'go offline' })
    .create()
    .wait(1)
    .look(() => {
      isStuck = true;
    })
    .cancel()
    .wait(1)
    .step({ do: 'stop the worker', afterCalls: 0 })
    .look(() => {
      isStuck = false;
    })
    .step({ do: 'go online' })
    .run();
  expect(world.person.asked[0]?.cancels).toMatchObject([{ answer: true }]);
  expect(times(world, 'create')).toEqual([]);
});
