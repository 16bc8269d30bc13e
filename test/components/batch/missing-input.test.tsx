import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Privacy } from '@/lib/report/privacy';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { sampleReport } from '../../support/sample-report';
import { all, expectFocus, one, press, type, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

/** Waits until a field has the focus and a problem, and a live region announces the problem. */
async function expectProblem(problem: string, field: string): Promise<void> {
  await expectFocus(field);
  expect((await one('textbox', field)).getAttribute('aria-invalid')).toBe('true');
  const alerts = all('alert').map(({ textContent }) => textContent);
  expect(alerts.filter((text) => text.includes(problem))).toHaveLength(1);
}

const NO_PASSWORD = 'Enter a password, or choose another privacy setting.';

async function openMany(): Promise<void> {
  await drawReports();
  await press('Report many pages');
}

describe('a press without its input', () => {
  it('Create reports focuses and announces the missing password, at each press', async () => {
    await openMany();
    await type('Addresses', 'https://shop.example/1');
    await press('Preview');
    await press('Password', 'radio');
    for (let count = 0; count < 2; count += 1) {
      const button = await one('button', 'Create 1 report');
      button.focus();
      button.click();
      await expectProblem(NO_PASSWORD, 'Report password');
    }
  });

  it('Change privacy focuses and announces the missing password, at each press', async () => {
    const createJob = vi.fn(async () => ({ value: null }));
    const list = [sampleReport('1', { privacy: Privacy.Public })];
    const { page } = await drawReports({
      reports: list,
      background: fakeBackground({ createJob }, list),
    });
    await one('table', 'Reports');
    page.table.value.selection.toggle('1');
    await press('Change privacy');
    await press('Password', 'radio');
    const dialog = await waitUntil(() => all('dialog')[0] ?? expect.fail('No dialog is open.'));
    for (let count = 0; count < 2; count += 1) {
      const answer = await waitUntil(
        () => dialog.querySelector<HTMLElement>('.warning') ?? expect.fail('No answer is offered.'),
      );
      answer.focus();
      answer.click();
      await expectProblem(NO_PASSWORD, 'Report password');
    }
    expect(createJob).not.toHaveBeenCalled();
  });

  it('Preview focuses and announces the empty field for addresses', async () => {
    await openMany();
    (await one('button', 'Preview')).focus();
    await press('Preview');
    await expectProblem('Paste or type addresses', 'Addresses');
  });

  it('Preview focuses and announces an invalid address of a sitemap', async () => {
    await openMany();
    await press('Sitemap', 'tab');
    const panel = await one('tabpanel', 'Sitemap');
    (await one('button', 'Preview', panel)).focus();
    panel.querySelector('form')?.requestSubmit();
    await expectProblem('Enter the URL of the page to report.', 'Sitemap address');
  });
});
