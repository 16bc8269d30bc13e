import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { backgroundInUse } from '@/components/app/background-in-use';
import type { BackgroundApi } from '@/lib/background/background-api';
import type { Marks } from '@/lib/history/marks';
import { NO_MARKS } from '@/lib/history/marks';
import type { Result } from '@/lib/result';
import { createDeferredCalls } from '../../support/deferred-calls';
import { waitUntil } from '../../support/wait-until';

const NOT_CONNECTED = { failure: { code: 'notConnected' } };
const MARKS: Result<Marks> = { value: NO_MARKS };

function setUp(getMarks: BackgroundApi['getMarks'] = async () => MARKS) {
  const isInUse = signal(true);
  const preparations = createDeferredCalls<Result<null>>();
  const calls = {
    getMarks: vi.fn(getMarks),
    updateJob: vi.fn<BackgroundApi['updateJob']>(async () => ({ value: true })),
    changeMarks: vi.fn<BackgroundApi['changeMarks']>(async () => ({
      value: { marks: NO_MARKS, changes: [] },
    })),
    prepare: preparations.call,
  };
  const target = calls as Partial<BackgroundApi> as BackgroundApi;
  return { isInUse, calls, preparations, background: backgroundInUse(target, isInUse) };
}

it('passes calls on while the connection is in use', async () => {
  const { background, calls } = setUp();
  expect(await background.getMarks('a')).toEqual(MARKS);
  expect(await background.updateJob('a', 'job', { kind: 'cancel' })).toEqual({ value: true });
  expect(calls.updateJob).toHaveBeenCalledExactlyOnceWith('a', 'job', { kind: 'cancel' });
});

it('refuses the calls of presses while the connection is not in use', async () => {
  const { background, calls, isInUse } = setUp();
  isInUse.value = false;
  expect(await background.updateJob('a', 'job', { kind: 'cancel' })).toEqual(NOT_CONNECTED);
  expect(await background.changeMarks('a', { kind: 'star', page: 'p' })).toEqual(NOT_CONNECTED);
  isInUse.value = true;
  expect(calls.updateJob).not.toHaveBeenCalled();
  expect(calls.changeMarks).not.toHaveBeenCalled();
});

it('lets a read wait until the connection is used again', async () => {
  const { background, calls, isInUse } = setUp();
  isInUse.value = false;
  const read = background.getMarks('a');
  // The refused call is later than the read.
  await background.changeMarks('a', { kind: 'star', page: 'p' });
  expect(calls.getMarks).not.toHaveBeenCalled();
  isInUse.value = true;
  expect(await read).toEqual(MARKS);
  expect(calls.getMarks).toHaveBeenCalledOnce();
});

it('repeats a read that the change to another connection has aborted', async () => {
  let abort = (_: Result<Marks>) => {};
  const getMarks = vi
    .fn<BackgroundApi['getMarks']>(async () => MARKS)
    .mockImplementationOnce(() => new Promise((resolve) => (abort = resolve)));
  const { background, isInUse } = setUp(getMarks);
  const read = background.getMarks('a');
  await waitUntil(() => expect(getMarks).toHaveBeenCalledOnce());
  isInUse.value = false;
  abort({ failure: { code: 'interrupted' } });
  await new Promise(setImmediate);
  isInUse.value = true;
  expect(await read).toEqual(MARKS);
});

describe('a read that is aborted while another connection is being put in use', () => {
  async function readDuringChange() {
    const getMarks = vi
      .fn<BackgroundApi['getMarks']>(async () => MARKS)
      .mockImplementationOnce(async () => ({ failure: { code: 'changingService' } }));
    const { background, isInUse, preparations } = setUp(getMarks);
    const read = background.getMarks('a');
    await preparations.untilCount(1);
    return { getMarks, isInUse, read, endChange: () => preparations.answer(0, { value: null }) };
  }

  it('waits until its own connection is used again', async () => {
    const { getMarks, isInUse, read, endChange } = await readDuringChange();
    isInUse.value = false;
    endChange();
    await new Promise(setImmediate);
    expect(getMarks).toHaveBeenCalledOnce();
    isInUse.value = true;
    expect(await read).toEqual(MARKS);
  });

  it('is repeated after the change has failed', async () => {
    const { read, endChange } = await readDuringChange();
    endChange();
    expect(await read).toEqual(MARKS);
  });
});

it('returns the failure of a read while the connection is in use', async () => {
  const failure = { failure: { code: 'offline' } } as const;
  const { background, calls } = setUp(async () => failure);
  expect(await background.getMarks('a')).toEqual(failure);
  expect(calls.getMarks).toHaveBeenCalledOnce();
});
