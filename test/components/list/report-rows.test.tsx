import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { Privacy } from '@/lib/report/privacy';
import { fakeBackground, publishQueue } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { drawReports } from '../../support/reports-view';
import { finishedCreation } from '../../support/sample-job';
import { sampleReport } from '../../support/sample-report';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

describe('a row of a report', () => {
  it('shows the privacy of its report if known', async () => {
    const reports = [Privacy.Public, Privacy.Private, Privacy.Password, null].map(
      (privacy, index) => sampleReport(String(4 - index), { privacy }),
    );
    await drawPopup({ reports });
    const rows = all('listitem', undefined, await one('list', 'Recent reports'));
    const privacies = rows.map(
      ({ textContent }) => /Public|Private|Password/.exec(textContent ?? '')?.[0],
    );
    expect(privacies).toEqual(['Public', 'Private', 'Password', undefined]);
  });

  it('is marked after the creation of its report, until a report is opened', async () => {
    // The id of the last marked report stays in memory between tests, so each test uses other ids.
    const report = sampleReport('report-rows-created');
    const background = fakeBackground();
    const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
    onTestFinished(() => scrollIntoView.mockRestore());
    await drawPopup({ background });
    const markedRows = () => [...document.querySelectorAll('.is-new')];
    await press('Create report');
    const id = await waitUntil(() => {
      const [, job] = vi.mocked(background.createJob).mock.calls[0] ?? [];
      return job?.id ?? expect.fail('The form has created no job.');
    });
    expect(markedRows()).toHaveLength(0);
    await publishQueue({
      recentOperations: [finishedCreation(id, report, { endedAt: Date.now() })],
    });
    await waitUntil(() => expect(markedRows()).toHaveLength(1));
    expect(markedRows()[0]?.getAttribute('data-report')).toBe(report.id);
    await waitUntil(() => expect(scrollIntoView).toHaveBeenCalledOnce());
    const [, second] = all('listitem', undefined, await one('list', 'Recent reports'));
    all('button', undefined, second)[0]?.click();
    await press('Back');
    await one('list', 'Recent reports');
    expect(markedRows()).toHaveLength(0);
  });

  it.each([
    ['Ctrl', 'click', { ctrlKey: true }],
    ['⌘', 'click', { metaKey: true }],
    ['the middle button', 'auxclick', { button: 1 }],
  ] as const)('opens its report in a new tab: %s', async (_, type, init) => {
    const pressNewest = async () => {
      const list = await one('list', 'Recent reports');
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...init });
      list.querySelector('.row')?.dispatchEvent(event);
    };
    const { actions } = await drawPopup();
    await pressNewest();
    expect(actions.onOpenInTab.mock.calls).toEqual([['2']]);
    const { openTab } = await drawReports({ isPanel: true, isNarrow: true });
    await pressNewest();
    expect(openTab.mock.calls).toEqual([[{ ...routeTo({ name: 'list' }), reportId: '2' }]]);
    await one('list', 'Recent reports');
  });
});
