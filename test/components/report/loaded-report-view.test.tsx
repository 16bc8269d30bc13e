import { beforeEach, expect, it, vi } from 'vitest';
import { drawPopup } from '../../support/popup-view';
import { sampleReport } from '../../support/sample-report';
import { one, press, says, useEnglish } from '../../support/view';

const file = vi.hoisted(() => ({ isAvailable: false }));
vi.mock('@/components/report/report-view', async (load) => {
  if (!file.isAvailable) throw new Error('The file is not available.');
  return await load();
});

beforeEach(useEnglish);

it('a failed load of the report view shows the failure, and can be repeated', async () => {
  const { page } = await drawPopup();
  page.show(sampleReport('2'));
  await one('heading', 'https://host.example/2');
  await says("This report couldn't be opened.");
  await press('Back');
  await one('list', 'Recent reports');
  expect(document.body.textContent).not.toContain("couldn't be opened");
  page.show(sampleReport('2'));
  await says("This report couldn't be opened.");
  file.isAvailable = true;
  await press('Try again');
  await one('button', 'Copy report link');
});
