import { expect, it } from 'vitest';
import { until } from '../browser/condition';
import { byRole, press, textsOf } from '../browser/roles';
import { stage, useStage } from './fixture';

useStage();

it('the options list the shortcuts, and lead to where the browser changes them', async () => {
  const page = await stage.openOptions();
  const region = byRole('region', 'Keyboard shortcuts');
  await page.locator(region).wait();
  expect(await textsOf(page, `${region} ${byRole('listitem')}`)).toEqual([
    'Open the popup Alt+Shift+E',
    'Report the current page with the default privacy Alt+Shift+U',
  ]);
  const address = 'chrome://extensions/shortcuts';
  expect((await textsOf(page, region))[0]).toContain(address);
  await press(page, 'Change shortcuts');
  await until('the place opens', () =>
    stage.browser.targets().some((one) => one.url() === address),
  );
});
