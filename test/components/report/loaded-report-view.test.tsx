import { beforeEach, it, vi } from 'vitest';
import { drawPopup } from '../../support/popup-view';
import { sampleReport } from '../../support/sample-report';
import { one, press, says, useEnglish } from '../../support/view';

const file = vi.hoisted(() => ({ isThere: false }));
vi.mock('@/components/report/report-view', async (load) => {
  if (!file.isThere) throw new Error('The file is not there.');
  return await load();
});

beforeEach(useEnglish);

it('a report whose view cannot be loaded offers to try again', async () => {
  const { page } = await drawPopup();
  page.show(sampleReport('2'));
  await says("This report couldn't be opened.");
  file.isThere = true;
  await press('Try again');
  await one('button', 'Copy report link');
});
