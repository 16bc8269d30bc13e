import { describe, expect, it } from 'vitest';
import { app, byRole, failures, inChromium, type Screen, until, useService } from './app';

const DELETED = 'https://deleted.example/';

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }] });

async function deleteReport() {
  const popup = await app.popup();
  await popup.rows((rows) => rows.length === 2);
  await popup.row(DELETED).open();
  await until(
    'it was read',
    () => app.service.requests.at(-1)?.path.includes('/reports/') === true,
  );
  await popup.press('Delete report');
  await popup.rows((rows) => rows.length === 1);
  return popup;
}

/** Waits until what has the focus says just that. */
async function untilFocused(popup: Screen, text: string): Promise<void> {
  await until(`${text} has the focus`, () =>
    popup.evaluate((wanted) => document.activeElement?.textContent === wanted, text),
  );
}

/** Waits until the row of a report has the focus. */
async function untilRowFocused(popup: Screen, url: string): Promise<void> {
  await until(`the row of ${url} has the focus`, () =>
    popup.evaluate((wanted) => {
      const focused = document.activeElement;
      return focused?.matches('.row') === true && focused.textContent.includes(wanted);
    }, url),
  );
}

/** A worker that is stopped just when it sends one leaves it in doubt: then it is sent again. */
function untilRequested(count: number): Promise<boolean> {
  return until('it is deleted', () => app.requests('DELETE').length >= count);
}

describe('deleting a report', () => {
  it('takes the row at once, and the report when the undo time is over', async () => {
    const popup = await deleteReport();
    expect(app.requests('DELETE')).toEqual([]);
    await untilRequested(1);
    expect(app.service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    await popup.saysNoMore('Undo');
    expect(app.requests('DELETE')).toHaveLength(1);
  });

  it('takes the focus to Undo, which is where the row was', async () => {
    const popup = await deleteReport();
    await untilFocused(popup, 'Undo');
  });

  inChromium('a popup in a tab knows of no other page')(
    'takes the focus to Undo from the view of a report that the list does not show',
    async () => {
      app.service.add({ url: app.service.samplePages.good });
      const popup = await app.popup();
      await popup.rows((rows) => rows.length === 3);
      await popup.fill('Search', 'kept', 'searchbox');
      await popup.rows((rows) => rows.length === 1);
      await popup.locator(`${byRole('region', 'This page')} ${byRole('button')}`).click();
      await popup.press('Delete report');
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
    await popup.press('Delete report');
    await untilFocused(popup, 'Undo');
    await untilRequested(1);
    await popup.saysNoMore('Undo');
    await untilFocused(popup, 'Recent reports');
  });

  it('takes the focus to the row when its failure is dismissed', async () => {
    app.service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const popup = await deleteReport();
    await untilRequested(1);
    await popup.press('Dismiss');
    await untilRowFocused(popup, DELETED);
  });

  it('can be undone', async () => {
    const popup = await deleteReport();
    await popup.press('Undo');
    await popup.rows((rows) => rows.length === 2);
    // The time at which it would have gone out has passed when another deletion goes out.
    await popup.row('https://kept.example/').open();
    await popup.press('Delete report');
    await popup.rows((rows) => rows.length === 1);
    await app.passUndoTime();
    await untilRequested(1);
    expect(app.service.reports().map(({ url }) => url)).toEqual([DELETED]);
  });

  it('happens once, with the popup closed and the worker stopped', async () => {
    const popup = await deleteReport();
    await popup.leave();
    await app.passUndoTime();
    await untilRequested(1);
    const again = await app.popupAgain();
    await again.rows((rows) => rows.length === 1);
    expect(app.requests('DELETE')).toMatchObject([{ status: 200 }]);
  });

  it('brings the row back and says why when the service refuses', async () => {
    app.service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    const popup = await deleteReport();
    await app.passUndoTime();
    await untilRequested(1);
    await popup.rows((rows) => rows.length === 2);
    await popup.says(`Couldn't delete ${DELETED}.`);
    await popup.says('This key may not do that.');
    await popup.press('Dismiss');
    await popup.saysNoMore('Dismiss');
  });

  it('takes a report that somebody else has deleted meanwhile for deleted', async () => {
    const popup = await deleteReport();
    await app.deleteElsewhere(DELETED);
    await app.passUndoTime();
    await untilRequested(2);
    expect(app.requests('DELETE')[1]).toMatchObject({ status: 404 });
    await popup.saysNoMore('Undo');
    await popup.rows((rows) => rows.length === 1);
    expect(await popup.content()).not.toContain("Couldn't delete");
  });
});
