import { beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../service/service';
import { app, byRole, creation, failures, inChromium, type Screen, until, useService } from './app';
import { keepPermissions, SERVICE_HOST } from './stage';
import { listedReport } from './stored';

const DELETED = 'https://deleted.example/';
const OPEN_REPORTS = '2 waiting reports would be dropped.';

let options: Screen;

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }], connects: false });
beforeEach(async () => {
  await app.stage.approveHost(SERVICE_HOST);
  options = await app.options();
  await options.connect(app.service);
});

/** Leaves two reports waiting, since the service wants fewer requests. */
async function leaveReports(): Promise<void> {
  app.service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  await app.worker.add(creation('https://one.example/'), creation('https://two.example/'));
  await app.untilAtGate();
}

/** Asks for a deletion, which can be undone for some seconds. */
async function leaveDeletion(): Promise<void> {
  const report = listedReport(await app.worker.stored(), DELETED);
  await app.worker.add({ kind: 'delete', report });
}

/** Presses Disconnect, and gives what the page then says. */
function pressDisconnect() {
  return options.announcementAfter(() => options.press('Disconnect'));
}

/** Agrees, waits until it is disconnected, and gives the alert that is then there. */
async function pressAnyway(): Promise<string> {
  await options.press('Disconnect anyway');
  await until('it is disconnected', async () =>
    (await options.texts(byRole('status'))).join().includes('Disconnected.'),
  );
  return (await options.texts('[role=alert]')).join();
}

async function expectNothingLeft(): Promise<void> {
  expect(await app.worker.stored()).toEqual({});
  expect(await app.worker.hasHost(SERVICE_HOST)).toBe(false);
}

describe('disconnecting while reports wait', () => {
  it('says how many there are, and drops them at a button of its own', async () => {
    await leaveReports();
    expect((await pressDisconnect()).alert).toBe(OPEN_REPORTS);
    const kept = JSON.stringify(await app.worker.stored());
    for (const part of [app.service.apiKey, 'one.example', 'two.example']) {
      expect(kept).toContain(part);
    }
    expect(await pressAnyway()).toBe('');
    await expectNothingLeft();
    expect(app.service.reports()).toHaveLength(2);
  });

  inChromium('WebDriver BiDi makes no half of a double click')(
    'drops nothing at a double click, nor at its second half on the other button',
    async () => {
      await leaveReports();
      const disconnect = await options.locator(byRole('button', 'Disconnect')).waitHandle();
      const { x, y } = await disconnect.clickablePoint();
      await options.mouse.click(x, y, { count: 2 });
      const anyway = await options.locator(byRole('button', 'Disconnect anyway')).waitHandle();
      expect(await options.evaluate(() => document.activeElement?.textContent)).toBe('Disconnect');
      const point = await anyway.clickablePoint();
      await options.mouse.click(point.x, point.y, { clickCount: 2 });
      // What was pressed before has been answered when this is.
      await options.press('Disconnect');
      await app.worker.ask('account');
      expect((await app.worker.tasks()).tasks).toHaveLength(2);
      expect(await pressAnyway()).toBe('');
    },
  );
});

describe('disconnecting while a report is being deleted', () => {
  it('says so, and drops the deletion as well', async () => {
    await leaveReports();
    await leaveDeletion();
    expect((await pressDisconnect()).alert).toBe(
      '2 waiting reports and 1 waiting deletion would be dropped.',
    );
    expect(await pressAnyway()).toBe('');
    expect(app.requests('DELETE')).toEqual([]);
    await expectNothingLeft();
    const popup = await app.popup();
    await popup.locator(byRole('button', 'Connect a service')).wait();
  });

  it('is done without a word when it was refused before', async () => {
    app.service.behave({ on: { method: 'DELETE' }, fail: failures.forbidden });
    await leaveDeletion();
    await app.passUndoTime();
    await until('it was refused', async () => app.requests('DELETE')[0]?.status === 403);
    const popup = await app.popup();
    await popup.rows((rows) => rows.length === 2);
    await options.bringToFront();
    expect((await pressDisconnect()).status).toContain('Disconnected.');
    await expectNothingLeft();
  });
});

describe('disconnecting while the browser does not give the permission back', () => {
  inChromium('no test reaches into the background of Firefox').each([
    ['refuses', 'Promise.resolve(false)'],
    ['fails', "Promise.reject(new Error('No permissions'))"],
  ])('says where to take it back where the browser %s', async (_, answer) => {
    await keepPermissions(app.stage, answer);
    const { status, alert } = await pressDisconnect();
    expect(status).toBe(
      'Disconnected. The API key and the stored reports were removed from this browser.',
    );
    expect(alert).toBe(
      "The browser still allows access to http://127.0.0.1. Remove it on the browser's extensions page, in this extension's details.",
    );
    expect(await app.worker.stored()).toEqual({});
    expect(await app.worker.hasHost(SERVICE_HOST)).toBe(true);
    await app.worker.giveHostBack(SERVICE_HOST);
  });
});

describe('connecting to another service', () => {
  it('asks first while reports wait, and drops them at a button of its own', async () => {
    await leaveReports();
    const other = await startService();
    try {
      expect((await options.connect(other)).alert).toBe(OPEN_REPORTS);
      await options.press('Connect');
      await options.locator(byRole('button', 'Connect anyway')).wait();
      const kept = JSON.stringify(await app.worker.stored());
      for (const part of [app.service.baseUrl, 'one.example', 'two.example']) {
        expect(kept).toContain(part);
      }
      await options.press('Connect anyway');
      await until('it is connected to the other', async () =>
        (await options.texts(byRole('status'))).join().includes(other.baseUrl),
      );
      expect(JSON.stringify(await app.worker.stored())).not.toMatch(/one\.example|two\.example/);
    } finally {
      await other.close();
    }
  });
});
