import { signal } from '@preact/signals';
import { isValidElement, type VNode } from 'preact';
import { describe, expect, it, vi } from 'vitest';
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

// Fields listen to the pointer.
vi.stubGlobal('addEventListener', () => {});
const { QueueDetails } = await import('@/components/tasks/queue-details');
const { TaskLine } = await import('@/components/tasks/task-line');

useMessageKeys({ filled: true });

// Node 20 has none, unlike the browsers.
Map.groupBy ??= (all, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const one of all) {
    const key = keyOf(one, index++);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
};

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

/** All texts and keys of what is drawn. */
function textsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(textsOf);
  if (typeof part === 'string') return [part];
  if (!isValidElement(part)) return [];
  const { type, props } = part as VNode<Record<string, unknown>>;
  if (typeof type !== 'function' || 'verbs' in props === false) {
    const sentence = props.sentence as ((text: string) => string) | undefined;
    return sentence ? [sentence(String(props.text))] : textsOf(props.children ?? props.text);
  }
  return type.name === 'PasswordForm'
    ? ['PasswordForm']
    : textsOf((type as (of: object) => unknown)(props));
}

describe('a task in the queue', () => {
  const url = 'https://host.example/1';
  const lookAt = '2026-11-02T12:00:05.000Z';
  const [cancel, discard, again, edit] = ['cancel', 'discard', 'retry', 'edit'].map(
    (key) => `task_${key}`,
  );

  it.each<[Task['work']['kind'], TaskState, string, (string | undefined)[]]>([
    ['create', { name: 'waiting', dueAt: null }, 'task_create_waiting', [cancel]],
    ['create', { name: 'sent' }, 'task_create_sent', []],
    ['create', { name: 'unknown', looks: 0, lookAt, failure }, 'task_create_unknown', [discard]],
    ['create', refused, 'task_create_refused', [again, edit, discard]],
    [
      'create',
      { name: 'stuck', reason: 'unconfirmed', failure },
      'task_create_unconfirmed',
      [again, discard],
    ],
    ['create', { name: 'stuck', reason: 'password' }, 'task_passwordGone', ['PasswordForm']],
    ['change', { name: 'waiting', dueAt: null }, 'task_change_waiting', [cancel]],
    ['change', { name: 'sent' }, 'task_change_sent', []],
    ['change', refused, 'task_change_refused', [again, discard]],
    ['change', { name: 'stuck', reason: 'password' }, 'task_passwordGone', ['PasswordForm']],
  ])('to %s, %j, says how it stands and what can be done', (kind, state, sentence, buttons) => {
    const task = kind === 'create' ? creation('1', state) : change('1', state);
    const verbs = { cancel: () => {}, retry: () => {} };
    const drawn = TaskLine({ task, note: null, verbs, onEdit: () => {} });
    expect(textsOf(drawn)).toEqual([`${sentence} ${url}`, ...buttons]);
  });

  it('says why it is put off where the line above does not, and what a person decides about', () => {
    const unknown = creation('a', { name: 'unknown', looks: 0, lookAt, failure });
    expect(reasonMessage(unknown, openQueue(null).tasks)).toBe('failure_offline');
    expect(reasonMessage(unknown, openQueue(closedGate(failure), unknown).tasks)).toBeNull();
    const { tasks } = openQueue(null);
    const unconfirmed = creation('b', { name: 'stuck', reason: 'unconfirmed', failure });
    expect(reasonMessage(unconfirmed, tasks)).toBe('task_choices');
    expect(reasonMessage(change('c', refused), tasks)).toBe('failure_offline advice_offline');
  });

  it('is told apart by its id, so that what is typed there outlives the others', () => {
    const linesOf = (...held: Task[]) => {
      const details = QueueDetails(openQueue(null, ...held));
      const list = [details.props.children].flat().find((part) => part?.type === 'ul');
      return list?.props.children.map((line: VNode) => line.key);
    };
    const locked = creation('b', { name: 'stuck', reason: 'password' });
    expect(linesOf(creation('a'), locked)).toEqual(['a', 'b']);
    expect(linesOf(locked)).toEqual(['b']);
  });
});
