import { describe, expect, it } from 'vitest';
import { closePopup } from '../browser/popup';
import { sleepUntil } from '../endurance/computer-sleep';
import { failures } from '../service/served-failure';
import type { Shape } from '../service/shape';
import { openPopup, requestsBy, service, stage, useService } from './fixture';
import { choose, create } from './popup-reading';

useService({ keepAlive: false });

const shapes: Partial<Shape>[] = [
  {},
  { id: 'uuid' },
  { id: 'uuid', dates: 'seconds' },
  { dates: 'spaced' },
  { id: 'uuid', dates: 'spaced' },
];

describe('a page that somebody else has reported since the last list', () => {
  it.each(shapes)(
    'is reported all the same when the first request is lost, with %j',
    async (shape) => {
      service.behave({ shape });
      const { good } = service.samplePages;
      const popup = await openPopup();
      const earlier = new Date(Date.now() - 10_000).toISOString();
      service.add({ url: good, created_at: earlier, generated_at: earlier });
      service.behave([
        { on: { method: 'POST' }, times: 1, fail: failures.cutBeforeWork },
        { shape },
      ]);
      await choose(popup, 'Private');
      await create(popup);
      await closePopup(popup);
      const isDone = ({ submissions }: { submissions: unknown[] }) => submissions.length === 0;
      await sleepUntil('nothing waits any more', isDone, stage, service);
      expect(requestsBy('POST')).toHaveLength(2);
      expect(service.reports().map(({ url }) => url)).toEqual([good, good]);
    },
  );
});
