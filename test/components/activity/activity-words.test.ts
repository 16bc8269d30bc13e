import { describe, expect, it, vi } from 'vitest';
import {
  alertMessage,
  doneMessage,
  firstMessage,
  gateWords,
} from '@/components/activity/activity-words';
import type { Subject } from '@/components/activity/subject';
import type { Failure } from '@/lib/failure';
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

const noNetwork = closedGate(offline);
const lateGate = closedGate(offline, { until: '2026-11-02T11:59:59.000Z' });
const slowedDown = closedGate(tooMany);
const shutOut = closedGate(keyRefused, untilChange);
const forbidden = closedGate(noPermission, untilChange);
const botCheck = closedGate({ code: 'protectionPage' });
const walled = closedGate({ code: 'firewall', status: 403 }, untilChange);
const lookedFor = { isLookedForAlone: true };
const pressed = { retryState: 'running' } as const;
const inVain = { retryState: 'failed' } as const;
const SLOW = 'tooManyRequests';
const RETRYING = /^queue_retrying \d/;
const TRYING = /^queue_tryingNow$/;
const STILL_DOWN = /^queue_stillUnavailable \d/;
const STILL_REFUSED = /^queue_stillRefused$/;
const ADVICE = /^advice_protectionPage queue_retrying \d/;
const STILL_WALLED = /^advice_firewall queue_stillRefused$/;
const QUOTED = /\nservice_says \u2068Slow down\u2069$/;
const HOST = '\u2068https://host.example\u2069';

describe('the line of the closed gate', () => {
  it.each<[string, Gate, Partial<Parameters<typeof gateWords>[1]>, string, RegExp]>([
    ['when the service is tried next', noNetwork, {}, 'offline', RETRYING],
    ["the service's words", slowedDown, {}, SLOW, QUOTED],
    ['no time where all reports are only looked for', noNetwork, lookedFor, 'offline', /^$/],
    ['a time that the service has named even then', slowedDown, lookedFor, SLOW, RETRYING],
    ['that the service is tried now', lateGate, {}, 'offline', TRYING],
    ['that Retry now tries it', noNetwork, pressed, 'offline', TRYING],
    ['that Retry now did not help', noNetwork, inVain, 'offline', STILL_DOWN],
    ['nothing that its buttons say', shutOut, {}, 'keyRefused', /^$/],
    ['that the key is refused again', shutOut, inVain, 'keyRefused', STILL_REFUSED],
    ['which host is not allowed', forbidden, {}, `noPermission ${HOST}`, /^$/],
    ['what to do where no button does', botCheck, {}, 'protectionPage', ADVICE],
    ['what a firewall has to let through', walled, {}, 'firewall 403', /^advice_firewall$/],
    ['that the firewall still refuses', walled, inVain, 'firewall 403', STILL_WALLED],
  ])('says %s', (_, gate, facts, failure, reason) => {
    const words = gateWords(gate, { retryState: null, isLookedForAlone: false, ...facts });
    expect(words.sentence).toBe(`failure_${failure}`);
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
