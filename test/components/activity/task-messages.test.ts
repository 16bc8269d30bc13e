import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import {
  attentionMessage,
  reasonMessage,
  shutOutMessage,
  waitingMessage,
} from '@/components/activity/queue-messages';
import { createTaskList } from '@/components/activity/queue-state';
import { alertMessage, statusMessage, unseenMessage } from '@/components/form/form-messages';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import type { Failure } from '@/lib/failure';
import { Privacy } from '@/lib/report/privacy';
import type { Gate } from '@/lib/task/gate';
import type { Task, TaskState } from '@/lib/task/task';
import { closedGate } from '../../support/memory-tasks';
import { useMessageKeys } from '../../support/message-keys';
import { openForm } from '../../support/open-form';
import { openList } from '../../support/open-list';
import { openNothing } from '../../support/open-report';
import { storedList } from '../../support/sample-list';
import { sampleReport } from '../../support/sample-report';
import { change, creation, deletion } from '../../support/sample-task';

useMessageKeys({ filled: true });
// Before the times of its gates.
vi.setSystemTime('2026-11-02T12:00:00.000Z');

const LOOK_AT = '2026-11-02T12:00:05.000Z';
const tooMany: Failure = { code: 'tooManyRequests', retryAt: null, message: null };
const offline: Failure = { code: 'offline' };
const keyRefused: Failure = { code: 'keyRefused', message: null };
const down: Failure = { code: 'serviceDown', status: 503, retryAt: null, message: null };
const unknown: TaskState = { name: 'unknown', looks: 0, lookAt: LOOK_AT, failure: offline };
const refused: TaskState = { name: 'stuck', reason: 'refused', failure: offline };

function openQueue(gate: Gate | null, ...held: Task[]) {
  const { form, tasks } = openForm();
  const { view, background, adopt, setGate } = tasks;
  adopt(...held);
  setGate(gate);
  const toldId = signal(null);
  const onDoubt = () => {};
  return createTaskList({ background, view, form, privateWindow: false, toldId, onDoubt });
}

describe('the line of the queue', () => {
  it.each<[string, Gate | null, Task[], RegExp]>([
    ['nothing where nothing is asked for', closedGate(offline), [], /^null$/],
    ['nothing of a deletion that can be undone', null, [deletion('d')], /^null$/],
    [
      'that a deletion waits',
      closedGate(offline),
      [deletion('d')],
      /^queue_wait queue_deletions 1 · queue_retrying \d/,
    ],
    [
      'what is looked for, apart from what waits',
      closedGate(offline),
      [creation('a'), creation('b', unknown)],
      /^queue_wait queue_creations 1 · queue_lookedFor 1 · queue_retrying \d/,
    ],
    [
      'what is looked for alone, without a time',
      closedGate(offline),
      [creation('b', unknown)],
      /^queue_lookedFor 1$/,
    ],
    [
      'when that is gone on with where the service has named a time',
      closedGate(tooMany),
      [creation('b', unknown)],
      /^queue_lookedFor 1 · queue_retrying \d/,
    ],
    [
      'that it is tried now where its time is over',
      closedGate(offline, { until: '2026-11-02T11:59:59.000Z' }),
      [creation('a')],
      /^queue_wait queue_creations 1 · queue_tryingNow$/,
    ],
    [
      'what is under way',
      null,
      [creation('a'), change('b')],
      /^queue_creating 1 · queue_changing 1$/,
    ],
    [
      'what waits, and until when',
      closedGate(offline),
      [creation('a'), change('b'), change('c')],
      /^queue_wait queue_creations 1 and queue_changes 2 · queue_retrying \d/,
    ],
    [
      'what waits for another key, which nobody knows the time of',
      { ...closedGate(keyRefused), until: LOOK_AT },
      [creation('a'), change('b')],
      /^queue_needKey queue_creations 1 and queue_changes 1$/,
    ],
  ])('says %s', (_, gate, held, said) => {
    expect(String(waitingMessage(openQueue(gate, ...held)))).toMatch(said);
  });

  it('says how many need a person, without deletions, which have lines of their own', () => {
    const held = [creation('a', refused), change('b', refused), deletion('c', refused)];
    expect(attentionMessage(openQueue(null, ...held))).toBe('queue_attention 2');
  });

  it('says why the service lets nobody in, and of no other reason to wait', () => {
    const said = (failure: Failure) =>
      shutOutMessage(openQueue(closedGate(failure), creation('a')));
    const origin = 'https://host.example';
    expect(said({ code: 'noPermission', origin })).toBe(
      `failure_noPermission \u2068${origin}\u2069`,
    );
    expect(said({ code: 'protectionPage' })).toMatch(/^failure_protec\w+ advice_protectionPage$/);
    expect(said(offline)).toBeNull();
    // The line says that a key is needed, and a button where to enter one.
    expect(said(keyRefused)).toBeNull();
    expect(said({ ...keyRefused, message: 'Expired' })).toBe('service_says \u2068Expired\u2069');
  });
});

it('a task says why it is put off where the line above does not, and what a person decides', () => {
  const lost = creation('a', unknown);
  const unconfirmed: TaskState = { name: 'stuck', reason: 'unconfirmed', failure: offline };
  const open = openQueue(null);
  expect(reasonMessage(lost, open)).toBe('failure_offline');
  expect(reasonMessage(lost, openQueue(closedGate(offline), lost))).toBeNull();
  // Others have had an answer since.
  const lostInOutage = creation('a', { ...unknown, failure: down });
  expect(reasonMessage(lostInOutage, open)).toBe('queued_wasDown 503');
  expect(reasonMessage(creation('b', unconfirmed), open)).toBe('task_choices');
  expect(reasonMessage(change('c', refused), open)).toBe('failure_offline advice_offline');
});

describe('what is said of a press', () => {
  const report = sampleReport('1');

  /** A popup, and what is said of the presses in its form and its list. */
  function openSaying() {
    const { changes, results, tasks } = openNothing();
    const { form, tasks: creations } = openForm();
    const notice: ConnectedPopup['notice'] = signal(null);
    const gate = signal<Gate | null>(null);
    const queue = { gate };
    const popup = { form, notice, changes, results, tasks: queue } as unknown as ConnectedPopup;
    const said = () => [statusMessage(popup), alertMessage(popup)];
    return { form, creations, changes, tasks, notice, gate, said };
  }

  it('is that the report is sent, whether it is stored yet, is looked for, and how it ended', async () => {
    const { form, creations, gate, said } = openSaying();
    const pressing = form.submit();
    expect(said()).toEqual(['form_sending', null]);
    await pressing;
    expect(said()).toEqual(['form_sendingKept', null]);
    creations.move('new-1', unknown);
    expect(said()).toEqual([null, 'failure_offline queued_lookedFor']);
    creations.move('new-1', { ...unknown, failure: down });
    expect(said()).toEqual([null, 'queued_wasDown 503 queued_lookedFor']);
    gate.value = closedGate(down);
    expect(said()).toEqual([null, 'failure_serviceDown 503 queued_lookedFor']);
    creations.end('new-1', 'done', report);
    expect(said()).toEqual(['form_created rating_good', null]);
  });

  it('is that a report waits, and that its password is kept no longer than the browser is open', async () => {
    const { form, creations, said } = openSaying();
    creations.setGate(closedGate(offline));
    await form.submit();
    expect(said()).toEqual([null, 'failure_offline queued_goesOn']);
    form.choosePrivacy(Privacy.Password);
    form.enterPassword('secret');
    await form.submit();
    expect(said()).toEqual([null, 'failure_offline queued_goesOn task_enterPassword']);
  });

  it.each<[string, Failure, string]>([
    ['with what to do', offline, 'failure_offline advice_offline'],
    [
      'without sending anybody back to the list where it is gone',
      { code: 'gone', what: 'report', message: null },
      'failure_gone_report',
    ],
  ])('is why a report of the list could not be changed, %s', (_, failure, sentence) => {
    const { notice, said } = openSaying();
    notice.value = { failure, report };
    expect(said()).toEqual([null, expect.stringMatching(new RegExp(`\\S ${sentence}$`))]);
  });

  it('is that new results are asked for, and that this is kept', async () => {
    const { changes, tasks, notice, said } = openSaying();
    await changes.ask(report, { results: 1 });
    notice.value = { updateId: 'new-1', report };
    expect(said()).toEqual(['report_updating', null]);
    tasks.setGate(closedGate(keyRefused));
    expect(said()).toEqual(['queued_update_sentThen', null]);
  });
});

it.each([
  [[], 'list_noMatch'],
  [['2', '1'], 'report_matches'],
  [Array.from({ length: 10 }, (_, index) => String(index)), 'list_shownFirst'],
])('how many match what is searched for is announced once they are %j', async (ids, sentence) => {
  const { list, stored, answers } = openList();
  const popup = { list, deletions: { lines: signal([]) } } as unknown as ConnectedPopup;
  expect(unseenMessage(popup)).toBeNull();
  list.change({ result: 'bad' });
  const total = ids.length < 10 ? ids.length : null;
  stored.value = [{ ...storedList(...ids), total, query: list.query.value }];
  expect(unseenMessage(popup)).toBeNull();
  answers.answer(0, { value: null });
  await expect.poll(() => unseenMessage(popup)).toContain(sentence);
  list.clearFilters();
  expect(unseenMessage(popup)).toBeNull();
});
