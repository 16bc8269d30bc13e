import type { BackgroundApi } from '@/lib/background/background-api';
import type { Keeping } from '@/lib/private-windows';

/** The background, as a window asks it: what a private window asks for is kept so. */
export function askedFrom(background: BackgroundApi, keeping: Keeping): BackgroundApi {
  const own: Pick<BackgroundApi, 'add' | 'addBatch'> = {
    add: (tasks) => background.add(tasks.map((task) => ({ ...task, keeping }))),
    addBatch: (batch) => background.addBatch({ ...batch, keeping }),
  };
  return Object.assign(Object.create(background), own);
}
