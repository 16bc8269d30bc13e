import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing';
import type { ConnectedPopup, Notice } from '@/components/popup/popup-state';
import { ReportMenu } from '@/components/reports/report-menu';
import type { Failure } from '@/lib/failure';
import { holdAnswers } from '../../support/held-answers';
import { sampleReport } from '../../support/sample-report';

// A message's key stands for the message.
fakeBrowser.i18n.getMessage = (key: string) => key;

/** Chooses Update results in the menu of a row; the answer is held back. */
function updateByMenu() {
  const notice = signal<Notice | null>(null);
  const answers = holdAnswers<Failure | null>();
  const part = { notice, linkOf: () => null, updateResults: () => answers.call() };
  const nothing = () => {};
  const menu = ReportMenu({
    connected: part as unknown as ConnectedPopup,
    report: sampleReport('1'),
    button: {} as HTMLElement,
    ...{ onClose: nothing, onOpenSettings: nothing, onOpenPage: nothing, onCopy: async () => {} },
  });
  const items: { label: string; onChoose: () => unknown }[] = menu.props.items;
  const updating = items.find(({ label }) => label === 'report_update')?.onChoose();
  return { notice, answers, updating };
}

it('Update results in the menu of a row says that it is asked for, and how that went', async () => {
  const { notice, answers, updating } = updateByMenu();
  expect(notice.value).toEqual({ text: 'report_updating' });
  answers.answer(0, null);
  await updating;
  expect(notice.value).toEqual({ updatedId: '1' });
});

it('Update results says nothing more where something else was pressed since, unless it fails', async () => {
  for (const [answer, said] of [
    [null, null],
    [{ code: 'offline' }, { failure: { code: 'offline' }, report: sampleReport('1') }],
  ] as const) {
    const { notice, answers, updating } = updateByMenu();
    notice.value = null;
    answers.answer(0, answer);
    await updating;
    expect(notice.value).toEqual(said);
  }
});
