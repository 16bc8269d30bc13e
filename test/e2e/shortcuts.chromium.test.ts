import { expect, it } from 'vitest';
import { app, byRole, until, useStage } from './app';

useStage();

it('the options list the shortcuts, and lead to where the browser changes them', async () => {
  const page = await app.options();
  const region = byRole('region', 'Keyboard shortcuts');
  await page.locator(region).wait();
  expect(await page.texts(`${region} ${byRole('listitem')}`)).toEqual([
    'Open the popup Alt+Shift+E',
    'Report the current page with the default privacy Alt+Shift+U',
  ]);
  const address = 'chrome://extensions/shortcuts';
  expect((await page.texts(region))[0]).toContain(address);
  await page.press('Change shortcuts');
  await until('the place opens', () =>
    app.stage.browser.targets().some((one) => one.url() === address),
  );
});
