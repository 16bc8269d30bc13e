import { beforeEach, describe, expect, it } from 'vitest';
import { createBackoffState } from '@/lib/jobs/backoff-state';
import { emptyBrowser } from '../../support/empty-browser';
import { FAILURES } from '../../support/sample-failures';

const DOWN = FAILURES['500'];

function start() {
  let time = Date.parse('2026-11-02T12:00:00.000Z');
  const { signal } = new AbortController();
  return {
    state: createBackoffState('a', signal, () => time),
    pass(seconds: number): void {
      time += seconds * 1000;
    },
  };
}

beforeEach(emptyBrowser);

it('counts one probe with a failed write and a failed read once', () => {
  const { state, pass } = start();
  state.answered(DOWN, 'one');
  for (const count of [2, 3]) {
    pass(900);
    state.beginProbe('one');
    state.readFailed(DOWN, 'one');
    state.answered(DOWN, 'one');
    state.endProbe('one');
    expect(state.get()).toMatchObject({ count });
  }
});

describe('a recent success', () => {
  it('is a read or a write of the last minute', () => {
    const { state, pass } = start();
    expect(state.hasSucceededLately()).toBe(false);
    for (const succeed of [() => state.readSucceeded(null), () => state.answered(null, 'one')]) {
      succeed();
      pass(59);
      expect(state.hasSucceededLately()).toBe(true);
      pass(1);
      expect(state.hasSucceededLately()).toBe(false);
    }
  });

  it('is absent after a failure of the whole service, or after the clock was set back', () => {
    const { state, pass } = start();
    state.readSucceeded(null);
    state.readFailed(FAILURES['422'], null);
    expect(state.hasSucceededLately()).toBe(true);
    state.readFailed(DOWN, null);
    expect(state.hasSucceededLately()).toBe(false);
    state.readSucceeded(null);
    pass(-1);
    expect(state.hasSucceededLately()).toBe(false);
  });
});
