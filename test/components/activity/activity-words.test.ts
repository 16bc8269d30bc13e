import { describe, expect, it, vi } from 'vitest';
import {
  alertMessage,
  batchWords,
  doneMessage,
  firstMessage,
  gateWords,
} from '@/components/activity/activity-words';
import type { RetryState } from '@/components/activity/gate-retry-state';
import type { Subject } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
import type { BatchLine } from '@/lib/task/batch/batch';
import type { Gate } from '@/lib/task/gate/gate';
import { useMessageKeys } from '../../support/message-keys';
import { closedGate } from '../../support/sample-task';

useMessageKeys({ filled: true });
// Before the times of its gates.
vi.setSystemTime('2026-11-02T12:00:00.000Z');

const offline: Failure = { code: 'offline' };
const tooMany: Failure = { code: 'tooManyRequests', retryAt: null, message: 'Slow down' };
const keyRefused: Failure = { code: 'keyRefused', message: null };
const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };
const untilChange = { until: null };

const creation: Subject = {
  ...{ id: 'a', wish: { kind: 'create', draft: { url: 'https://host.example/', privacy: 1 } } },
  ...{ standing: { name: 'waiting', until: null }, isNamed: true },
  ...{ report: null, awaited: null },
};
const refused: Subject = {
  ...creation,
  standing: { name: 'stuck', reason: 'refused', failure: offline },
};

describe('the line of the closed gate', () => {
  it.each<[string, Gate, RetryState, boolean, string, RegExp]>([
    [
      'when the service is tried next',
      closedGate(offline),
      null,
      false,
      'failure_offline',
      /^queue_retrying \d/,
    ],
    [
      "the service's words",
      closedGate(tooMany),
      null,
      false,
      'failure_tooManyRequests',
      /^queue_retrying .*\nservice_says \u2068Slow down\u2069$/,
    ],
    [
      'no time where all reports are only looked for',
      closedGate(offline),
      null,
      true,
      'failure_offline',
      /^$/,
    ],
    [
      'a time that the service has named, even where reports are only looked for',
      closedGate(tooMany),
      null,
      true,
      'failure_tooManyRequests',
      /^queue_retrying \d/,
    ],
    [
      'that the service is tried now',
      closedGate(offline, { until: '2026-11-02T11:59:59.000Z' }),
      null,
      false,
      'failure_offline',
      /^queue_tryingNow$/,
    ],
    [
      'that Retry now tries the service',
      closedGate(offline),
      'running',
      false,
      'failure_offline',
      /^queue_tryingNow$/,
    ],
    [
      'that Retry now did not help',
      closedGate(offline),
      'failed',
      false,
      'failure_offline',
      /^queue_stillUnavailable \d/,
    ],
    [
      'nothing that its buttons say',
      closedGate(keyRefused, untilChange),
      null,
      false,
      'failure_keyRefused',
      /^$/,
    ],
    [
      'that the key is refused again',
      closedGate(keyRefused, untilChange),
      'failed',
      false,
      'failure_keyRefused',
      /^queue_stillRefused$/,
    ],
    [
      'which host is not allowed',
      closedGate(noPermission, untilChange),
      null,
      false,
      'failure_noPermission \u2068https://host.example\u2069',
      /^$/,
    ],
    [
      'what to do where no button does',
      closedGate({ code: 'protectionPage' }),
      null,
      false,
      'failure_protectionPage',
      /^advice_protectionPage queue_retrying \d/,
    ],
  ])('says %s', (_, gate, retryState, isLookedForAlone, sentence, reason) => {
    const words = gateWords(gate, { retryState, isLookedForAlone });
    expect(words.sentence).toBe(sentence);
    expect(words.reason).toMatch(reason);
  });
});

it('what is done and has no line is counted by kind', () => {
  const counts = [
    { kind: 'create', count: 40 },
    { kind: 'delete', count: 1 },
  ] as const;
  expect([doneMessage(counts), doneMessage([])]).toEqual(['batch_made 40 · batch_deleted 1', '']);
});

const batch = { size: 9, done: 3, failed: 0, waiting: 5, underWay: 1 } as BatchLine;

it.each<[Partial<BatchLine>, string]>([
  [{}, ''],
  [{ failed: 2, waiting: 3 }, 'batch_failed 2'],
  [{ isPaused: true }, 'batch_paused'],
  [{ isPaused: true, pausedBy: 'No more' }, 'batch_pausedBy \u2068No more\u2069'],
  [{ needsPassword: true }, 'batch_needsPassword'],
])('the line of a batch gives the reason why it waits or fails: %j', (fields, reason) => {
  expect(batchWords({ ...batch, pausedBy: null, ...fields }).reason).toBe(reason);
});

describe('a screen reader hears', () => {
  it('the first line, and why the gate is closed if it waits for that', () => {
    expect(firstMessage(creation, null)).toBe('form_sendingKept');
    expect(firstMessage(creation, closedGate(offline))).toBe(
      'failure_offline task_create_waiting \u2068host.example/\u2069 task_saved',
    );
    expect([firstMessage(refused, null), firstMessage(null, null)]).toEqual([null, null]);
  });

  it('a refused task in words, and several refused tasks as a number', () => {
    expect(alertMessage([refused])).toMatch(/^task_create_refused .* advice_offline$/);
    expect(alertMessage([refused, refused])).toBe('queue_attention 2');
    expect(alertMessage([])).toBeNull();
  });
});
