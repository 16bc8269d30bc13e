import { describe, expect, it, vi } from 'vitest';
import type { PageOperation } from '@/components/queue/page-operation';
import type { RetryState } from '@/components/queue/queue-state';
import {
  alertMessage,
  backoffLineOf,
  doneMessage,
  firstMessage,
} from '@/components/queue/queue-words';
import type { Failure } from '@/lib/failure';
import type { Backoff } from '@/lib/jobs/types';
import { referTo } from '@/lib/report/report-reference';
import { useMessageKeys } from '../../support/message-keys';
import { personBackoff, sampleBackoff } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

useMessageKeys({ withValues: true });
// A time before the end of each backoff.
vi.setSystemTime('2026-11-02T12:00:00.000Z');

const NAME = '\u2068host.example/\u2069';
const offline: Failure = { code: 'offline' };
const tooMany: Failure = { code: 'tooManyRequests', retryAt: null, message: 'Slow down' };
const keyRefused: Failure = { code: 'keyRefused', message: null };
const noPermission: Failure = { code: 'noPermission', origin: 'https://host.example' };

const creation: PageOperation = {
  id: 'a',
  subject: { kind: 'create', url: 'https://host.example/', privacy: 1 },
  status: { name: 'queued' },
  isNext: true,
  report: null,
};
const refused: PageOperation = {
  ...creation,
  isNext: false,
  status: { name: 'needsAttention', reason: 'refused', failure: offline },
};

const noNetwork = sampleBackoff(offline);
const overdue = sampleBackoff(offline, { until: '2026-11-02T11:59:59.000Z' });
const rateLimited = sampleBackoff(tooMany);
const refusedKey = personBackoff(keyRefused);
const missingPermission = personBackoff(noPermission);
const botCheck = sampleBackoff({ code: 'protectionPage' });
const firewall = personBackoff({ code: 'firewall', status: 403 });
const sentHeaders = ['X-Id', 'X-Pass'];
const signIn = personBackoff({ code: 'proxySignIn', sentHeaders });
const redirected = personBackoff({ code: 'redirected', to: null, sentHeaders });
const REPLACE = /advice_replaceHeaders \u2068X-Id\u2069 and \u2068X-Pass\u2069$/;
const SLOW = 'tooManyRequests';
const RETRYING = /^queue_retrying \d/;
const TRYING = /^queue_tryingNow$/;
const STILL_DOWN = /^queue_stillUnavailable \d/;
const STILL_REFUSED = /^queue_stillRefused$/;
const ADVICE = /^advice_addHeaders queue_retrying \d/;
const STILL_BLOCKED = /^advice_addHeaders queue_stillRefused$/;
const QUOTED = /\nservice_says \u2068Slow down\u2069$/;
const HOST = '\u2068https://host.example\u2069';

describe('the line of the backoff', () => {
  it.each<[string, Backoff, RetryState, string, RegExp]>([
    ['the time of the next request', noNetwork, null, 'offline', RETRYING],
    ["the service's words", rateLimited, null, SLOW, QUOTED],
    ['a probe that is in flight', overdue, null, 'offline', TRYING],
    ['a probe by Retry now', noNetwork, 'running', 'offline', TRYING],
    ['a failed Retry now', noNetwork, 'failed', 'offline', STILL_DOWN],
    ['no action that a button names', refusedKey, null, 'keyRefused', /^$/],
    ['a key that was refused again', refusedKey, 'failed', 'keyRefused', STILL_REFUSED],
    ['the host that is not allowed', missingPermission, null, `noPermission ${HOST}`, /^$/],
    ['the next step if there is no button', botCheck, null, 'protectionPage', ADVICE],
    ['headers that pass a firewall', firewall, null, 'firewall 403', /^advice_addHeaders$/],
    ['the headers to replace', signIn, null, 'signInInFront', REPLACE],
    ['the headers to replace after a redirect', redirected, null, 'redirected', REPLACE],
    ['a firewall that still refuses', firewall, 'failed', 'firewall 403', STILL_BLOCKED],
  ])('names %s', (_, backoff, retryState, failure, reason) => {
    const words = backoffLineOf(backoff, retryState);
    expect(words.sentence).toBe(`failure_${failure}`);
    expect(words.reason ?? '').toMatch(reason);
  });
});

it('doneMessage counts finished operations without a line by kind', () => {
  const counts = [
    { kind: 'create', count: 40 },
    { kind: 'delete', count: 1 },
  ] as const;
  expect([doneMessage(counts), doneMessage([])]).toEqual(['batch_made 40 · batch_deleted 1', '']);
});

describe('a screen reader announces', () => {
  it('the first line with its address, and the backoff if the line waits for its end', () => {
    expect(firstMessage(creation, null)).toBe(`form_sendingKept · ${NAME}`);
    expect(firstMessage({ ...creation, isNext: false }, sampleBackoff(offline))).toBe(
      `failure_offline operation_create_waiting ${NAME} operation_saved`,
    );
    expect([firstMessage(refused, null), firstMessage(null, null)]).toEqual([null, null]);
  });

  it('the new result of an updated report', () => {
    const report = sampleReport('1', { url: 'https://host.example/', score: 87 });
    const subject = { kind: 'update', report: referTo(report), update: { results: 1 } } as const;
    const status = { name: 'done', report: null } as const;
    expect(firstMessage({ ...creation, subject, status, report }, null)).toBe(
      `report_updated · ${NAME} · rating_good 87`,
    );
  });

  it('a refused operation in words, and several refused operations as a number', () => {
    expect(alertMessage([refused])).toMatch(/^operation_create_refused .* advice_offline$/);
    expect(alertMessage([refused, refused])).toBe('queue_attention 2');
    expect(alertMessage([])).toBeNull();
  });
});
