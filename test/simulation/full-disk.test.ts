import { expect, it } from 'vitest';
import { Operation, type StatusName } from '@/lib/jobs/types';
import type { StorageFault } from './browser';
import { requestTimes, STOP_WORKER, scenario } from './scenario-builder';
import { writtenValues } from './worker-lifetime';

/** Creates a full disk and its storage fault. The disk stores no operation with `refusedStatus` while full. */
function createFullDisk(refusedStatus: StatusName) {
  const disk = { isFull: true };
  const fault: StorageFault = {
    ignores(call) {
      const hasStatus = writtenValues(call)
        .flat()
        .some((value) => Operation.safeParse(value).data?.status.name === refusedStatus);
      if (hasStatus && disk.isFull) throw new Error('The disk is full');
      return false;
    },
  };
  return { disk, fault };
}

it('a creation that cannot be stored is not sent, and the extension page gets the failure', async () => {
  const { fault } = createFullDisk('queued');
  const { simulation, queue } = await scenario({}, { fault }).create().run();
  expect(simulation.person.requested).toMatchObject([{ isStored: false }]);
  expect(requestTimes(simulation, 'create')).toEqual([]);
  expect(queue.singles).toEqual([]);
});

it('a creation whose status cannot be stored stays queued until the disk has space', async () => {
  const { disk, fault } = createFullDisk('sending');
  const { simulation } = await scenario({}, { fault })
    .create()
    .wait(3)
    .check(async (simulation) => {
      expect(requestTimes(simulation, 'create')).toEqual([]);
      expect(await simulation.readShownQueue()).toMatchObject({
        backoff: { failure: { code: 'notStored' } },
        singles: [{ first: { status: { name: 'queued' } } }],
      });
      disk.isFull = false;
    })
    .run();
  expect(requestTimes(simulation, 'create')).toHaveLength(1);
});

it('a cancelled creation is not sent, even if the worker stops before its removal from storage', async () => {
  let ignoresRemovals = false;
  const fault: StorageFault = { ignores: ({ verb }) => ignoresRemovals && verb === 'remove' };
  const { simulation } = await scenario({}, { fault })
    .step({ do: 'go offline' })
    .create()
    .wait(1)
    .check(() => {
      ignoresRemovals = true;
    })
    .cancel()
    .wait(1)
    .step(STOP_WORKER)
    .check(() => {
      ignoresRemovals = false;
    })
    .step({ do: 'go online' })
    .run();
  expect(simulation.person.requested[0]?.cancelAttempts).toMatchObject([{ hadEffect: true }]);
  expect(requestTimes(simulation, 'create')).toEqual([]);
});
