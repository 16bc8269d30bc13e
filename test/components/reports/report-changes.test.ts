import { isValidElement, type VNode } from 'preact';
import { expect, it, vi } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { useMessageKeys } from '../../support/message-keys';
import { openOne } from '../../support/open-report';
import { sampleReport } from '../../support/sample-report';

// Fields listen to the pointer.
vi.stubGlobal('addEventListener', () => {});
const { ReportButtons } = await import('@/components/reports/report-buttons');
const { ReportChangeForm } = await import('@/components/reports/report-change-form');

useMessageKeys();

type Part = VNode<{ children?: unknown; 'aria-disabled'?: boolean }>;

/** All buttons of what is drawn. */
function buttonsOf(part: unknown): Part[] {
  if (Array.isArray(part)) return part.flatMap(buttonsOf);
  if (!isValidElement(part)) return [];
  return part.type === 'button' ? [part as Part] : buttonsOf(part.props.children);
}

/** Whether the button with a label says that it cannot be pressed. */
function isDisabled(drawn: unknown, label: string): boolean | undefined {
  const button = buttonsOf(drawn).find(({ props }) => props.children === label);
  return button?.props['aria-disabled'];
}

it('a report takes one change at a time, and shows that it takes no other meanwhile', async () => {
  const { opened, tasks } = await openOne();
  const nothing = () => {};
  const disabled = () => {
    const open = opened.open.value;
    if (open === null) throw new Error('No report is open');
    const buttons = ReportButtons({
      ...{ report: sampleReport('1'), link: null, verbs: opened, toText: () => '' },
      ...{ onCopy: async () => {}, onCopied: nothing, onOpenPage: nothing, onRemove: nothing },
    });
    const form = ReportChangeForm({ open, change: opened.change.value, verbs: opened });
    return [isDisabled(form, 'report_save'), isDisabled(buttons, 'report_update')];
  };
  opened.choosePrivacy(Privacy.Public);
  expect(disabled()).toEqual([false, false]);
  await opened.updateResults();
  expect(disabled()).toEqual([true, true]);
  tasks.end('new-1', 'done');
  expect(disabled()).toEqual([false, false]);
  void opened.save();
  expect(disabled()).toEqual([true, true]);
});
