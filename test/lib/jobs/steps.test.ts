import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { createdReportOf, isUndecided } from '@/lib/jobs/operation';
import * as steps from '@/lib/jobs/steps';
import type {
  Creation,
  Edit,
  Operation,
  UndecidedEdit,
  UnverifiedCreation,
} from '@/lib/jobs/types';
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

/** Formats an operation: `undecided, taken back`, `cancelled`. */
function wordsWithPress(operation: Operation): string {
  const word = isUndecided(operation) ? 'undecided' : words(operation);
  return operation.isTakenBack ? `${word}, taken back` : word;
}

function failed(name: FailureName): Result<never> {
  return { failure: FAILURES[name] };
}

describe('a creation', () => {
  const sending = steps.asSending(creation());

  it('is done if the answer shows its report, and unverified otherwise', () => {
    const report = createdReportOf(sampleReport('3'));
    expect(words(steps.afterCreationAnswer(sending, { value: report }, now))).toBe('done');
    expect(words(steps.afterCreationAnswer(sending, { value: null }, now))).toBe('unverified');
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
    ['a firewall', 'queued after 0'],
    ['403', 'needsAttention: refused'],
    ['404', 'needsAttention: refused'],
    ['the 404 page of a web server', 'queued after 0'],
    ['422', 'needsAttention: refused'],
    ['409', 'needsAttention: refused'],
  ])('after %s is %s', (name, then) => {
    expect(words(steps.afterCreationAnswer(sending, failed(name), now))).toBe(then);
  });

  it('is unverified after a stopped worker', () => {
    expect(steps.afterRestart(sending, now).status).toMatchObject({
      name: 'unverified',
      failure: { code: 'interrupted' },
    });
  });
});

describe('a creation without a match in a lookup', () => {
  const last = BETWEEN_LOOKUPS.length;
  const redirected = { failure: FAILURES['a redirect'] };

  it('is looked up several times within two minutes', () => {
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

  it.each<[string, ReturnType<typeof unverifiedCreation>, steps.LookupOutcome, string]>([
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
      'is never repeated after a web page',
      unverifiedCreation(last, { failure: FAILURES['a web page'] }),
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
    const deciding = [0, 1, 2, 3, 4].map((lookups) =>
      steps.isDeciding(unverifiedCreation(lookups)),
    );
    expect(deciding).toEqual([false, false, false, false, true]);
  });

  function afterFailedLists(count: number, failure: Failure | null = FAILURES['500']): Operation {
    let operation: Operation = unverifiedCreation(last, { failure });
    for (let list = 0; list < count; list += 1) {
      operation = steps.afterLookup(operation as UnverifiedCreation, 'noNewestList', now);
    }
    return operation;
  }

  it('is looked up again a minute after each of the first two failed newest lists', () => {
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
    const again = steps.asSending({ ...afterFailedLists(2), status: { name: 'queued' } });
    const unverified = steps.afterCreationAnswer(again as Creation, failed('unreachable'), now);
    expect(unverified.status).not.toHaveProperty('failedDecisions');
  });
});

describe('an edit', () => {
  const updating = steps.asSending(update());
  const deleting = steps.asSending(deletion());
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
  ])('after %s: the update is %s, the deletion is %s', (name, updateWords, deletionWords) => {
    expect(words(steps.afterEditAnswer(updating, failed(name), othersSucceed))).toBe(updateWords);
    expect(words(steps.afterEditAnswer(deleting, failed(name), othersSucceed))).toBe(deletionWords);
  });

  it('is sent again four times while other requests succeed, and then needs attention', () => {
    const all = [1, 2, 3, 4, 5].map((attempts) =>
      words(steps.afterEditAnswer({ ...updating, attempts }, failed('500'), othersSucceed)),
    );
    const repeated = [1, 2, 3, 4].map((attempts) => `queued after ${attempts}`);
    expect(all).toEqual([...repeated, 'needsAttention: refused']);
  });

  it.each([
    [1, 'queued after 1'],
    [104, 'queued after 1'],
    [105, 'needsAttention: refused'],
  ])('after %i failures of an outage is %s', (failures, then) => {
    expect(words(steps.afterEditAnswer(updating, failed('500'), outage(failures)))).toBe(then);
  });

  it('is sent again four times while only the list shows its report', () => {
    const failure = failed('a 404 of a listed report');
    const all = [1, 4, 5].map((attempts) =>
      words(steps.afterEditAnswer({ ...deleting, attempts }, failure, outage(3))),
    );
    expect(all).toEqual(['queued after 1', 'queued after 4', 'needsAttention: refused']);
  });

  it('is queued after a stopped worker', () => {
    expect(steps.afterRestart(updating, now).status.name).toBe('queued');
  });
});

describe('an operation that a person takes back', () => {
  const creating = steps.asSending(creation());
  const updating = steps.asSending(update()) as Edit;
  const deleting = steps.asSending(deletion()) as Edit;
  const facts = { othersSucceed: true, failures: 0 };
  const report = sampleReport('1', { privacy: 1, generatedAt: null });

  it.each<[string, Operation, boolean, string]>([
    ['a queued creation', creation(), false, 'cancelled'],
    ['a creation that was proved absent', creation({}, { attempts: 1 }), false, 'cancelled'],
    ['a creation that is about to be sent', creating, false, 'cancelled'],
    ['a creation in flight', creating, true, 'sending, taken back'],
    ['an unverified creation', unverifiedCreation(1), false, 'unverified, taken back'],
    ['a queued update', update(), false, 'cancelled'],
    ['an update that is about to be sent', updating, false, 'cancelled'],
    ['an update in flight', updating, true, 'sending, taken back'],
    [
      'an update that waits to be sent again',
      steps.afterEditAnswer(updating, failed('500'), facts),
      false,
      'undecided, taken back',
    ],
    [
      'an update that is about to be sent again',
      steps.asSending(steps.afterEditAnswer(updating, failed('500'), facts)),
      false,
      'undecided, taken back',
    ],
    [
      'an update that waits after a 429',
      steps.afterEditAnswer(updating, failed('429'), facts),
      false,
      'cancelled',
    ],
    ['a refused update', steps.asRefused(updating, FAILURES['422']), false, 'cancelled'],
  ])('has the correct status afterwards: %s', (_, operation, isSent, then) => {
    expect(wordsWithPress(steps.afterCancelOrUndo(operation, isSent))).toBe(then);
  });

  it.each<[FailureName, string, string]>([
    ['unreachable', 'unverified', 'undecided'],
    ['500', 'unverified', 'undecided'],
    ['a redirect', 'unverified', 'undecided'],
    ['a web page', 'unverified', 'undecided'],
    ['an unconfirmed 404', 'cancelled', 'undecided'],
    ['the 404 page of a web server', 'cancelled', 'undecided'],
    ['429', 'cancelled', 'cancelled'],
    ['503 with a time', 'cancelled', 'cancelled'],
    ['401', 'cancelled', 'cancelled'],
    ['a sign-in in front of the service', 'cancelled', 'cancelled'],
    ['a firewall', 'cancelled', 'cancelled'],
    ['422', 'cancelled', 'cancelled'],
    ['500 about a page', 'cancelled', 'cancelled'],
  ])('after %s: a creation is %s, a deletion is %s', (name, creationWords, deletionWords) => {
    const created = steps.afterCreationAnswer(
      steps.afterCancelOrUndo(creating, true) as Creation,
      failed(name),
      now,
    );
    const deleted = steps.afterEditAnswer(
      steps.afterCancelOrUndo(deleting, true) as Edit,
      failed(name),
      facts,
    );
    expect(wordsWithPress(created)).toBe(`${creationWords}, taken back`);
    expect(wordsWithPress(deleted)).toBe(`${deletionWords}, taken back`);
  });

  it('is undecided after a refusal of its second request', () => {
    const second = steps.afterCancelOrUndo({ ...updating, attempts: 2 }, true) as Edit;
    expect(wordsWithPress(steps.afterEditAnswer(second, failed('429'), facts))).toBe(
      'undecided, taken back',
    );
  });

  const last = BETWEEN_LOOKUPS.length;
  it.each<[steps.LookupOutcome, Operation['status']]>([
    ['absent', { name: 'cancelled' }],
    ['inconclusive', { name: 'cancelled', mayExist: true }],
  ])('is cancelled after the last lookup, if the report is %s', (lookup, status) => {
    const operation = steps.afterCancelOrUndo(unverifiedCreation(last), false);
    expect(steps.afterLookup(operation as UnverifiedCreation, lookup, now).status).toEqual(status);
  });

  it.each<[string, Edit, Result<typeof report>, string]>([
    ['a deleted report', deleting, failed('404'), 'done'],
    ['a report that was not deleted', deleting, { value: report }, 'cancelled'],
    ['an updated report', updating, { value: { ...report, privacy: 0 } }, 'done'],
    ['a report that was not updated', updating, { value: report }, 'cancelled'],
    ['an update of a report that is gone', updating, failed('404'), 'gone'],
    ['a report that the list shows', deleting, failed('a 404 of a listed report'), 'cancelled'],
    ['a report that may be gone', deleting, failed('an unconfirmed 404'), 'undecided'],
    ['a forbidden read', deleting, failed('403'), 'cancelled'],
    ['a read without an answer', deleting, failed('timed out'), 'undecided'],
    ['a throttled read', updating, failed('429'), 'undecided'],
  ])('has the correct status after the read of %s', (_, operation, read, outcome) => {
    const undecided = steps.afterEditAnswer(
      steps.afterCancelOrUndo(operation, true) as Edit,
      failed('unreachable'),
      facts,
    );
    const checked = steps.afterCheck(undecided as UndecidedEdit, read);
    expect(wordsWithPress(checked)).toBe(`${outcome}, taken back`);
  });

  it('stays taken back after a stopped worker', () => {
    const restarted = (operation: Operation) =>
      wordsWithPress(steps.afterRestart(steps.afterCancelOrUndo(operation, true), now));
    expect(restarted(creating)).toBe('unverified, taken back');
    expect(restarted(deleting)).toBe('undecided, taken back');
    expect(restarted(steps.afterRestart(steps.afterCancelOrUndo(deleting, true), now))).toBe(
      'undecided, taken back',
    );
  });
});

it('a creation that a person sends again has no baseline', () => {
  const operation = creation({}, { baseline: '7', attempts: 4 });
  expect(steps.afterRetry(operation)).toMatchObject({
    status: { name: 'queued' },
    attempts: 0,
    baseline: null,
  });
});
