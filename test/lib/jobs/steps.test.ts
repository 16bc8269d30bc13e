import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import {
  type Creation,
  createdReportOf,
  type Operation,
  type UnverifiedCreation,
} from '@/lib/jobs/operation';
import * as steps from '@/lib/jobs/steps';
import type { Result } from '@/lib/result';
import { BETWEEN_LOOKUPS, timeIn } from '@/lib/waiting-time';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { creation, deletion, unverifiedCreation, update } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';

const now = Date.parse('2026-11-02T12:00:00.000Z');

/** Formats an operation: `queued after 1`, `needsAttention: refused`, `done`. */
function words({ status, attempts }: Operation): string {
  if (status.name === 'needsAttention') return `needsAttention: ${status.reason}`;
  return status.name === 'queued' ? `queued after ${attempts}` : status.name;
}

function failed(name: FailureName): Result<never> {
  return { failure: FAILURES[name] };
}

describe('a creation', () => {
  const sending = steps.sending(creation());

  it('is done if the answer shows its report, and unverified otherwise', () => {
    const report = createdReportOf(sampleReport('3'));
    expect(words(steps.afterCreation(sending, { value: report }, now))).toBe('done');
    expect(words(steps.afterCreation(sending, { value: null }, now))).toBe('unverified');
  });

  it.each<[FailureName, string]>([
    ['unreachable', 'unverified'],
    ['timed out', 'unverified'],
    ['500', 'unverified'],
    ['a redirect', 'unverified'],
    ['a redirect of headers', 'unverified'],
    ['a web page', 'unverified'],
    ['500 about a page', 'needsAttention: refused'],
    ['a sign-in in front of the service', 'queued after 0'],
    ['offline', 'queued after 0'],
    ['429', 'queued after 0'],
    ['429 with a time', 'queued after 0'],
    ['503 with a time', 'queued after 0'],
    ['401', 'queued after 0'],
    ['a missing permission', 'queued after 0'],
    ['a bot check', 'queued after 0'],
    ['403', 'needsAttention: refused'],
    ['404', 'needsAttention: refused'],
    ['the 404 page of a web server', 'queued after 0'],
    ['422', 'needsAttention: refused'],
    ['409', 'needsAttention: refused'],
  ])('after %s is %s', (name, then) => {
    expect(words(steps.afterCreation(sending, failed(name), now))).toBe(then);
  });

  it('is unverified after a stopped worker', () => {
    expect(steps.afterRestart(sending, now).status).toMatchObject({
      ...{ name: 'unverified', failure: { code: 'interrupted' } },
    });
  });
});

describe('a creation without a match in a lookup', () => {
  const last = BETWEEN_LOOKUPS.length;
  const redirected = { failure: FAILURES['a redirect'] };

  it('is looked up again, with growing pauses over two minutes', () => {
    let operation = unverifiedCreation(0);
    let waited = 0;
    for (let lookup = 0; lookup < last; lookup += 1) {
      operation = steps.afterLookup(operation, 'absent', now) as typeof operation;
      waited += Date.parse(operation.status.lookupAt) - now;
    }
    expect(waited).toBe(120_000);
  });

  it('does not count a lookup without an answer', () => {
    const { status } = steps.afterLookup(unverifiedCreation(2), 'failed', now);
    expect(status).toMatchObject({ name: 'unverified', lookups: 2 });
  });

  it.each<[string, ReturnType<typeof unverifiedCreation>, steps.Lookup, string]>([
    ['is sent again if the report is absent', unverifiedCreation(last), 'absent', 'queued after 1'],
    [
      'needs attention if the lists are inconclusive',
      unverifiedCreation(last),
      'inconclusive',
      'needsAttention: unverifiable',
    ],
    ['is looked up again if the lookup failed', unverifiedCreation(last), 'failed', 'unverified'],
    [
      'needs attention after three repeats',
      unverifiedCreation(last, {}, { attempts: 4 }),
      'absent',
      'needsAttention: unverifiable',
    ],
    [
      'is never repeated after a redirect',
      unverifiedCreation(last, redirected),
      'absent',
      'needsAttention: unverifiable',
    ],
    [
      'is sent again if a proxy redirected it',
      unverifiedCreation(last, { failure: FAILURES['a redirect of headers'] }),
      'absent',
      'queued after 1',
    ],
    ['is done after a success', unverifiedCreation(last, { failure: null }), 'absent', 'done'],
  ])('after the last lookup %s', (_, operation, lookup, then) => {
    expect(words(steps.afterLookup(operation, lookup, now))).toBe(then);
  });

  it('needs the newest list only in the last lookup', () => {
    const deciding = [0, 1, 2, 3, 4].map((lookups) => steps.decides(unverifiedCreation(lookups)));
    expect(deciding).toEqual([false, false, false, false, true]);
  });

  /** Returns the creation after a number of failed newest lists. */
  function afterFailedLists(count: number, failure: Failure | null = FAILURES['500']): Operation {
    let operation: Operation = unverifiedCreation(last, { failure });
    for (let list = 0; list < count; list += 1) {
      operation = steps.afterLookup(operation as UnverifiedCreation, 'undecided', now);
    }
    return operation;
  }

  it('is looked up again a minute after the newest list has failed, twice', () => {
    for (const count of [1, 2]) {
      expect(afterFailedLists(count).status).toMatchObject({
        name: 'unverified',
        lookups: last,
        lookupAt: timeIn(60_000, now),
      });
    }
  });

  it('needs attention after three failed newest lists, or is done after a success', () => {
    expect(words(afterFailedLists(3))).toBe('needsAttention: unverifiable');
    expect(words(afterFailedLists(3, null))).toBe('done');
  });

  it('reads three newest lists again after another request', () => {
    const again = steps.sending({ ...afterFailedLists(2), status: { name: 'queued' } });
    const unverified = steps.afterCreation(again as Creation, failed('unreachable'), now);
    expect(unverified.status).not.toHaveProperty('failedDecisions');
  });
});

describe('an edit', () => {
  const updating = steps.sending(update());
  const deleting = steps.sending(deletion());
  const othersSucceed = { othersSucceed: true, failures: 0 };
  const outage = (failures: number) => ({ othersSucceed: false, failures });

  it.each<[FailureName, string, string]>([
    ['unreachable', 'queued after 1', 'queued after 1'],
    ['500', 'queued after 1', 'queued after 1'],
    ['429', 'queued after 0', 'queued after 0'],
    ['401', 'queued after 0', 'queued after 0'],
    ['404', 'gone', 'done'],
    ['an unconfirmed 404', 'queued after 1', 'queued after 1'],
    ['the 404 page of a web server', 'queued after 1', 'queued after 1'],
    ['403', 'needsAttention: refused', 'needsAttention: refused'],
    ['422', 'needsAttention: refused', 'needsAttention: refused'],
    ['a redirect', 'needsAttention: refused', 'needsAttention: refused'],
    ['a web page', 'needsAttention: refused', 'needsAttention: refused'],
    ['500 about a page', 'needsAttention: refused', 'needsAttention: refused'],
  ])('after %s: the update is %s, the deletion is %s', (name, ofUpdate, ofDeletion) => {
    expect(words(steps.afterEdit(updating, failed(name), othersSucceed))).toBe(ofUpdate);
    expect(words(steps.afterEdit(deleting, failed(name), othersSucceed))).toBe(ofDeletion);
  });

  it('is sent again four times while other requests succeed, and then needs attention', () => {
    const all = [1, 2, 3, 4, 5].map((attempts) =>
      words(steps.afterEdit({ ...updating, attempts }, failed('500'), othersSucceed)),
    );
    const repeated = [1, 2, 3, 4].map((attempts) => `queued after ${attempts}`);
    expect(all).toEqual([...repeated, 'needsAttention: refused']);
  });

  it.each([
    [1, 'queued after 0'],
    [104, 'queued after 0'],
    [105, 'needsAttention: refused'],
  ])('after %i failures of an outage is %s', (failures, then) => {
    expect(words(steps.afterEdit(updating, failed('500'), outage(failures)))).toBe(then);
  });

  it('is sent again four times while only the list shows its report', () => {
    const failure = failed('a 404 of a listed report');
    const all = [1, 4, 5].map((attempts) =>
      words(steps.afterEdit({ ...deleting, attempts }, failure, outage(3))),
    );
    expect(all).toEqual(['queued after 1', 'queued after 4', 'needsAttention: refused']);
  });

  it('is queued after a stopped worker', () => {
    expect(steps.afterRestart(updating, now).status.name).toBe('queued');
  });
});

it('a creation that a person sends again reads a new baseline', () => {
  const operation = creation({}, { baseline: '7', attempts: 4 });
  expect(steps.retried(operation)).toMatchObject({
    ...{ status: { name: 'queued' }, attempts: 0, baseline: null },
  });
});
