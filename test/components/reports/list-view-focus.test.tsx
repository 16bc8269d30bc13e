import { beforeEach, describe, expect, it } from 'vitest';
import { routeTo } from '@/lib/browser-ui/reports-request';
import { NO_MARKS } from '@/lib/history/marks';
import { pageHistory } from '@/lib/history/page-history';
import { referTo } from '@/lib/report/report-reference';
import { fakeBackground } from '../../support/page-view';
import { drawReports } from '../../support/reports-view';
import { reportOn } from '../../support/sample-report';
import { SIX_CLIENTS } from '../../support/six-clients';
import { all, expectFocus, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';
import { drawWeekComparison } from '../../support/week-comparison';

beforeEach(useEnglish);

/** Focuses and presses a button, as a person does. */
function pressOn(button: HTMLElement | null | undefined): void {
  if (!button) expect.fail('There is no such button.');
  button.focus();
  button.click();
}

/** Waits until the focus is on a button whose text begins with a name. */
const expectFocusedButton = (name: string) =>
  waitUntil(() => {
    const { localName, textContent } = document.activeElement ?? document.body;
    expect([localName, textContent?.slice(0, name.length)]).toEqual(['button', name]);
  });

const expectFocusedHeading = (text: string) =>
  waitUntil(() => {
    const { localName, textContent } = document.activeElement ?? document.body;
    expect([localName, textContent]).toEqual(['h2', text]);
  });

/** Opens a view by a button, waits for the heading of the view, and presses *Back*. */
async function openAndGoBack(button: HTMLElement | undefined, heading: string): Promise<void> {
  pressOn(button);
  await expectFocusedHeading(heading);
  pressOn(await one('button', 'Back'));
}

describe('a client', () => {
  it('opens with the focus on its heading, at the top of the page', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    scrollTo(0, 500);
    pressOn(await one('button', 'bergblick.example'));
    await expectFocusedHeading('bergblick.example 3 pages');
    expect(scrollY).toBe(0);
  });

  it('gets the focus after Back, at the former scroll position', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    scrollTo(0, 500);
    await openAndGoBack(await one('button', 'nordlicht.example'), 'nordlicht.example 2 pages');
    await expectFocusedButton('nordlicht.example');
    expect(scrollY).toBe(500);
  });

  it('gets the focus after Back in the last group', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await openAndGoBack(await one('button', 'lumen.example'), 'lumen.example 2 pages');
    await expectFocusedButton('lumen.example');
  });

  it('returns the focus to the heading Clients in a tab that began with the client', async () => {
    const reports = [reportOn(2, 'a.example/', 26, 40), reportOn(1, 'b.example/', 26, 40)];
    await drawReports({ reports, route: routeTo({ name: 'list', client: 'b.example' }) });
    await one('heading', 'b.example 1 page');
    pressOn(await one('button', 'Back'));
    await expectFocusedHeading('Clients');
  });
});

describe('a problem', () => {
  const findProblem = async (region: string, name: string) =>
    all('button', undefined, await one('region', region)).find(({ textContent }) =>
      textContent?.startsWith(name),
    );

  it('opens with the focus on its heading, and gets the focus after Back', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await openAndGoBack(
      await findProblem('What is wrong', 'Robots.txt'),
      'Robots.txt, 2 pages high · bergblick.example',
    );
    await expectFocusedButton('Robots.txt');
  });

  it('gets the focus after Back among all checks', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    await press('All 5 checks');
    await openAndGoBack(await findProblem('What is wrong', 'Sitemap'), 'Sitemap, 2 pages low');
    await expectFocusedButton('Sitemap');
    await one('searchbox', 'Find a check');
  });

  it('gets the focus after Back among the fixed problems of a client', async () => {
    await drawWeekComparison(SIX_CLIENTS);
    pressOn(await one('button', 'bergblick.example'));
    await expectFocusedHeading('bergblick.example 3 pages');
    await openAndGoBack(
      await findProblem('Fixed', 'Title'),
      'Title, fixed on 1 page high · bergblick.example',
    );
    await expectFocusedButton('Title');
    expect(document.activeElement?.closest('section')).toBe(await one('region', 'Fixed'));
    pressOn(await one('button', 'Back'));
    await expectFocusedButton('bergblick.example');
  });

  it('returns the focus to the pressed client', async () => {
    const { page } = await drawWeekComparison(SIX_CLIENTS);
    page.routes.goTo({ name: 'list', check: 'title' });
    await expectFocusedHeading('Title, 4 pages high');
    const [, zahnarzt] = all('button', undefined, await one('list', 'Clients')).filter(
      ({ textContent }) => textContent?.endsWith('.example'),
    );
    await openAndGoBack(zahnarzt, 'Title, 1 page high · zahnarzt.example');
    await expectFocusedButton('zahnarzt.example');
  });
});

it('a ticket gets the focus after Back in the list of tickets', async () => {
  const [report] = SIX_CLIENTS.filter(({ id }) => id === '93');
  if (report === undefined) expect.fail('There is no report 93.');
  const ticket = {
    id: 't',
    client: 'alpen.example',
    check: 'noindex',
    at: report.generatedAt ?? '',
    pages: [{ report: referTo(report), found: 'noindex' }],
  };
  await drawWeekComparison(SIX_CLIENTS, {
    getMarks: async () => ({ value: { ...NO_MARKS, tickets: [ticket] } }),
  });
  await press('Handed over 1');
  const list = await one('list', 'Handed over');
  await openAndGoBack(all('button', undefined, list)[0], 'Noindex, 1 page high · alpen.example');
  await expectFocusedButton('Noindex');
  expect(document.activeElement?.closest('ol')).toBe(await one('list', 'Handed over'));
});

describe('a report', () => {
  it('gets the focus after Back in the row of its page', async () => {
    const reports = [reportOn(2, 'a.example/', 26, 40), reportOn(1, 'b.example/', 26, 60)];
    await drawReports({ reports });
    await waitUntil(() => expect(document.querySelectorAll('.table-row')).toHaveLength(2));
    pressOn(document.querySelector<HTMLElement>('[data-key="2"] .row'));
    await expectFocus('a.example');
    pressOn(await one('button', 'Back'));
    await waitUntil(() =>
      expect(document.activeElement).toBe(document.querySelector('[data-key="2"] .row')),
    );
  });

  it('returns the focus to the row of its page if the report is not the newest', async () => {
    const reports = [
      reportOn(3, 'b.example/', 26, 60),
      reportOn(2, 'a.example/', 26, 40),
      reportOn(1, 'a.example/', 19, 50),
    ];
    const getPages = async () => ({ value: [pageHistory(reports.slice(1), [])] });
    await drawReports({ background: fakeBackground({ getPages }, reports), reports });
    pressOn(await one('button', '2 reports'));
    await waitUntil(() => expect(all('menuitem')).toHaveLength(2));
    pressOn(all('menuitem')[1]);
    await waitUntil(() =>
      expect(document.querySelector('.report .facts')?.textContent).toMatch(/^50/),
    );
    await expectFocus('a.example');
    pressOn(await one('button', 'Back'));
    await waitUntil(() =>
      expect(document.activeElement?.closest('.table-row')).toBe(
        document.querySelector('[data-key="2"]'),
      ),
    );
  });
});
