import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_TREND } from '@/components/table/trends';
import type { BackgroundApi } from '@/lib/background/background-api';
import { Privacy } from '@/lib/report/privacy';
import { createGate } from '../../service/gate';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Selects reports with these privacies, and presses the button of an action. */
async function openQuestion(
  privacies: readonly Privacy[],
  button: string,
  calls: Partial<BackgroundApi> = {},
): Promise<HTMLElement> {
  const reports = privacies.map((privacy, index) => sampleReport(String(index + 1), { privacy }));
  const { page } = await drawReports({ reports, background: fakeBackground(calls, reports) });
  await one('table', 'Reports');
  for (const { id } of reports) page.table.value.selection.toggle(id);
  await press(button);
  return waitUntil(() => all('dialog')[0] ?? expect.fail('No dialog is open.'));
}

/** Waits until a dialog shows these consequences, one in each paragraph. */
async function expectConsequences(dialog: HTMLElement, consequences: string[]): Promise<void> {
  await waitUntil(() => {
    const paragraphs = [...dialog.querySelectorAll('[role=alert] p')];
    expect(paragraphs.map(({ textContent }) => textContent)).toEqual(consequences);
  });
}

describe('the confirmation of a batch', () => {
  it.each([
    ['Private', ['Only your account on the service can see them.', '1 loses its password.']],
    [
      'Password',
      [
        'Only people with the password can see them.',
        "1 had another password, which won't work any more.",
      ],
    ],
  ])(
    'explains what a change to %s does to a report with a password',
    async (name, consequences) => {
      const dialog = await openQuestion([Privacy.Public, Privacy.Password], 'Change privacy');
      (await one('radio', name, dialog)).click();
      await expectConsequences(dialog, consequences);
    },
  );

  it('does not mention passwords if no report has one', async () => {
    const dialog = await openQuestion([Privacy.Public, Privacy.Private], 'Change privacy');
    (await one('radio', 'Private', dialog)).click();
    await expectConsequences(dialog, ['Only your account on the service can see them.']);
  });

  it('does not mention passwords before an update of results', async () => {
    const dialog = await openQuestion([Privacy.Password, Privacy.Private], 'Update results');
    await expectConsequences(dialog, [
      'Their current results are replaced; the extension keeps scores and failed checks.',
    ]);
  });

  it('counts the reports whose pages have a newer report before an update of results', async () => {
    const newest = { reportId: '9', generatedAt: '2026-11-02T10:00:00.000Z' };
    const dialog = await openQuestion([Privacy.Private, Privacy.Private], 'Update results', {
      getTrends: async (_, reports) => ({
        value: reports.map(({ id }) => (id === '1' ? { ...NO_TREND, newest } : NO_TREND)),
      }),
    });
    await expectConsequences(dialog, [
      'Their current results are replaced; the extension keeps scores and failed checks.',
      "1 is not its page's newest report. Its link will show the new result.",
    ]);
  });

  it.each([
    ['Update results', 'Update 2'],
    ['Delete', 'Delete 2'],
  ])('stores one batch for two presses after %s', async (action, answer) => {
    const gate = createGate();
    const createJob = vi.fn<BackgroundApi['createJob']>(async () => {
      await gate.opened;
      return { value: null };
    });
    const dialog = await openQuestion([Privacy.Private, Privacy.Private], action, { createJob });
    const button = await one('button', answer, dialog);
    button.click();
    button.click();
    await waitUntil(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    button.click();
    gate.open();
    await waitUntil(() => expect(all('dialog')).toEqual([]));
    expect(createJob).toHaveBeenCalledOnce();
  });

  it('counts the public links that end with a deletion', async () => {
    const dialog = await openQuestion([Privacy.Public, Privacy.Private], 'Delete');
    await expectConsequences(dialog, [
      'You can undo this for a few seconds.',
      '1 public link will stop working.',
    ]);
  });
});
