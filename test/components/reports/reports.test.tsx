import { beforeEach, it } from 'vitest';
import { drawReports } from '../../support/reports-view';
import { one, press, useEnglish } from '../../support/view';

beforeEach(useEnglish);

it('a press on Report many pages shows where addresses are entered', async () => {
  await drawReports();
  await one('table', 'Reports');
  await press('Report many pages');
  await one('textbox', 'Addresses');
});
