import { expect, it } from 'vitest';
import { referTo } from '@/lib/report/report-reference';
import type { NewBatch } from '@/lib/task/batch/batch';
import { jsonAnswer } from '../../service/served-answer';
import { connectedAtService } from '../../support/background-at-service';
import { sampleReport } from '../../support/sample-report';

const SIZE = 20;
const numbers = Array.from({ length: SIZE }, (_, at) => at + 1);

const BATCHES: Record<'POST' | 'PUT', NewBatch> = {
  POST: {
    ...{ id: 'b', kind: 'create', privacy: 1, leftOut: {} },
    urls: numbers.map((page) => `https://many.example/${page}`),
  },
  PUT: {
    ...{ id: 'b', kind: 'change', change: { privacy: 0 } },
    reports: numbers.map((id) => referTo(sampleReport(String(id)))),
  },
};

it.each<[method: 'POST' | 'PUT', status: number, body: object, words: string]>([
  ['POST', 422, { message: 'Your plan is used up.' }, 'Your plan is used up.'],
  ['POST', 403, {}, ''],
  ['POST', 402, {}, ''],
  ['POST', 404, {}, ''],
  ['PUT', 422, {}, ''],
  ['PUT', 403, { message: 'No.' }, 'No.'],
])(
  'a batch pauses once five requests in a row are refused alike: %s, %i %j',
  async (method, status, body, words) => {
    const { service, api, view, requests } = await connectedAtService();
    for (const id of numbers) service.add({ id, url: `https://older.example/${id}` });
    service.behave({ on: { method }, fail: { kind: 'answer', ...jsonAnswer(status, body) } });
    await api.addBatch(BATCHES[method]);
    await expect.poll(view).toMatchObject({
      gate: null,
      batches: [{ isPaused: true, pausedBy: words, underWay: 0 }],
    });
    // One more was in flight.
    expect(requests(method).length).toBeLessThanOrEqual(6);
    service.behave(null);
    await api.steerBatch('b', { kind: 'resume' });
    await api.steerBatch('b', { kind: 'retry' });
    await expect.poll(view).toMatchObject({ batches: [{ done: SIZE, failed: 0, pausedBy: null }] });
  },
);
