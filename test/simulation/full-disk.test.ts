import { expect, it } from 'vitest';
import { Operation, type StatusName } from '@/lib/jobs/types';
import type { Fault } from './browser';
import { scenario, times } from './scenario-builder';
import { written } from './worker-lifetime';

/** Returns a disk and a fault of storage: a full disk refuses operations with the given status. */
function diskFor(name: StatusName) {
  const disk = { isFull: true };
  const fault: Fault = {
    ignores(call) {
      const hasStatus = written(call)
        .flat()
        .some((value) => Operation.safeParse(value).data?.status.name === name);
      if (hasStatus && disk.isFull) throw new Error('The disk is full');
      return false;
    },
  };
  return { disk, fault };
}

it('a creation that cannot be stored is not sent, and the extension page gets the failure', async () => {
  const { world, view } = await scenario({}, diskFor('queued')).create().run();
  expect(world.person.requested).toMatchObject([{ isStored: false }]);
  expect(times(world, 'create')).toEqual([]);
  expect(view.singles).toEqual([]);
});

it('a creation whose status cannot be stored stays queued until the disk has space', async () => {
  const { disk, fault } = diskFor('sending');
  const { world } = await scenario({}, { fault })
    .create()
    .wait(3)
    .check(async (world) => {
      expect(times(world, 'create')).toEqual([]);
      expect(await world.view()).toMatchObject({
        backoff: { failure: { code: 'notStored' } },
        singles: [{ first: { status: { name: 'queued' } } }],
      });
      disk.isFull = false;
    })
    .run();
  expect(times(world, 'create')).toHaveLength(1);
});

it('a cancelled creation is not sent, even if the worker stops before its removal from storage', async () => {
  let isStuck = false;
  const fault: Fault = { ignores: ({ verb }) => isStuck && verb === 'remove' };
  const { world } = await scenario({}, { fault })
    .step({ do: 'go offline' })
    .create()
    .wait(1)
    .check(() => {
      isStuck = true;
    })
    .cancel()
    .wait(1)
    .step({ do: 'stop the worker', afterStorageCalls: 0 })
    .check(() => {
      isStuck = false;
    })
    .step({ do: 'go online' })
    .run();
  expect(world.person.requested[0]?.cancelAttempts).toMatchObject([{ answer: true }]);
  expect(times(world, 'create')).toEqual([]);
});
