import { expect, it } from 'vitest';
import {
  changedExtension,
  restartTestBrowser,
  updateTestBrowser,
  useProfile,
  useService,
} from './app';
import { openOneReport, pastResults } from './reports-screen';

const extensionDir = changedExtension(() => {});
const userDataDir = useProfile();
const launch = { extensionDir, userDataDir };

useService({ launch, reports: [{ url: 'https://one.example/', score: 40 }] });

it('the history survives an update of the extension, and gets later results', async () => {
  // Chromium removes an extension that was just installed at an update, so it is restarted first.
  await restartTestBrowser(launch);
  const page = await openOneReport();
  await page.press('Update results');
  const before = await pastResults(page, 2);
  expect(before[0]).toContain('40');
  await updateTestBrowser(extensionDir);
  const again = await openOneReport();
  expect(await pastResults(again, 2)).toEqual(before);
  await again.press('Update results');
  expect((await pastResults(again, 3)).slice(0, 2)).toEqual(before);
});
