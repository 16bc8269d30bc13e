import type { Page } from 'puppeteer-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { announcementAfter } from '../browser/announcements';
import { until } from '../browser/condition';
import { connectThroughOptions } from '../browser/options-page';
import { byRole, press, textsOf } from '../browser/roles';
import { createGate, type Gate } from '../service/gate';
import { failures } from '../service/served-failure';
import { startService } from '../service/service';
import { insider, openPopup, requestsBy, service, stage, useService } from './fixture';
import { untilRows } from './popup-reading';
import { keepPermissions } from './scene';
import { SERVICE_HOST } from './stage';
import { listedReport } from './stored';
import { breakStored } from './submission-states';

const DELETED = 'https://deleted.example/';
const OPEN_REPORTS = '2 open reports would be dropped.';
const OPEN_DELETION = '1 open deletion would be sent at once.';

let options: Page;
/** Holds up deletions. */
let gate: Gate;

useService({ reports: [{ url: 'https://kept.example/' }, { url: DELETED }], connects: false });
beforeEach(async () => {
  gate = createGate();
  await stage.approveHost(SERVICE_HOST);
  options = await stage.openOptions();
  await connectThroughOptions(options, service);
});

/** Leaves two reports waiting, since the service wants fewer requests. */
async function leaveReports(): Promise<void> {
  service.behave({ on: { method: 'POST' }, fail: failures.tooManyRequests });
  for (const url of ['https://one.example/', 'https://two.example/']) {
    await insider.ask('create', crypto.randomUUID(), { url, privacy: 1 });
  }
}

/** Deletes a report, whose request is held up at the gate once the undo time is over. */
async function leaveDeletion(fail?: (typeof failures)['forbidden']): Promise<void> {
  service.behave({ on: { method: 'DELETE' }, gate, ...(fail && { fail }) });
  await insider.ask('remove', listedReport(await insider.stored(), DELETED));
}

/** Presses Disconnect, and gives what the page then says. */
function pressDisconnect() {
  return announcementAfter(options, () => press(options, 'Disconnect'));
}

/** Agrees, waits until it is disconnected, and gives the alert that is then there. */
async function pressAnyway(): Promise<string> {
  await press(options, 'Disconnect anyway');
  gate.open();
  await until('it is disconnected', async () =>
    (await textsOf(options, byRole('status'))).join().includes('Disconnected.'),
  );
  return (await textsOf(options, '[role=alert]')).join();
}

async function expectNothingLeft(): Promise<void> {
  expect(await insider.stored()).toEqual({});
  expect(await insider.hasHost(SERVICE_HOST)).toBe(false);
}

describe('disconnecting while reports wait', () => {
  it('says how many there are, and drops them at a button of its own', async () => {
    await leaveReports();
    expect((await pressDisconnect()).alert).toBe(OPEN_REPORTS);
    const kept = JSON.stringify(await insider.stored());
    for (const part of [service.apiKey, 'one.example', 'two.example']) {
      expect(kept).toContain(part);
    }
    expect(await pressAnyway()).toBe('');
    await expectNothingLeft();
    expect(service.reports()).toHaveLength(2);
  });

  it('counts those that cannot be read, and keeps them until then', async () => {
    await leaveReports();
    await breakStored();
    expect((await pressDisconnect()).alert).toBe(
      "2 waiting reports or deletions can't be read and would be removed.",
    );
    const stored = Object.keys(await insider.stored());
    expect(stored.filter((key) => key.includes('/submission/'))).toHaveLength(2);
    expect(await pressAnyway()).toBe('');
    await expectNothingLeft();
  });

  it('drops nothing at a double click, nor at its second half on the other button', async () => {
    await leaveReports();
    const disconnect = await options.locator(byRole('button', 'Disconnect')).waitHandle();
    const { x, y } = await disconnect.clickablePoint();
    await options.mouse.click(x, y, { count: 2 });
    const anyway = await options.locator(byRole('button', 'Disconnect anyway')).waitHandle();
    expect(await options.evaluate(() => document.activeElement?.textContent)).toBe('Disconnect');
    const point = await anyway.clickablePoint();
    await options.mouse.click(point.x, point.y, { clickCount: 2 });
    // What was pressed before has been answered when this is.
    await press(options, 'Disconnect');
    await insider.ask('account');
    expect((await insider.queue()).submissions).toHaveLength(2);
    expect(await pressAnyway()).toBe('');
  });
});

describe('disconnecting while a report is being deleted', () => {
  it('says so, and deletes it first', async () => {
    await leaveDeletion();
    expect((await pressDisconnect()).alert).toBe(OPEN_DELETION);
    expect(service.reports()).toHaveLength(2);
    expect(await pressAnyway()).toBe('');
    expect(service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    await expectNothingLeft();
    const popup = await openPopup();
    await popup.locator(byRole('button', 'Connect a service')).wait();
  });

  it('names it where the service refuses, and says why', async () => {
    await leaveDeletion(failures.forbidden);
    await pressDisconnect();
    const alert = await pressAnyway();
    expect(alert).toContain(`Couldn't delete ${DELETED}.`);
    const words = 'This key may not do that.';
    expect(alert).toContain(words);
    expect(await textsOf(options, '[role=alert] bdi')).toEqual([DELETED, words]);
    expect(service.reports()).toHaveLength(2);
    await expectNothingLeft();
  });

  it('is done without a word when it was refused before', async () => {
    await leaveDeletion(failures.forbidden);
    gate.open();
    await until('it was refused', async () => requestsBy('DELETE')[0]?.status === 403);
    const popup = await openPopup();
    await untilRows(popup, (rows) => rows.length === 2);
    await options.bringToFront();
    expect((await pressDisconnect()).status).toContain('Disconnected.');
    await expectNothingLeft();
  });
});

describe('disconnecting while the browser does not give the permission back', () => {
  it.each([
    ['refuses', 'Promise.resolve(false)'],
    ['fails', "Promise.reject(new Error('No permissions'))"],
  ])('says where to take it back where the browser %s', async (_, answer) => {
    await keepPermissions(stage, answer);
    const { status, alert } = await pressDisconnect();
    expect(status).toBe(
      'Disconnected. The API key and the stored reports were removed from this browser.',
    );
    expect(alert).toBe(
      "The browser still allows access to http://127.0.0.1. Remove it on the browser's extensions page, in this extension's details.",
    );
    expect(await insider.stored()).toEqual({});
    expect(await insider.hasHost(SERVICE_HOST)).toBe(true);
    await insider.giveHostBack(SERVICE_HOST);
  });
});

describe('connecting to another service', () => {
  it('asks first while reports wait, and drops them at a button of its own', async () => {
    await leaveReports();
    const other = await startService();
    try {
      expect((await connectThroughOptions(options, other)).alert).toBe(OPEN_REPORTS);
      await press(options, 'Connect');
      await options.locator(byRole('button', 'Drop waiting reports')).wait();
      const kept = JSON.stringify(await insider.stored());
      for (const part of [service.baseUrl, 'one.example', 'two.example']) {
        expect(kept).toContain(part);
      }
      await press(options, 'Drop waiting reports');
      await until('it is connected to the other', async () =>
        (await textsOf(options, byRole('status'))).join().includes(other.baseUrl),
      );
      expect(JSON.stringify(await insider.stored())).not.toMatch(/one\.example|two\.example/);
    } finally {
      await other.close();
    }
  });

  it('deletes what is being deleted first', async () => {
    await leaveDeletion();
    const other = await startService();
    try {
      expect((await connectThroughOptions(options, other)).alert).toBe(OPEN_DELETION);
      await press(options, 'Connect anyway');
      gate.open();
      await until('it is connected to the other', async () =>
        (await textsOf(options, byRole('status'))).join().includes(other.baseUrl),
      );
      expect(service.reports().map(({ url }) => url)).toEqual(['https://kept.example/']);
    } finally {
      await other.close();
    }
  });
});
