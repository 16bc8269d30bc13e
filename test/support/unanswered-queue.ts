import type { Failure } from '@/lib/failure';
import type { Submission } from '@/lib/submission/submission';
import { createQueueDisk, startQueue } from './queue-worker';
import { sampleSubmission } from './sample-submission';

/** What is reported in these tests. */
export const url = 'https://host.example/new';
export const draft = { url, privacy: 1 } as const;

export const failure: Failure = { code: 'timedOut', seconds: 180 };

/** The pauses between the searches after one request, in milliseconds. */
export const PAUSES = [5_000, 15_000, 30_000, 70_000];

/** A queue whose creations get no answer. */
export function startUnanswered(...kept: Submission[]) {
  const started = startQueue(createQueueDisk(...kept));
  started.client.create.mockResolvedValue({ failure });
  return started;
}

/** A submission whose search is due. */
export function lost(id: string, fields: Partial<Submission> = {}): Submission {
  const nextAt = '2026-11-02T12:00:00.000Z';
  const facts = { url, sends: 1, ...fields };
  return sampleSubmission(id, { state: 'checking', checks: 1, nextAt, failure }, facts);
}
