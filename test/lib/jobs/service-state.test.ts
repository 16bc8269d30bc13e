import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import { activeBackoff } from '@/lib/jobs/backoff';
import { NO_JOBS } from '@/lib/jobs/jobs-state';
import * as service from '@/lib/jobs/service-state';
import type { ServiceState } from '@/lib/jobs/types';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { NOW } from './sample-state';

const DOWN = FAILURES['500'];
const NAMED = FAILURES['429 with a time'];

/** Applies events to the state of a service, one after another. */
function start() {
  let now = NOW;
  let state = NO_JOBS.service;

  function change(next: ServiceState): void {
    state = next;
  }

  return {
    state: () => state,
    backoff: () => activeBackoff(state.backoff),
    /** The seconds until the probe; null if the backoff waits for a person. */
    wait: () => {
      const { backoff } = state;
      return backoff.kind === 'waiting' ? (Date.parse(backoff.until) - now) / 1000 : null;
    },
    pass(seconds: number): void {
      now += seconds * 1000;
    },
    answer: (failure: Failure | null, operationId = 'one') =>
      change(service.afterAnswer(state, operationId, failure, { now })),
    read: (failure: Failure | null, operationId: string | null = null) =>
      change(service.afterReadEnded(state, operationId, failure, { now })),
    lookUp: (operationId: string) => change(service.afterLookedUp(state, operationId, { now })),
    /** Starts the probe. */
    probe(operationId = 'one'): void {
      expect(service.isProbeDue(state, { now })).toBe(true);
      change(service.withProbe(service.afterRequestStart(state), operationId));
    },
    endProbe: (operationId = 'one') => change(service.withoutProbe(state, operationId)),
    retryNow: () => change(service.withDueProbe(state, { now })),
    returnNetwork: () => change(service.afterNetworkReturned(state, { now })),
    end: () => change(service.withoutBackoff(state)),
    isProbeDue: () => service.isProbeDue(state, { now }),
    hasSucceededLately: () => service.hasSucceededLately(state, { now }),
  };
}

describe('the count of a backoff', () => {
  it('rises once after a probe whose write and read both fail', () => {
    const { answer, backoff, endProbe, pass, probe, read } = start();
    answer(DOWN);
    for (const count of [2, 3]) {
      pass(900);
      probe();
      read(DOWN, 'one');
      answer(DOWN);
      endProbe();
      expect(backoff()).toMatchObject({ count });
    }
  });

  it('does not rise after a request beside the probe', () => {
    const { answer, backoff, read } = start();
    answer(DOWN);
    answer(DOWN, 'two');
    read(DOWN);
    expect(backoff()).toMatchObject({ count: 1 });
    // A longer named time replaces the backoff, and does not raise the count.
    answer(NAMED, 'three');
    expect(backoff()).toMatchObject({ count: 1, isNamed: true });
  });

  it('stays after a backoff that ends without a probe, until a request succeeds', () => {
    const { answer, backoff, end, read } = start();
    answer(DOWN);
    end();
    expect(backoff()).toBeNull();
    answer(DOWN);
    expect(backoff()).toMatchObject({ count: 2 });
    end();
    read(null);
    answer(DOWN);
    expect(backoff()).toMatchObject({ count: 1 });
  });
});

describe('the time of a backoff', () => {
  /** Returns the seconds until the probe, after each of several failures in a row. */
  function waitsAfter(failure: Failure, count: number): (number | null)[] {
    const { answer, pass, probe, wait, endProbe } = start();
    answer(failure);
    const waits = [wait()];
    while (waits.length < count) {
      pass(wait() ?? 0);
      probe();
      answer(failure);
      endProbe();
      waits.push(wait());
    }
    return waits;
  }

  it('is 30, 60, 120, 300 and then 900 seconds after 429 without a time', () => {
    expect(waitsAfter(FAILURES['429'], 6)).toEqual([30, 60, 120, 300, 900, 900]);
  });

  it('is 5 seconds after a request without an answer, and doubles up to 15 minutes', () => {
    expect(waitsAfter(FAILURES.unreachable, 4)).toEqual([5, 10, 20, 40]);
    expect(waitsAfter(FAILURES.unreachable, 10).at(-1)).toBe(900);
  });

  it.each([-5_000, 200])('is at least a second after a named time %i ms from now', (after) => {
    const retryAt = new Date(NOW + after).toISOString();
    expect(waitsAfter({ ...FAILURES['429'], retryAt }, 1)).toEqual([1]);
  });

  it.each<[string, number]>([
    ['later', 60],
    ['earlier', 40],
  ])('is the longer named time if a second answer names a %s time', (_, seconds) => {
    const { answer, wait } = start();
    const named = (after: number): Failure => ({
      ...FAILURES['429'],
      retryAt: new Date(NOW + after * 1000).toISOString(),
    });
    answer(named(40));
    answer(named(seconds === 60 ? 60 : 20), 'two');
    expect(wait()).toBe(seconds);
  });

  it.each<FailureName>([
    '401',
    'a missing permission',
    'a sign-in in front of the service',
    'a firewall',
  ])('is not planned after %s, because a person must change something', (name) => {
    expect(waitsAfter(FAILURES[name], 1)).toEqual([null]);
  });
});

describe('a backoff', () => {
  it.each<[FailureName, FailureName]>([
    ['500', '422'],
    ['429', 'a redirect'],
  ])('begins with %s, but not with %s, which concerns one operation', (wide, own) => {
    const { answer, backoff } = start();
    answer(FAILURES[own]);
    expect(backoff()).toBeNull();
    answer(FAILURES[wide]);
    expect(backoff()).not.toBeNull();
  });

  it.each<[string, Failure | null]>([
    ['a success', null],
    ['a refusal of the operation alone', FAILURES['422']],
  ])('ends with %s of its probe', (_, answerOfProbe) => {
    const { answer, backoff, pass, probe } = start();
    answer(DOWN);
    pass(5);
    probe('two');
    answer(answerOfProbe, 'two');
    expect(backoff()).toBeNull();
  });

  it('does not end with the answer to a request that was sent before the backoff', () => {
    const { answer, backoff } = start();
    answer(DOWN);
    answer(null, 'two');
    expect(backoff()).not.toBeNull();
  });

  it('does not end with its probe if the answer to another request names a later time', () => {
    const { answer, backoff, pass, probe, wait } = start();
    answer(DOWN);
    pass(5);
    probe('two');
    answer(NAMED, 'three');
    answer(null, 'two');
    expect(backoff()).toMatchObject({ isNamed: true });
    expect(wait()).toBe(55);
  });

  it.each([null, 'one'])('that a read began ends with a read (operation: %s)', (operationId) => {
    const { backoff, read } = start();
    read(NAMED);
    expect(backoff()).toMatchObject({ metBy: 'read' });
    read(null, operationId);
    expect(backoff()).toBeNull();
  });

  it('that a write began is probed after a read for an extension page, but not for an operation', () => {
    const { answer, isProbeDue, read } = start();
    answer(DOWN);
    read(null, 'two');
    expect(isProbeDue()).toBe(false);
    read(null);
    expect(isProbeDue()).toBe(true);
  });

  it.each<[FailureName, boolean]>([
    ['offline', true],
    ['500', true],
    ['429 with a time', false],
    ['401', false],
  ])('after %s is probed when the network returns: %s', (name, isDue) => {
    const { answer, isProbeDue, returnNetwork } = start();
    answer(FAILURES[name]);
    returnNetwork();
    expect(isProbeDue()).toBe(isDue);
  });

  it.each<FailureName>(['500', '429 with a time', '401'])(
    'after %s is probed after Retry now',
    (name) => {
      const { answer, isProbeDue, retryNow } = start();
      answer(FAILURES[name]);
      retryNow();
      expect(isProbeDue()).toBe(true);
    },
  );

  it('has one probe at a time', () => {
    const { answer, endProbe, isProbeDue, pass, probe } = start();
    answer(DOWN);
    pass(5);
    probe('two');
    expect(isProbeDue()).toBe(false);
    endProbe('one');
    expect(isProbeDue()).toBe(false);
    endProbe('two');
    expect(isProbeDue()).toBe(true);
  });

  it('ends after a lookup that was its probe, unless the lookup has failed', () => {
    const { answer, backoff, lookUp, pass, probe, read } = start();
    answer(DOWN);
    pass(5);
    probe('two');
    read(DOWN, 'two');
    lookUp('two');
    expect(backoff()).toMatchObject({ count: 2 });
    pass(10);
    probe('two');
    read(null, 'two');
    lookUp('two');
    expect(backoff()).toBeNull();
  });

  it('allows its probe only', () => {
    const { answer, pass, probe, state } = start();
    expect(service.allows(state(), 'one')).toBe(true);
    answer(DOWN);
    pass(5);
    probe('two');
    const allowed = ['one', 'two'].map((id) => service.allows(state(), id));
    expect(allowed).toEqual([false, true]);
  });
});

it('a firewall concerns one operation if it has let another pass, and blocks the first again', () => {
  const firewall = FAILURES['a firewall'];
  const { answer, probe, retryNow, state } = start();
  answer(firewall, 'one');
  expect(service.concernsOnly(state(), firewall, 'one')).toBe(false);
  retryNow();
  probe('two');
  answer(null, 'two');
  const alone = ['one', 'two'].map((id) => service.concernsOnly(state(), firewall, id));
  expect(alone).toEqual([true, false]);
  expect(service.concernsOnly(state(), DOWN, 'one')).toBe(false);
});

describe('the facts of an edit', () => {
  it('say that other requests succeed, unless only failures have followed the begin of a backoff', () => {
    const { answer, pass, probe, state } = start();
    expect(service.editFacts(state())).toEqual({ othersSucceed: true, failures: 0 });
    answer(DOWN);
    pass(5);
    probe('two');
    expect(service.editFacts(state())).toEqual({ othersSucceed: false, failures: 1 });
  });
});

describe('a recent success', () => {
  it('is a read or a write of the last minute', () => {
    const { answer, hasSucceededLately, pass, read } = start();
    expect(hasSucceededLately()).toBe(false);
    for (const succeed of [() => read(null), () => answer(null)]) {
      succeed();
      pass(59);
      expect(hasSucceededLately()).toBe(true);
      pass(1);
      expect(hasSucceededLately()).toBe(false);
    }
  });

  it('does not exist after a failure of the whole service, or after the clock was set back', () => {
    const { hasSucceededLately, pass, read } = start();
    read(null);
    read(FAILURES['422']);
    expect(hasSucceededLately()).toBe(true);
    read(DOWN);
    expect(hasSucceededLately()).toBe(false);
    read(null);
    pass(-1);
    expect(hasSucceededLately()).toBe(false);
  });
});
