import { beforeEach, expect, it, vi } from 'vitest';
import { drawPopup } from '../../support/popup-view';
import { replaceGlobal } from '../../support/replace-global';
import { sampleReport } from '../../support/sample-report';
import { pressInMenu, says, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

const file = vi.hoisted(() => ({ isAvailable: false }));
vi.mock('@/components/report/content/report-text', async (load) => {
  if (!file.isAvailable) throw new Error('The file is not available.');
  return await load();
});

beforeEach(useEnglish);

it('a failed load of the code for Copy as text is shown, and the press can be repeated', async () => {
  const copied: string[] = [];
  replaceGlobal(
    'ClipboardItem',
    class {
      constructor(readonly data: Record<string, Promise<Blob>>) {}
    },
  );
  const write = async ([item]: { data: Record<string, Promise<Blob>> }[]) => {
    copied.push((await (await item?.data['text/plain'])?.text()) ?? '');
  };
  Object.assign(navigator, { clipboard: { write } });
  await drawPopup({ reports: [sampleReport('1')] });
  await pressInMenu('Copy as text');
  await says("This report couldn't be copied. Try again.");
  expect(copied).toEqual([]);
  file.isAvailable = true;
  await pressInMenu('Copy as text');
  await says('Report copied as text');
  await waitUntil(() => expect(copied.join()).toContain('https://host.example/1'));
});
