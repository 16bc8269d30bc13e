import { activeBackoff } from '@/lib/jobs/backoff';
import { entryId } from '@/lib/jobs/entry';
import { operationAt } from '@/lib/jobs/jobs-state';
import { reduce } from '@/lib/jobs/reduce';
import type {
  Answer,
  Command,
  JobAction,
  JobsEvent,
  JobsState,
  Moment,
  Operation,
  Press,
} from '@/lib/jobs/types';
import { wakeTime } from '@/lib/jobs/wake-time';
import { sampleJob } from '../../support/sample-job';
import { NOW } from './sample-state';

/** Formats a command: `send s-0`, `store`, `remove s`, `publish`, `reply done`. */
export function wordsOf(command: Command): string {
  switch (command.kind) {
    case 'prepare':
    case 'send':
    case 'lookUp':
    case 'check':
      return `${command.kind} ${entryId(command.entry)}`;
    case 'remove':
      return `remove ${command.removals.map(({ job }) => job.id).join(', ')}`;
    case 'reply':
      return `reply ${command.reply.kind}`;
    case 'store':
    case 'publish':
      return command.kind;
  }
}

/** Returns the press that creates a job of these operations. */
export function newJobPress(
  id: string,
  operations: readonly Operation[],
  overrides: Partial<Extract<Press, { kind: 'newJob' }>> = {},
): Extract<Press, { kind: 'newJob' }> {
  const header = sampleJob(id, operations);
  return {
    kind: 'newJob',
    header,
    operations,
    password: null,
    isConfirmed: false,
    isAccepted: false,
    ...overrides,
  };
}

/** Applies events to a state one after another. `dispatch` and the events by name return the commands as words. */
export function createReducer(initial: JobsState) {
  let state = initial;
  let now = NOW;
  let isOnline = true;

  const moment = (): Moment => ({ now, time: now, isOnline });

  function commands(event: JobsEvent): readonly Command[] {
    const next = reduce(state, event, moment());
    state = next.state;
    return next.commands;
  }

  const dispatch = (event: JobsEvent) => commands(event).map(wordsOf);

  return {
    commands,
    dispatch,
    state: () => state,
    pass(seconds: number): void {
      now += seconds * 1000;
    },
    setOnline(is: boolean): void {
      isOnline = is;
    },
    press: (press: Press) => dispatch({ type: 'pressed', press }),
    act: (jobId: string, kind: JobAction['kind']) =>
      dispatch({ type: 'pressed', press: { kind: 'act', jobId, action: { kind } as JobAction } }),
    ready: (operationId: string) =>
      dispatch({ type: 'prepared', operationId, preparation: { kind: 'ready', canUseList: true } }),
    answer: (operationId: string, result: Answer['result']) =>
      dispatch({ type: 'answered', operationId, answer: { result, isGone: false } }),
    stored: () => dispatch({ type: 'stored' }),
    refused: () => dispatch({ type: 'refused' }),
    wake: () => dispatch({ type: 'woken' }),
    header: (id: string) => state.jobs.get(id)?.header,
    counts: (id: string) => state.jobs.get(id)?.counts,
    operation: (id: string, index = 0) => operationAt(state.jobs.get(id), index),
    /** The name of an operation's status; undefined if its job is removed. */
    status: (id: string, index = 0) => operationAt(state.jobs.get(id), index)?.status.name,
    backoff: () => activeBackoff(state.service.backoff),
    /** Returns the seconds until the probe of the backoff; null if no time is planned. */
    wait(): number | null {
      const { backoff } = state.service;
      return backoff.kind === 'waiting' ? (Date.parse(backoff.until) - now) / 1000 : null;
    },
    /** Returns the seconds until the next wake time; null if no wake time is planned. */
    wakeIn(): number | null {
      const time = wakeTime(state, moment());
      return time === null ? null : (time - now) / 1000;
    },
  };
}
