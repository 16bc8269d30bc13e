import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/failure';
import type { Gate } from '@/lib/task/gate';
import { createGateControl } from '@/lib/task/gate-control';
import { EMPTY_VIEW } from '@/lib/task/view';

const NOT_ALLOWED: Failure = { code: 'notAllowed', message: null };
const NO_ANSWER: Failure = { code: 'unreachable' };

/** The control of a gate, at a time that the test says. */
function start(waiting = 0) {
  const clock = { now: Date.parse('2026-11-01T10:00:00.000Z') };
  let gate: Gate | null = null;
  const store = {
    size: waiting,
    counts: () => EMPTY_VIEW,
    get gate() {
      return gate;
    },
    setGate(next: Gate | null) {
      gate = next;
    },
  };
  return { control: createGateControl(store, () => clock.now), clock, store };
}

describe('the gate', () => {
  it('closes for all when two writes in a row are not allowed', () => {
    const { control, store } = start();
    control.answered(NOT_ALLOWED, 'a');
    expect(store.gate).toBeNull();
    control.answered(NOT_ALLOWED, 'b');
    expect(store.gate).toMatchObject({ failure: NOT_ALLOWED, until: null });
  });

  it('stays open when another write is done in between', () => {
    const { control } = start();
    control.answered(NOT_ALLOWED, 'a');
    control.answered(null, 'b');
    control.answered(NOT_ALLOWED, 'c');
    expect(control.isOpen()).toBe(true);
  });

  it('is opened by what tries it, and not by what went out before it closed', () => {
    const { control, clock } = start();
    control.met(NO_ANSWER, 'a');
    control.answered(null, 'b');
    expect(control.isOpen()).toBe(false);
    clock.now += 5000;
    control.setTrial('c');
    control.answered(null, 'c');
    expect(control.isOpen()).toBe(true);
  });

  it('lets nothing out while it is closed but what tries it, at its time', () => {
    const { control, clock } = start();
    expect(control.lets('a')).toBe(true);
    control.met(NO_ANSWER, 'a');
    control.setTrial('b');
    expect(control.lets('b')).toBe(false);
    clock.now += 5000;
    expect(control.lets('b')).toBe(true);
    expect(control.lets('a')).toBe(false);
  });

  it('is tried by one task alone', () => {
    const { control, clock } = start();
    control.met(NO_ANSWER, 'a');
    expect(control.isTrialDue()).toBe(false);
    clock.now += 5000;
    expect(control.isTrialDue()).toBe(true);
    control.setTrial('b');
    expect(control.isTrialDue()).toBe(false);
  });

  it('is tried at once when a person wants it, and after a read that succeeds', () => {
    for (const act of ['tryNow', 'read'] as const) {
      const { control } = start(1);
      control.met(NO_ANSWER, 'a');
      control[act]();
      expect(control.isTrialDue()).toBe(true);
    }
  });

  it('opens after a read where no task waits that could try it', () => {
    const { control } = start(0);
    control.met(NO_ANSWER, 'a');
    control.read();
    expect(control.isOpen()).toBe(true);
  });
});
