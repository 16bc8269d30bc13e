import { describe, expect, it } from 'vitest';
import type { Outcome } from '@/lib/outcome';
import * as steps from '@/lib/task/steps';
import type { Task, TaskIn } from '@/lib/task/task';
import { BETWEEN_LOOKS } from '@/lib/timings';
import { FAILURES, type FailureName } from '../../support/sample-failures';
import { change, creationOf, deletion } from '../../support/sample-task';

const now = Date.parse('2026-11-02T12:00:00.000Z');

/** What a step comes to, in words: `waiting after 1 try`, `stuck: refused`, `done`. */
function told(step: steps.Step): string {
  if ('end' in step) return step.end.name;
  const { standing, tries } = step.task;
  if (standing.name === 'stuck') return `stuck: ${standing.reason}`;
  return standing.name === 'waiting' ? `waiting after ${tries}` : standing.name;
}

function failed(name: FailureName): Outcome<never> {
  return { failure: FAILURES[name] };
}

/** A creation that was looked for so often, with other facts of its standing where that matters. */
function asUnknown(looks: number, facts: Partial<TaskIn<'unknown'>['standing']> = {}, tries = 1) {
  const failure = FAILURES.unreachable;
  const standing = { name: 'unknown' as const, looks, lookAt: '', failure, ...facts };
  return { ...creationOf('a', { tries, standing }), standing };
}

describe('a creation', () => {
  const sent = steps.sent(creationOf('a'));

  it('is done when the answer shows its report, and else is looked for', () => {
    expect(told(steps.afterCreation(sent, { value: true }, now))).toBe('done');
    expect(told(steps.afterCreation(sent, { value: false }, now))).toBe('unknown');
  });

  it.each<[FailureName, string]>([
    ['unreachable', 'unknown'],
    ['timed out', 'unknown'],
    ['500', 'unknown'],
    ['a redirect', 'unknown'],
    ['a web page', 'unknown'],
    ['500 about a page', 'unknown'],
    ['a sign-in before it', 'waiting after 0'],
    ['offline', 'waiting after 0'],
    ['429', 'waiting after 0'],
    ['429 with a time', 'waiting after 0'],
    ['503 with a time', 'waiting after 0'],
    ['401', 'waiting after 0'],
    ['a missing permission', 'waiting after 0'],
    ['a bot check', 'waiting after 0'],
    ['403', 'stuck: refused'],
    ['404', 'stuck: refused'],
    ['422', 'stuck: refused'],
    ['409', 'stuck: refused'],
  ])('after %s is %s', (name, then) => {
    expect(told(steps.afterCreation(sent, failed(name), now))).toBe(then);
  });

  it('is looked for after a stopped worker', () => {
    expect(steps.afterRestart(sent, now)).toMatchObject({
      standing: { name: 'unknown', failure: { code: 'interrupted' } },
    });
  });
});

describe('a look that does not find the report', () => {
  const last = BETWEEN_LOOKS.length;
  const at = asUnknown.bind(null, last);

  it('is followed by further looks, with growing pauses over two minutes', () => {
    let task = asUnknown(0);
    let waited = 0;
    for (let look = 0; look < last; look += 1) {
      const step = steps.afterLook(task, 'notThere', null, now);
      if ('end' in step) throw new Error('It has ended too early');
      task = step.task as typeof task;
      waited += Date.parse(task.standing.lookAt) - now;
    }
    expect(waited).toBe(120_000);
  });

  const redirected = { failure: FAILURES['a redirect'] };

  it.each<[string, Task, steps.Look, string]>([
    ['is sent again where the report is not there', at({}), 'notThere', 'waiting after 1'],
    ['is left to a person where nothing can be told', at({}), 'cannotTell', 'stuck: unconfirmed'],
    ['is looked for again where the look failed', at({}), 'failed', 'unknown'],
    ['is left to a person after three repeats', at({}, 4), 'notThere', 'stuck: unconfirmed'],
    ['is never repeated after a redirect', at(redirected), 'notThere', 'stuck: unconfirmed'],
    ['is done where its answer was a success', at({ failure: null }), 'notThere', 'done'],
  ])('is the last, and the creation %s', (_, task, look, then) => {
    expect(told(steps.afterLook(task as TaskIn<'unknown'>, look, null, now))).toBe(then);
  });

  it('is repeated when the gate is tried, if the service did not answer', () => {
    const nextTrial = '2026-11-02T12:10:00.000Z';
    expect(steps.afterLook(at(), 'failed', nextTrial, now)).toMatchObject({
      task: { standing: { lookAt: nextTrial, looks: last } },
    });
  });
});

describe('a look after the service has failed on a page', () => {
  const task = asUnknown(0, { failure: FAILURES['500 about a page'] });

  it('is the last look if the list could be read, and leaves the words to a person', () => {
    const { standing } = steps.afterPageLook(task, true, now);
    expect(standing).toEqual({
      name: 'stuck',
      reason: 'refused',
      failure: FAILURES['500 about a page'],
    });
  });

  it('is followed by further looks if the list could not be read', () => {
    expect(steps.afterPageLook(task, false, now).standing).toMatchObject({
      name: 'unknown',
      looks: 0,
      failure: { code: 'serviceDown', status: 500 },
    });
  });
});

describe('a change or deletion', () => {
  const changed = steps.sent(change('a'));
  const deleted = steps.sent(deletion('a'));

  it.each<[FailureName, string, string]>([
    ['unreachable', 'waiting after 1', 'waiting after 1'],
    ['500', 'waiting after 1', 'waiting after 1'],
    ['429', 'waiting after 0', 'waiting after 0'],
    ['401', 'waiting after 0', 'waiting after 0'],
    ['404', 'gone', 'done'],
    ['403', 'stuck: refused', 'stuck: refused'],
    ['422', 'stuck: refused', 'stuck: refused'],
    ['a redirect', 'stuck: refused', 'stuck: refused'],
    ['a web page', 'stuck: refused', 'stuck: refused'],
    ['500 about a page', 'stuck: refused', 'stuck: refused'],
  ])('after %s: the change is %s, the deletion is %s', (name, ofChange, ofDeletion) => {
    expect(told(steps.afterWrite(changed, failed(name), true))).toBe(ofChange);
    expect(told(steps.afterWrite(deleted, failed(name), true))).toBe(ofDeletion);
  });

  it('is sent again three times, and then a person decides', () => {
    const waits = [1, 2, 3].map((tries) => `waiting after ${tries}`);
    const all = [1, 2, 3, 4].map((tries) =>
      told(steps.afterWrite({ ...changed, tries }, failed('500'), true)),
    );
    expect(all).toEqual([...waits, 'stuck: refused']);
  });

  it('is not counted as tried in an outage', () => {
    expect(told(steps.afterWrite(changed, failed('500'), false))).toBe('waiting after 0');
  });

  it('waits again after a stopped worker', () => {
    expect(steps.afterRestart(changed, now).standing.name).toBe('waiting');
  });
});

it('sending a creation again by hand first reads again which reports exist', () => {
  const known = { newestId: '7', ids: [] };
  const task = creationOf('a', {
    known,
    tries: 4,
    standing: { name: 'stuck', reason: 'password', failure: null },
  });
  expect(steps.retried(task)).toMatchObject({
    standing: { name: 'waiting' },
    tries: 0,
    work: { known: null },
  });
});
