import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { AwaitedResult, AwaitedResults } from '@/lib/list/awaited-result';
import { createNewResults } from '@/lib/page/new-results';
import type { Report } from '@/lib/report/report';
import { awaitedOf } from '../../support/open-report';
import { sampleReport } from '../../support/sample-report';

const report = sampleReport('1');
const renewed = sampleReport('1', { generatedAt: '2026-11-02T12:00:00.000Z' });

function openResults({ privateWindow = false } = {}) {
  const awaited = signal<AwaitedResults | undefined>(undefined);
  const listed = signal<readonly Report[]>([report]);
  const results = createNewResults({ awaited, listed, privateWindow });
  const wait = (...all: AwaitedResult[]) => {
    awaited.value = { nextAt: '2026-11-02T12:00:02.000Z', results: all };
  };
  return { results, listed, wait, state: () => results.stateOf('1') };
}

describe('a new result', () => {
  it('is awaited, and then there', () => {
    const { wait, listed, state } = openResults();
    expect(state()).toBeNull();
    wait(awaitedOf(report));
    expect(state()).toBe('awaited');
    listed.value = [renewed];
    wait();
    expect(state()).toBeNull();
  });

  it('that was asked for and did not come is said not to have, until the report is opened', () => {
    const { results, wait, state } = openResults();
    wait(awaitedOf(report), awaitedOf(sampleReport('2')));
    wait(awaitedOf(sampleReport('2')));
    expect(state()).toBe('givenUp');
    results.forget('1');
    expect(state()).toBeNull();
  });

  it('is not said to be missing once a list shows it, or while it is awaited again', () => {
    const { wait, listed, state } = openResults();
    wait(awaitedOf(report));
    wait();
    wait(awaitedOf(report));
    expect(state()).toBe('awaited');
    wait();
    expect(state()).toBe('givenUp');
    listed.value = [renewed];
    expect(state()).toBeNull();
  });

  it('of a report that was just created is not said to be missing', () => {
    const { wait, state } = openResults();
    wait(awaitedOf(report, { isUpdate: false }));
    wait();
    expect(state()).toBeNull();
  });

  it('that a private window awaits is told there alone', () => {
    for (const privateWindow of [true, false]) {
      const { wait, state } = openResults({ privateWindow });
      wait(awaitedOf(report, { privateWindow: true }));
      expect(state()).toBe(privateWindow ? 'awaited' : null);
    }
  });
});
