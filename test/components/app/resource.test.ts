import { computed } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createResource, joinCalls } from '@/components/app/resource';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';

const FAILURE = { code: 'unreachable' } as const;

function openResource() {
  const calls = createDeferredCalls<Result<string>>();
  const load = vi.fn((_key: string) => calls.call());
  return { calls, load, resource: createResource(load) };
}

describe('createResource', () => {
  it('is idle before the first use, loading, and then ready', async () => {
    const { calls, resource } = openResource();
    expect(resource.stateOf('a').status).toBe('idle');
    resource.get('a');
    await calls.untilCount(1);
    expect(resource.stateOf('a')).toEqual({ status: 'loading', value: undefined, failure: null });
    calls.answer(0, { value: 'one' });
    await vi.waitFor(() =>
      expect(resource.get('a')).toEqual({ status: 'ready', value: 'one', failure: null }),
    );
    expect(calls.count).toBe(1);
  });

  it('can be used in a computed, which follows the state', async () => {
    const { calls, resource } = openResource();
    const value = computed(() => resource.get('a').value ?? 'none');
    expect(value.value).toBe('none');
    await calls.untilCount(1);
    calls.answer(0, { value: 'one' });
    await vi.waitFor(() => expect(value.value).toBe('one'));
  });

  it('loads each key once', async () => {
    const { calls, load, resource } = openResource();
    resource.get('a');
    resource.get('b');
    resource.get('a');
    await calls.untilCount(2);
    expect(load.mock.calls).toEqual([['a'], ['b']]);
  });

  it('loads again for another version, and has the former value during the load', async () => {
    const { calls, resource } = openResource();
    resource.get('a', 1);
    await calls.untilCount(1);
    calls.answer(0, { value: 'one' });
    await vi.waitFor(() => expect(resource.get('a', 1).status).toBe('ready'));
    resource.get('a', 2);
    await calls.untilCount(2);
    expect(resource.get('a', 2)).toEqual({ status: 'loading', value: 'one', failure: null });
  });

  it('keeps the value after a failure, and loads again only after `refresh`', async () => {
    const { calls, resource } = openResource();
    resource.set('a', 'one');
    const refreshing = resource.refresh('a');
    calls.answer(0, { failure: FAILURE });
    expect(await refreshing).toEqual({ failure: FAILURE });
    expect(resource.stateOf('a')).toEqual({ status: 'failed', value: 'one', failure: FAILURE });
  });

  it('has the failure `interrupted` if the call is rejected', async () => {
    const { calls, resource } = openResource();
    const refreshing = resource.refresh('a');
    calls.reject(0);
    await refreshing;
    expect(resource.stateOf('a').failure).toEqual({ code: 'interrupted' });
  });

  it.each([
    ['a newer answer has arrived', 1],
    ['a newer answer is awaited', undefined],
  ])('ignores an older answer when %s', async (_, newer) => {
    const { calls, resource } = openResource();
    const loads = [resource.refresh('a'), resource.refresh('a')];
    if (newer !== undefined) {
      calls.answer(newer, { value: 'new' });
      await loads[1];
    }
    calls.answer(0, { value: 'old' });
    expect(await loads[0]).toEqual({ value: 'old' });
    expect(resource.stateOf('a').value).toBe(newer === undefined ? undefined : 'new');
  });

  it('ignores the answer to a load that began before `set`', async () => {
    const { calls, resource } = openResource();
    const loading = resource.refresh('a');
    resource.set('a', 'new');
    calls.answer(0, { value: 'old' });
    await loading;
    expect(resource.stateOf('a')).toEqual({ status: 'ready', value: 'new', failure: null });
  });
});

describe('joinCalls', () => {
  const PAINTED = Promise.resolve();

  it('joins the calls of one task, and answers each with its own value', async () => {
    const call = vi.fn(async (keys: readonly string[]) => ({
      value: keys.map((key) => `${key}!`),
    }));
    const load = joinCalls(call, PAINTED, 10);
    expect(await Promise.all([load('a'), load('b')])).toEqual([{ value: 'a!' }, { value: 'b!' }]);
    expect(await load('c')).toEqual({ value: 'c!' });
    expect(call.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  });

  it('waits until `start` resolves', async () => {
    const start = createDeferredCalls<void>();
    const call = vi.fn(async (keys: readonly string[]) => ({ value: keys }));
    const load = joinCalls(call, start.call(), 10);
    const loading = Promise.all([load('a'), load('b')]);
    expect(call).not.toHaveBeenCalled();
    start.answer(0, undefined);
    await loading;
    expect(call).toHaveBeenCalledOnce();
  });

  it('sends at most the maximum number of keys in one call', async () => {
    const call = vi.fn(async (keys: readonly string[]) => ({ value: keys }));
    const load = joinCalls(call, PAINTED, 2);
    await Promise.all(['a', 'b', 'c'].map(load));
    expect(call.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  });

  it.each([
    ['fails', async () => ({ failure: FAILURE }), FAILURE],
    ['is rejected', () => Promise.reject(new Error('No answer')), { code: 'interrupted' }],
  ])('fails for each key when the call %s', async (_, call, failure) => {
    const load = joinCalls<string>(call, PAINTED, 10);
    expect(await Promise.all([load('a'), load('b')])).toEqual([{ failure }, { failure }]);
  });
});
