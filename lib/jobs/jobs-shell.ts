import type { Clock } from './clock';
import { NO_JOBS } from './jobs-state';
import { reduce } from './reduce';
import type { Command, JobsEvent, JobsState, Moment } from './types';

/** The current state of a connection's jobs. Only `dispatch` changes the state. */
export interface JobsShell {
  state(): JobsState;
  /** Returns the circumstances of an event at this moment. */
  moment(): Moment;
  /**
   * Applies an event, and passes on the commands that follow. Does nothing after `signal` aborts.
   */
  dispatch(event: JobsEvent): void;
  /** @param execute called with each command, in order */
  onCommand(execute: (command: Command) => void): void;
  /** @param listener called after the commands of each event */
  onChange(listener: (state: JobsState, before: JobsState) => void): void;
}

interface ShellTools {
  clock: Clock;
  /** Whether the device may be online. Only false is certain. */
  isOnline(): boolean;
  /** Aborts when the connection is closed. */
  signal: AbortSignal;
  now(): number;
}

/** Creates the shell of one connection's jobs. */
export function createJobsShell({ clock, isOnline, signal, now }: ShellTools): JobsShell {
  const executors: ((command: Command) => void)[] = [];
  const listeners: ((state: JobsState, before: JobsState) => void)[] = [];
  const waiting: JobsEvent[] = [];
  let state = NO_JOBS;
  let isDispatching = false;

  function moment(): Moment {
    return { now: now(), time: clock.latest(), isOnline: isOnline() };
  }

  function apply(event: JobsEvent): void {
    const before = state;
    const { state: after, commands } = reduce(before, event, moment());
    state = after;
    clock.pass(after.time);
    for (const command of commands) for (const execute of executors) execute(command);
    for (const listen of listeners) listen(after, before);
  }

  return {
    state: () => state,
    moment,
    dispatch(event) {
      waiting.push(event);
      // A command may dispatch an event. That event is applied after the current event.
      if (isDispatching) return;
      isDispatching = true;
      try {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          if (!signal.aborted) apply(one);
        }
      } finally {
        isDispatching = false;
      }
    },
    onCommand: (execute) => void executors.push(execute),
    onChange: (listener) => void listeners.push(listener),
  };
}
