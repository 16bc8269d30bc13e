import { describe, expect, it } from 'vitest';
import { app, byRole, until, useService } from './app';
import { listedReport } from './stored';

useService({ reports: [{ url: 'https://one.example/', privacy: 0 }] });

/** Waits for a tab with the page of the report on the service. */
async function untilReportPageOpens(): Promise<void> {
  const address = `${app.service.baseUrl}/reports/`;
  await until('the report opens in a tab', () =>
    app.stage.browser.targets().some((target) => target.url().startsWith(address)),
  );
}

describe("the link to a report, where the service's answer holds it", () => {
  it('is copied right after the creation, with the word who can open it', async () => {
    app.service.behave({ shape: { links: true } });
    const popup = await app.popup();
    await popup.create();
    await popup.locator(byRole('button', 'Copy report link')).click();
    await until('it says so', async () =>
      (await popup.announcements()).status.includes('Link copied · Private'),
    );
    const focused = () => popup.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Copy report link');
    expect(await popup.names('button')).toContain('Open report');
  });

  it('opens right after the creation', async () => {
    app.service.behave({ shape: { links: true } });
    const popup = await app.popup();
    await popup.create();
    // The new tab closes the popup, and the click with it.
    void popup.press('Open report').catch(() => {});
    await untilReportPageOpens();
  });

  it("is in the menu of the report's row", async () => {
    app.service.behave({ shape: { links: true } });
    const popup = await app.popupWithRows(1);
    await popup.press('More');
    await popup.locator(byRole('menuitem', 'Copy report link')).click();
    await until('it says so', async () =>
      (await popup.announcements()).status.includes('Link copied · Public'),
    );
    await popup.press('More');
    void popup
      .locator(byRole('menuitem', 'Open report'))
      .click()
      .catch(() => {});
    await untilReportPageOpens();
  });

  it('is copied with the word of who can open it by then', async () => {
    app.service.behave({ shape: { links: true } });
    const popup = await app.popupWithRows(1);
    await popup.press('More');
    const row = listedReport(await app.worker.stored(), 'https://one.example/');
    await app.worker.add({ kind: 'change', report: row, change: { privacy: 1 } });
    await popup.rows((rows) => rows[0]?.includes('Private') === true);
    await popup.locator(byRole('menuitem', 'Copy report link')).click();
    await until('it says so', async () =>
      (await popup.announcements()).status.includes('Link copied · Private'),
    );
  });

  it("is in the report's view", async () => {
    app.service.behave({ shape: { links: true } });
    const popup = await app.popupWithRows(1);
    await popup.row('one.example').open();
    await popup.press('Copy report link');
    await until('it says so', async () =>
      (await popup.announcements()).status.includes('Link copied · Public'),
    );
    void popup.press('Open report').catch(() => {});
    await untilReportPageOpens();
  });
});

describe('the link to a report', () => {
  it('is offered nowhere while nobody knows it', async () => {
    const popup = await app.popupWithRows(1);
    await popup.create();
    await popup.press('More');
    expect(await popup.names('menuitem')).not.toContain('Copy report link');
    await popup.keyboard.press('Escape');
    await popup.row('one.example').open();
    await popup.locator(byRole('button', 'Copy URL')).wait();
    expect(await popup.names('button')).not.toContain('Open report');
  });

  it('is made by the template of the preferences', async () => {
    const options = await app.options();
    await options
      .locator(byRole('textbox', 'Report link'))
      .fill(`${app.service.baseUrl}/reports/{id}?from=extension`);
    await options.keyboard.press('Tab');
    await until('it is kept', async () =>
      JSON.stringify(await app.worker.stored()).includes('from=extension'),
    );
    await options.close();
    const popup = await app.popupWithRows(1);
    await popup.row('one.example').open();
    void popup.press('Open report').catch(() => {});
    const address = `${app.service.baseUrl}/reports/${app.service.reports()[0]?.id}?from=extension`;
    await until('the report opens in a tab', () =>
      app.stage.browser.targets().some((target) => target.url() === address),
    );
  });
});
