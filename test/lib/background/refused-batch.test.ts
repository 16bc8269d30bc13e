import { expect, it } from 'vitest';
import { serviceMessage } from '@/lib/failure';
import type { Subject } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import { jsonAnswer } from '../../service/served-answer';
import { connectedAtService } from '../../support/background-at-service';
import { sampleReport } from '../../support/sample-report';
import { waitUntil } from '../../support/wait-until';

const SIZE = 20;
const numbers = Array.from({ length: SIZE }, (_, at) => at + 1);

const SUBJECTS: Record<'POST' | 'PUT', Subject[]> = {
  POST: numbers.map((page) => ({
    kind: 'create',
    url: `https://many.example/${page}`,
    privacy: 1,
  })),
  PUT: numbers.map((id) => ({
    kind: 'update',
    report: referTo(sampleReport(String(id))),
    update: { privacy: 0 },
  })),
};

it.each<[method: 'POST' | 'PUT', status: number, body: object, words: string]>([
  ['POST', 422, { message: 'Your plan is used up.' }, 'Your plan is used up.'],
  ['POST', 403, {}, ''],
  ['POST', 402, {}, ''],
  ['POST', 404, {}, ''],
  ['PUT', 422, {}, ''],
  ['PUT', 403, { message: 'No.' }, 'No.'],
])(
  'a batch pauses after five equal refusals in a row: %s, %i %j',
  async (method, status, body, words) => {
    const { service, api, id, queue, requests } = await connectedAtService();
    for (const one of numbers) service.add({ id: one, url: `https://older.example/${one}` });
    service.behave({ on: { method }, fail: { kind: 'answer', ...jsonAnswer(status, body) } });
    await api.createJob(id, { id: 'b', isBatch: true, subjects: SUBJECTS[method] });
    await expect
      .poll(queue)
      .toMatchObject({ backoff: null, batches: [{ isPaused: true, counts: { sending: 0 } }] });
    const pauseReason = (await queue()).batches[0]?.pauseReason;
    expect(pauseReason?.code === 'refusals' && (serviceMessage(pauseReason.failure) ?? '')).toBe(
      words,
    );
    // One more request was in flight.
    expect(requests(method).length).toBeLessThanOrEqual(6);
    service.behave(null);
    await api.updateJob(id, 'b', { kind: 'resume' });
    await api.updateJob(id, 'b', { kind: 'retry' });
    await waitUntil(async () =>
      expect(await queue()).toMatchObject({
        batches: [{ counts: { done: SIZE, needsAttention: 0 }, pauseReason: null }],
      }),
    );
  },
);
