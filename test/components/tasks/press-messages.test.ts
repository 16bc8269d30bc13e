import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { alertMessage, statusMessage } from '@/components/tasks/form-messages';
import type { Failure } from '@/lib/failure';
import type { Notice } from '@/lib/page/notice';
import { closedGate } from '../../support/memory-tasks';
import { useMessageKeys } from '../../support/message-keys';
import { openForm } from '../../support/open-form';
import { awaitedOf, openNothing } from '../../support/open-report';
import { sampleReport } from '../../support/sample-report';

useMessageKeys();

const report = sampleReport('1');
const offline: Failure = { code: 'offline' };
const keyRefused: Failure = { code: 'keyRefused', message: null };

/** A popup's form, and what is said of its presses. */
function openSaying() {
  const { form, tasks } = openForm();
  const place = openNothing();
  const notice = signal<Notice | null>(null);
  const { changes, results } = place;
  const popup = { form, notice, changes, results } as unknown as ConnectedPopup;
  const said = () => [statusMessage(popup), alertMessage(popup)];
  return { form, tasks, place, notice, said };
}

describe('what is said of a report that was asked for', () => {
  it('is that it is sent, whether it is stored yet, and how it ended', async () => {
    const { form, tasks, said } = openSaying();
    const pressing = form.submit();
    expect(said()).toEqual(['form_sending', null]);
    await pressing;
    expect(said()).toEqual(['form_sendingKept', null]);
    tasks.end('new-1', 'done', report);
    expect(said()).toEqual(['form_created', null]);
  });

  it.each<[string, Failure, string]>([
    ['by itself', offline, 'failure_offline queued_goesOn'],
    [
      'once a person has changed something',
      keyRefused,
      'failure_keyRefused advice_keyRefused queued_sentThen',
    ],
  ])('is why it waits, and that it goes on %s', async (_, failure, sentence) => {
    const { form, tasks, said } = openSaying();
    await form.submit();
    tasks.setGate(closedGate(failure));
    expect(said()).toEqual([null, sentence]);
  });

  it('is that it is looked for where nobody knows whether it was created', async () => {
    const { form, tasks, said } = openSaying();
    await form.submit();
    const lookAt = '2026-11-02T12:00:05.000Z';
    const failure: Failure = { code: 'unreachable' };
    tasks.move('new-1', { name: 'unknown', looks: 0, lookAt, failure });
    expect(said()).toEqual([null, 'failure_unreachable queued_lookedFor']);
  });
});

describe('what is said of new results that were asked for in the list', () => {
  it('is that they are asked for, that this is kept, that they are awaited, and how it ended', async () => {
    const { place, notice, said } = openSaying();
    const { changes, tasks, wait, listed } = place;
    listed.value = [report];
    await changes.ask(report, { results: 1 });
    notice.value = { updateId: 'new-1', report };
    expect(said()).toEqual(['report_updating', null]);
    tasks.setGate(closedGate(offline));
    expect(said()).toEqual(['queued_change_goesOn', null]);
    tasks.setGate(closedGate(keyRefused, { until: null }));
    expect(said()).toEqual(['queued_change_sentThen', null]);
    wait(awaitedOf(report));
    tasks.end('new-1', 'done', report);
    expect(said()).toEqual(['report_awaited', null]);
    wait();
    expect(said()).toEqual([null, 'report_gaveUp']);
    listed.value = [{ ...report, generatedAt: '2026-11-02T12:00:05.000Z' }];
    expect(said()).toEqual(['report_updated', null]);
  });
});

it.each<[string, Failure, string]>([
  ['with what to do', offline, 'report_notChanged failure_offline advice_offline'],
  [
    'without sending anybody back to the list, which is here, where it is gone',
    { code: 'gone', what: 'report', message: null },
    'report_notChanged failure_gone_report',
  ],
])('why a report could not be changed is said beside the list %s', (_, failure, sentence) => {
  const { notice, said } = openSaying();
  notice.value = { failure, report };
  expect(said()).toEqual([null, sentence]);
});
