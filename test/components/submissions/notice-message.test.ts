import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { ConnectedPopup, Notice } from '@/components/popup/popup-state';
import { alertMessage } from '@/components/submissions/form-messages';
import type { Failure } from '@/lib/failure';
import { sampleReport } from '../../support/sample-report';

// A message's key stands for the message.
fakeBrowser.i18n.getMessage = (key: string) => key;

function alertFor(failure: Failure) {
  const notice = signal<Notice | null>({ failure, report: sampleReport('1') });
  const popup = { notice, awaited: signal([]) };
  return alertMessage(popup as unknown as ConnectedPopup);
}

it.each<[string, Failure, string]>([
  ['with what to do', { code: 'offline' }, 'report_notChanged failure_offline advice_offline'],
  [
    'without sending anybody back to the list, which is here, where it is gone',
    { code: 'gone', what: 'report', message: null },
    'report_notChanged failure_gone_report',
  ],
])('why a report could not be changed is said beside the list %s', (_, failure, said) => {
  expect(alertFor(failure)).toBe(said);
});
