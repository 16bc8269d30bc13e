import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { ReportMenu } from '@/components/reports/report-menu';
import type { Outcome } from '@/lib/outcome';
import type { Notice } from '@/lib/page/notice';
import { holdAnswers } from '../../support/held-answers';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

useMessageKeys();

const report = sampleReport('1');

/** Chooses Update results in the menu of a row; the answer is held back. */
function updateByMenu() {
  const notice = signal<Notice | null>(null);
  const answers = holdAnswers<Outcome<string>>();
  const part = { notice, linkOf: () => null, changes: { ask: () => answers.call() } };
  const nothing = () => {};
  const menu = ReportMenu({
    ...{ connected: part as unknown as ConnectedPopup, report, button: {} as HTMLElement },
    ...{ onClose: nothing, onOpenSettings: nothing, onOpenPage: nothing, onCopy: async () => {} },
  });
  const items: { label: string; onChoose: () => unknown }[] = menu.props.items;
  const updating = items.find(({ label }) => label === 'report_update')?.onChoose();
  return { notice, answers, updating };
}

it('Update results in the menu of a row says that it is asked for, and tells of its task then', async () => {
  const { notice, answers, updating } = updateByMenu();
  expect(notice.value).toEqual({ text: 'report_updating' });
  answers.answer(0, { value: 'task-1' });
  await updating;
  expect(notice.value).toEqual({ updateId: 'task-1', report });
});

it('Update results says nothing more where something else was pressed since, unless it fails', async () => {
  const failed = { failure: { code: 'notStored' } } as const;
  for (const [answer, said] of [
    [{ value: 'task-1' }, null],
    [failed, { ...failed, report }],
  ] as const) {
    const { notice, answers, updating } = updateByMenu();
    notice.value = null;
    answers.answer(0, answer);
    await updating;
    expect(notice.value).toEqual(said);
  }
});
