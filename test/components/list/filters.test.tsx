import { beforeEach, describe, expect, it } from 'vitest';
import { NO_MARKS } from '@/lib/history/marks';
import { fakeBackground } from '../../support/page-view';
import { drawPopup } from '../../support/popup-view';
import { all, one, press, useEnglish } from '../../support/view';
import { waitUntil } from '../../support/wait-until';

beforeEach(useEnglish);

describe('the filters of a list', () => {
  it.each([
    { starred: [], buttons: 0 },
    { starred: ['host.example/1'], buttons: 1 },
  ])('offer Starred only if a page has a star: $starred', async ({ starred, buttons }) => {
    const background = fakeBackground({
      getMarks: async () => ({ value: { ...NO_MARKS, starred } }),
    });
    const { page } = await drawPopup({ background });
    await press('Filters');
    await one('combobox', 'Result');
    await waitUntil(() => expect(page.starred.value).toEqual(new Set(starred)));
    await waitUntil(() => expect(all('button', 'Starred')).toHaveLength(buttons));
  });
});
