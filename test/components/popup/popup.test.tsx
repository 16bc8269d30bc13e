import { beforeEach, expect, it, vi } from 'vitest';
import { drawPopup, URL_IN_FRONT } from '../../support/popup-view';
import { all, one, press, useEnglish } from '../../support/view';

beforeEach(useEnglish);

it('a press on Create report requests the page in front, private by default', async () => {
  const { background } = await drawPopup();
  await press('Create report');
  const subject = { kind: 'create', url: URL_IN_FRONT, privacy: 1 };
  const job = expect.objectContaining({ subjects: [expect.objectContaining(subject)] });
  await vi.waitFor(() => expect(background.createJob).toHaveBeenCalledWith('a', job));
});

it('a pressed row opens its report, and Back returns to the list', async () => {
  await drawPopup();
  const list = await one('list', 'Recent reports');
  const [first] = all('listitem', undefined, list);
  expect(all('listitem', undefined, list)).toHaveLength(2);
  all('button', undefined, first)[0]?.click();
  await one('heading', 'https://host.example/2');
  await press('Back');
  await one('list', 'Recent reports');
});
