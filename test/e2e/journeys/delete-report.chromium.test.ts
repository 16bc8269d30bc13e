import { describe, expect, it } from 'vitest';
import { app, byRole, failures, until, useService } from '../app';

const DELETED = 'https://deleted.example/';
const NAME = 'deleted.example/';

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }] });

async function deleteReport(url = DELETED) {
  const count = app.service.reports().length;
  const popup = await app.popupWithRows(count);
  await popup.row(url).open();
  await popup.untilReportIsRead();
  await popup.pressInMenu('Delete report');
  await popup.untilRows((rows) => rows.length === count - 1);
  // The worker has stored the deletion.
  await popup.shows('button', 'Undo');
  return popup;
}

describe('deleting a report', () => {
  it('removes the row at once, and the report when the time to undo is over', async () => {
    const popup = await deleteReport();
    await popup.expectFocus('Undo');
    expect(app.requests('DELETE')).toEqual([]);
    await app.passUndoTime();
    await until('the report is deleted', () => app.requests('DELETE')[0]?.status === 200);
    expect(app.service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    await popup.saysNoMore('Undo');
    await popup.expectFocus('Recent reports');
    expect(app.requests('DELETE')).toHaveLength(1);
  });

  it('shows a long address beside an icon', async () => {
    const url = `https://long.example/${'appointments-'.repeat(9)}`;
    app.service.add({ url });
    const popup = await deleteReport(url);
    await app.passUndoTime();
    await popup.find('.is-done > .said');
    const [icon, words] = await popup.$$eval('.is-done > .mark, .is-done > .said', (parts) =>
      parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(icon?.right).toBeLessThan(words?.left ?? 0);
  });

  it('moves the focus to Undo even if the list did not contain the report', async () => {
    app.service.add({ url: app.service.samplePages.good });
    const popup = await app.popupWithRows(3);
    await popup.fill('Search', 'kept', 'searchbox');
    await popup.untilRows((rows) => rows.length === 1);
    await popup.locator(`${byRole('region', 'This page')} ${byRole('button')}`).click();
    await popup.pressInMenu('Delete report');
    await popup.expectFocus('Undo');
  });

  it('restores row and focus after Undo', async () => {
    const popup = await deleteReport();
    await popup.expectFocus('Undo');
    await popup.keyboard.press('Enter');
    await popup.untilRows((rows) => rows.length === 2);
    await popup.expectFocus(NAME);
  });

  it('restores the row and shows the reason if the service refuses', async () => {
    app.service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const popup = await deleteReport();
    // A stop of the worker during the request would delay the answer by minutes.
    await popup.untilRows((rows) => rows.length === 2);
    await popup.says(`Couldn't delete the report of ${NAME}.`);
    await popup.says('This action is unauthorized.');
    await popup.press('Dismiss');
    await popup.saysNoMore('Dismiss');
    await popup.expectFocus(NAME);
  });
});
