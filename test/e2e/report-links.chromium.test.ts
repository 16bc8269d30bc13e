import { describe, expect, it } from 'vitest';
import { announcements } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, namesOf, press } from '../browser/roles';
import { insider, openPopup, openWithRows, service, stage, useService } from './fixture';
import { create, openRow, untilRows } from './popup-reading';
import { listedReport } from './stored';

useService({ reports: [{ url: 'https://one.example/', privacy: 0 }] });

/** Waits for a tab with the page of the report on the service. */
async function untilReportPageOpens(): Promise<void> {
  const address = `${service.baseUrl}/reports/`;
  await until('the report opens in a tab', () =>
    stage.browser.targets().some((target) => target.url().startsWith(address)),
  );
}

describe("the link to a report, where the service's answer holds it", () => {
  it('is copied right after the creation, with the word who can open it', async () => {
    service.behave({ shape: { links: true } });
    const popup = await openPopup();
    await create(popup);
    await popup.locator(byRole('button', 'Copy report link')).click();
    await until('it says so', async () =>
      (await announcements(popup)).status.includes('Link copied · Private'),
    );
    const focused = () => popup.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Copy report link');
    expect(await namesOf(popup, 'button')).toContain('Open report');
  });

  it('opens right after the creation', async () => {
    service.behave({ shape: { links: true } });
    const popup = await openPopup();
    await create(popup);
    // The new tab closes the popup, and the click with it.
    void press(popup, 'Open report').catch(() => {});
    await untilReportPageOpens();
  });

  it("is in the menu of the report's row", async () => {
    service.behave({ shape: { links: true } });
    const popup = await openWithRows(1);
    await press(popup, 'More');
    await popup.locator(byRole('menuitem', 'Copy report link')).click();
    await until('it says so', async () =>
      (await announcements(popup)).status.includes('Link copied · Public'),
    );
    await press(popup, 'More');
    void popup
      .locator(byRole('menuitem', 'Open report'))
      .click()
      .catch(() => {});
    await untilReportPageOpens();
  });

  it('is copied with the word of who can open it by then', async () => {
    service.behave({ shape: { links: true } });
    const popup = await openWithRows(1);
    await press(popup, 'More');
    const row = listedReport(await insider.stored(), 'https://one.example/');
    await insider.add({ kind: 'change', report: row, change: { privacy: 1 } });
    await untilRows(popup, (rows) => rows[0]?.includes('Private') === true);
    await popup.locator(byRole('menuitem', 'Copy report link')).click();
    await until('it says so', async () =>
      (await announcements(popup)).status.includes('Link copied · Private'),
    );
  });

  it("is in the report's view", async () => {
    service.behave({ shape: { links: true } });
    const popup = await openWithRows(1);
    await openRow(popup, 'one.example');
    await press(popup, 'Copy report link');
    await until('it says so', async () =>
      (await announcements(popup)).status.includes('Link copied · Public'),
    );
    void press(popup, 'Open report').catch(() => {});
    await untilReportPageOpens();
  });
});

describe('the link to a report', () => {
  it('is offered nowhere while nobody knows it', async () => {
    const popup = await openWithRows(1);
    await create(popup);
    await press(popup, 'More');
    expect(await namesOf(popup, 'menuitem')).not.toContain('Copy report link');
    await popup.keyboard.press('Escape');
    await openRow(popup, 'one.example');
    await popup.locator(byRole('button', 'Copy URL')).wait();
    expect(await namesOf(popup, 'button')).not.toContain('Open report');
  });

  it('is made by the template of the preferences', async () => {
    const options = await stage.openOptions();
    await options
      .locator(byRole('textbox', 'Report link'))
      .fill(`${service.baseUrl}/reports/{id}?from=extension`);
    await options.keyboard.press('Tab');
    await until('it is kept', async () =>
      JSON.stringify(await insider.stored()).includes('from=extension'),
    );
    await options.close();
    const popup = await openWithRows(1);
    await openRow(popup, 'one.example');
    void press(popup, 'Open report').catch(() => {});
    const address = `${service.baseUrl}/reports/${service.reports()[0]?.id}?from=extension`;
    await until('the report opens in a tab', () =>
      stage.browser.targets().some((target) => target.url() === address),
    );
  });
});
