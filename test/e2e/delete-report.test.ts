import type { Page } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { byRole, fill, press } from '../browser/roles';
import { failures } from '../service/served-failure';
import {
  deleteElsewhere,
  inChromium,
  openPopup,
  openPopupAgain,
  passUndoTime,
  requestsBy,
  service,
  useService,
} from './fixture';
import { openRow, untilRows, untilSaid, untilUnsaid } from './popup-reading';

const DELETED = 'https://deleted.example/';

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }] });

async function deleteReport() {
  const popup = await openPopup();
  await untilRows(popup, (rows) => rows.length === 2);
  await openRow(popup, DELETED);
  await until('it was read', () => service.requests.at(-1)?.path.includes('/reports/') === true);
  await press(popup, 'Delete report');
  await untilRows(popup, (rows) => rows.length === 1);
  return popup;
}

/** Waits until what has the focus says just that. */
async function untilFocused(popup: Page, text: string): Promise<void> {
  await until(`${text} has the focus`, () =>
    popup.evaluate((wanted) => document.activeElement?.textContent === wanted, text),
  );
}

/** Waits until the row of a report has the focus. */
async function untilRowFocused(popup: Page, url: string): Promise<void> {
  await until(`the row of ${url} has the focus`, () =>
    popup.evaluate((wanted) => {
      const focused = document.activeElement;
      return focused?.matches('.row') === true && focused.textContent.includes(wanted);
    }, url),
  );
}

/** A worker that is stopped just when it sends one leaves it in doubt: then it is sent again. */
function untilRequested(count: number): Promise<boolean> {
  return until('it is deleted', () => requestsBy('DELETE').length >= count);
}

describe('deleting a report', () => {
  it('takes the row at once, and the report when the undo time is over', async () => {
    const popup = await deleteReport();
    expect(requestsBy('DELETE')).toEqual([]);
    await untilRequested(1);
    expect(service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    await untilUnsaid(popup, 'Undo');
    expect(requestsBy('DELETE')).toHaveLength(1);
  });

  it('takes the focus to Undo, which is where the row was', async () => {
    const popup = await deleteReport();
    await untilFocused(popup, 'Undo');
  });

  inChromium('a popup in a tab knows of no other page')(
    'takes the focus to Undo from the view of a report that the list does not show',
    async () => {
      service.add({ url: service.samplePages.good });
      const popup = await openPopup();
      await untilRows(popup, (rows) => rows.length === 3);
      await fill(popup, 'Search', 'kept', 'searchbox');
      await untilRows(popup, (rows) => rows.length === 1);
      await popup.locator(`${byRole('region', 'This page')} ${byRole('button')}`).click();
      await press(popup, 'Delete report');
      await untilFocused(popup, 'Undo');
    },
  );

  it('takes the focus back to the row with Undo, and to the heading when its time is over', async () => {
    const popup = await deleteReport();
    await untilFocused(popup, 'Undo');
    await popup.keyboard.press('Enter');
    await untilRowFocused(popup, DELETED);
    await popup.keyboard.press('Enter');
    await popup.locator(byRole('button', 'Delete report')).wait();
    await press(popup, 'Delete report');
    await untilFocused(popup, 'Undo');
    await untilRequested(1);
    await untilUnsaid(popup, 'Undo');
    await untilFocused(popup, 'Recent reports');
  });

  it('takes the focus to the row when its failure is dismissed', async () => {
    service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const popup = await deleteReport();
    await untilRequested(1);
    await press(popup, 'Dismiss');
    await untilRowFocused(popup, DELETED);
  });

  it('can be undone', async () => {
    const popup = await deleteReport();
    await press(popup, 'Undo');
    await untilRows(popup, (rows) => rows.length === 2);
    // The time at which it would have gone out has passed when another deletion goes out.
    await openRow(popup, 'https://kept.example/');
    await press(popup, 'Delete report');
    await untilRows(popup, (rows) => rows.length === 1);
    await passUndoTime();
    await untilRequested(1);
    expect(service.reports().map(({ url }) => url)).toEqual([DELETED]);
  });

  it('happens once, with the popup closed and the worker stopped', async () => {
    const popup = await deleteReport();
    await closePopup(popup);
    await passUndoTime();
    await untilRequested(1);
    const again = await openPopupAgain();
    await untilRows(again, (rows) => rows.length === 1);
    expect(requestsBy('DELETE')).toMatchObject([{ status: 200 }]);
  });

  it('brings the row back and says why when the service refuses', async () => {
    service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const popup = await deleteReport();
    await passUndoTime();
    await untilRequested(1);
    await untilRows(popup, (rows) => rows.length === 2);
    await untilSaid(popup, `Couldn't delete ${DELETED}.`);
    await untilSaid(popup, 'This key may not do that.');
    await press(popup, 'Dismiss');
    await untilUnsaid(popup, 'Dismiss');
  });

  it('takes a report that somebody else has deleted meanwhile for deleted', async () => {
    const popup = await deleteReport();
    await deleteElsewhere(DELETED);
    await passUndoTime();
    await untilRequested(2);
    expect(requestsBy('DELETE')[1]).toMatchObject({ status: 404 });
    await untilUnsaid(popup, 'Undo');
    await untilRows(popup, (rows) => rows.length === 1);
    expect(await popup.content()).not.toContain("Couldn't delete");
  });
});
