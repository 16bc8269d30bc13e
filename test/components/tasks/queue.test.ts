import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import {
  attentionMessage,
  reasonMessage,
  shutOutMessage,
  waitingMessage,
} from '@/components/tasks/queue-messages';
import type { Failure } from '@/lib/failure';
import { createTaskList } from '@/lib/page/task-list';
import type { Gate } from '@/lib/task/gate';
import type { Task, TaskState } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { useMessageKeys } from '../../support/message-keys';
import { openForm } from '../../support/open-form';
import { change, creation, deletion } from '../../support/sample-task';

useMessageKeys({ filled: true });

const failure: Failure = { code: 'offline' };
const refused: TaskState = { name: 'stuck', reason: 'refused', failure };

function openQueue(gate: Gate | null, ...held: Task[]) {
  const { form, tasks } = openForm();
  const { view, background, adopt, setGate } = tasks;
  adopt(...held);
  setGate(gate);
  const toldId = signal(null);
  return { form, tasks: createTaskList({ background, view, form, privateWindow: false, toldId }) };
}

describe('the line of the queue', () => {
  it.each<[string, Gate | null, Task[], RegExp | null]>([
    ['nothing where nothing is asked for', closedGate(failure), [deletion('d')], null],
    [
      'what is under way',
      null,
      [creation('a'), change('b')],
      /^queue_onTheirWay 1 · queue_changing 1$/,
    ],
    [
      'what waits, and until when',
      closedGate(failure),
      [creation('a'), change('b'), change('c')],
      /^queue_waiting 1 · queue_changesWaiting 2 · queue_retrying .*2026/,
    ],
    [
      'no time where only a person can open the gate',
      closedGate(failure, { until: null }),
      [change('b')],
      /^queue_changesWaiting 1$/,
    ],
  ])('says %s', (_, gate, held, said) => {
    const message = waitingMessage(openQueue(gate, ...held).tasks);
    if (said === null) expect(message).toBeNull();
    else expect(message).toMatch(said);
  });

  it('says how many need a person, without deletions, which have lines of their own', () => {
    const held = [creation('a', refused), change('b', refused), deletion('c', refused)];
    expect(attentionMessage(openQueue(null, ...held).tasks)).toBe('queue_attention 2');
  });

  it.each<[Failure, string | null]>([
    [failure, null],
    [{ code: 'keyRefused', message: null }, 'failure_keyRefused advice_keyRefused'],
    [{ code: 'protectionPage' }, 'failure_protectionPage advice_protectionPage'],
    [
      { code: 'noPermission', origin: 'https://host.example' },
      'failure_noPermission https://host.example',
    ],
  ])('says why the service lets nobody in: %j', (reason, said) => {
    expect(shutOutMessage(openQueue(closedGate(reason), creation('a')).tasks)).toBe(said);
  });
});

describe('a task in the queue', () => {
  const lookAt = '2026-11-02T12:00:05.000Z';

  it('says why it is put off where the line above does not, and what a person decides about', () => {
    const unknown = creation('a', { name: 'unknown', looks: 0, lookAt, failure });
    expect(reasonMessage(unknown, openQueue(null).tasks)).toBe('failure_offline');
    expect(reasonMessage(unknown, openQueue(closedGate(failure), unknown).tasks)).toBeNull();
    const { tasks } = openQueue(null);
    const unconfirmed = creation('b', { name: 'stuck', reason: 'unconfirmed', failure });
    expect(reasonMessage(unconfirmed, tasks)).toBe('task_choices');
    expect(reasonMessage(change('c', refused), tasks)).toBe('failure_offline advice_offline');
  });
});
