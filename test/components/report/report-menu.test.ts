import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { Notice } from '@/components/activity/notice-state';
import type { ConnectedPopup } from '@/components/popup/popup-state';
import { ReportMenu } from '@/components/report/report-menu';
import type { Outcome } from '@/lib/outcome';
import { holdAnswers } from '../../support/held-answers';
import { useMessageKeys } from '../../support/message-keys';
import { sampleReport } from '../../support/sample-report';

useMessageKeys();

const report = sampleReport('1');
const failed = { failure: { code: 'notStored' } } as const;

it.each<[string, Outcome<string>, Notice | null]>([
  ['says nothing more', { value: 'task-1' }, null],
  ['says why it fails', failed, { ...failed, report }],
])('Update results, where something else was pressed since, %s', async (_, answer, said) => {
  const notice = signal<Notice | null>(null);
  const answers = holdAnswers<Outcome<string>>();
  const part = { notice, linkOf: () => null, changes: { ask: () => answers.call() } };
  const nothing = () => {};
  const menu = ReportMenu({
    ...{ connected: part as unknown as ConnectedPopup, report, button: {} as HTMLElement },
    ...{ onReportMany: nothing, onOpenBatch: nothing },
    ...{ onClose: nothing, onOpenSettings: nothing, onOpenPage: nothing, onCopy: async () => {} },
  });
  const items: { label: string; onChoose: () => unknown }[] = menu.props.items;
  const updating = items.find(({ label }) => label === 'report_update')?.onChoose();
  expect(notice.value).toEqual({ text: 'report_updating' });
  notice.value = null;
  answers.answer(0, answer);
  await updating;
  expect(notice.value).toEqual(said);
});
