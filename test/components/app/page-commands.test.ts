import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createCommands } from '@/components/app/page-commands';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';

const FAILURE = { code: 'unreachable' } as const;

function openCommands() {
  const openSubjects = signal<ReadonlySet<string>>(new Set());
  const calls = createDeferredCalls<Result<null>>();
  const work = vi.fn(() => calls.call());
  return { openSubjects, calls, work, commands: createCommands(openSubjects) };
}

describe('createCommands', () => {
  it('ignores a second press on a subject until the first command has ended', async () => {
    const { calls, commands, work } = openCommands();
    const first = commands.run('update:1', work);
    expect(commands.isBusy('update:1')).toBe(true);
    expect(await commands.run('update:1', work)).toBeNull();
    calls.answer(0, { value: null });
    expect(await first).toEqual({ value: null });
    expect(commands.isBusy('update:1')).toBe(false);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs commands of other subjects side by side', async () => {
    const { calls, commands, work } = openCommands();
    void commands.run('update:1', work);
    void commands.run('update:2', work);
    await calls.untilCount(2);
    expect(commands.isBusy('update:3')).toBe(false);
  });

  it('marks a subject as busy while the queue shows an open operation about the subject', async () => {
    const { commands, openSubjects, work } = openCommands();
    openSubjects.value = new Set(['update:1']);
    expect(await commands.run('update:1', work)).toBeNull();
    expect(work).not.toHaveBeenCalled();
    openSubjects.value = new Set();
    expect(commands.isBusy('update:1')).toBe(false);
  });

  it('shows a failure at its subject, until another command begins', async () => {
    const { calls, commands, work } = openCommands();
    const running = commands.run('update:1', work);
    calls.answer(0, { failure: FAILURE });
    await running;
    expect(commands.failureAt('update:1')).toEqual(FAILURE);
    expect(commands.failureAt('update:2')).toBeNull();
    void commands.run('update:2', work);
    expect(commands.failureAt('update:1')).toBeNull();
  });

  it('removes a failure after clear()', async () => {
    const { calls, commands, work } = openCommands();
    const running = commands.run('update:1', work);
    calls.answer(0, { failure: FAILURE });
    await running;
    commands.clear();
    expect(commands.failureAt('update:1')).toBeNull();
  });

  it('repeats a call without a reply', async () => {
    const { calls, commands, work } = openCommands();
    const running = commands.run('update:1', work);
    calls.reject(0);
    await calls.untilCount(2);
    calls.answer(1, { value: null });
    expect(await running).toEqual({ value: null });
  });
});
