import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { app, restartTestBrowser, useProfile, useService } from './app';
import { openClient, openReports } from './reports-screen';

const CLIENT = 'planted-client.example';
const userDataDir = useProfile();
const launch = { userDataDir };

useService({
  launch,
  reports: ['a', 'b'].map((path) => ({
    url: `https://${CLIENT}/${path}`,
    project: CLIENT,
    failing: ['noindex'],
  })),
});

function historyFile(): string {
  return readFileSync(join(userDataDir, 'Default', 'History'), 'latin1');
}

it("Chromium's history contains no client, check or report id of the views of All reports", async () => {
  const page = await openReports(2);
  await openClient(page, CLIENT, 2);
  await page.locator('.table-row .row').click();
  await page.untilReportIsRead();
  const title = await page.title();
  const { hash } = new URL(page.url());
  let stored = '';
  // Chromium writes the last changes when it closes.
  await restartTestBrowser(launch, async () => {
    stored = historyFile();
  });
  expect(stored).toContain(`reports.html${hash}`);
  for (const part of [CLIENT, 'noindex', ...app.service.reports().map(({ id }) => `=${id}`)]) {
    expect(stored).not.toContain(part);
    expect(title).not.toContain(part);
  }
});
