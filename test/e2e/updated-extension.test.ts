import { expect, it } from 'vitest';
import {
  changedExtension,
  restartTestBrowser,
  updateTestBrowser,
  useProfile,
  useService,
} from './app';
import { openOneReport, untilPastResults } from './reports-screen';

const extensionDir = changedExtension(() => {});
const userDataDir = useProfile();
const launch = { extensionDir, userDataDir };

useService({ launch, reports: [{ url: 'https://one.example/', score: 40 }] });

it('the history survives an update of the extension, and gets later results', async () => {
  // At an update, Chromium removes an extension that was installed in the same run. A restart prevents this.
  await restartTestBrowser(launch);
  const page = await openOneReport();
  await page.press('Update results');
  const before = await untilPastResults(page, 2);
  expect(before[0]).toContain('40');
  await updateTestBrowser(extensionDir);
  const again = await openOneReport();
  expect(await untilPastResults(again, 2)).toEqual(before);
  await again.press('Update results');
  expect((await untilPastResults(again, 3)).slice(0, 2)).toEqual(before);
});
