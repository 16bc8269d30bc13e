import { byRole, fill, press } from '../browser/roles';
import { failures } from '../service/failure';
import { sampleReports } from '../service/sample-reports';
import type { Service } from '../service/service';
import { choose, openRow, select, untilAlert, untilRows, untilSaid } from './popup-reading';
import {
  changeKept,
  connectAtOnce,
  disconnect,
  openConnected,
  openWithRows,
  type Scene,
  type State,
} from './scene';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(40)}?${'x'.repeat(1500)}`;
const DELETED = 'https://clinic.example/appointments';

/** The popup with its form and its list, and every state of the two. */
export const POPUP_STATES: Record<string, State> = {
  'without a connection': async (scene) => {
    await disconnect(scene);
    const { popup } = await scene.stage.openPopupOn(scene.service.samplePages.good);
    await popup.locator(byRole('button', 'Connect a service')).wait();
    return popup;
  },
  'the form and the list': openSamples,
  'an empty list': async (scene) => {
    const popup = await openConnected(scene);
    await untilSaid(popup, 'No reports yet.');
    return popup;
  },
  'no list yet, and a service that hangs': async (scene) => {
    await connectAtOnce(scene.stage, scene.service);
    scene.service.behave({ fail: failures.silence });
    // What cannot have been written by the extension counts for nothing.
    await changeKept(scene, '/list', { readAt: null });
    const { popup } = await scene.stage.openPopupOn(scene.service.samplePages.good);
    await untilSaid(popup, 'The reports are being read.');
    return popup;
  },
  'a page that cannot be reported': async (scene) => {
    const popup = await openConnected(scene, 'about:blank');
    await untilSaid(popup, 'This page cannot be reported.');
    return popup;
  },
  'no match': async (scene) => {
    const popup = await openSamples(scene);
    await fill(popup, 'Search', 'no-such-page', 'searchbox');
    await untilSaid(popup, 'No report matches.');
    return popup;
  },
  '100 rows': async (scene) => {
    for (let number = 1; number <= 120; number += 1) {
      scene.service.add({ url: `https://many.example/page/${number}` });
    }
    const popup = await openWithRows(scene, 10);
    await select(popup, 'Per page', '100');
    await untilRows(popup, (rows) => rows.length === 100);
    await untilSaid(popup, '100 of 120 are shown.');
    return popup;
  },
  'long URLs': async (scene) => {
    scene.service.add({ url: LONG_URL });
    scene.service.add({ url: `${LONG_URL}#again`, privacy: 2, result: 'decent' });
    return openWithRows(scene, 2, `${scene.service.samplePages.good}?${'q'.repeat(3000)}`);
  },
  'rows that cannot be read': async (scene) => {
    scene.service.behave({ shape: { unreadableRow: true } });
    const popup = await openSamples(scene);
    await untilSaid(popup, 'One report could not be read');
    return popup;
  },
  'a missing password': async (scene) => {
    const popup = await openSamples(scene);
    await choose(popup, 'Password');
    await press(popup, 'Create report');
    await untilSaid(popup, 'Enter a password, or choose another privacy.');
    return popup;
  },
  'an address that is none': async (scene) => {
    const popup = await openSamples(scene);
    await fill(popup, 'URL', 'no address');
    await press(popup, 'Create report');
    await untilSaid(popup, 'Enter the whole address');
    return popup;
  },
  "the service's words at the fields": async (scene) => {
    const popup = await openSamples(scene);
    scene.service.behave({ on: { method: 'POST' }, fail: failures.invalid });
    await choose(popup, 'Password');
    await fill(popup, 'Report password', 'short');
    await press(popup, 'Create report');
    await untilSaid(popup, 'This password is too short.');
    return popup;
  },
  'a report that is being created': async (scene) => {
    const popup = await openSamples(scene);
    scene.service.behave({ on: { method: 'POST' }, fail: failures.silence });
    await press(popup, 'Create report');
    await untilSaid(popup, 'The report is being created.');
    return popup;
  },
  'a report that was created': async (scene) => {
    const popup = await openSamples(scene);
    await press(popup, 'Create report');
    await untilSaid(popup, 'The report was created: Good.');
    await untilSaid(popup, 'Reported');
    return popup;
  },
  'a publication that is held back': async (scene) => {
    const popup = await openSamples(scene);
    await fill(popup, 'URL', 'http://192.168.1.20/admin?token=8f14e45fceea167a5a36dedd4bea2543');
    await choose(popup, 'Public');
    await press(popup, 'Create report');
    await untilSaid(popup, 'Press Create report again');
    return popup;
  },
  'a service that fails': async (scene) => {
    sampleReports.forEach(scene.service.add);
    await connectAtOnce(scene.stage, scene.service);
    scene.service.behave({ fail: failures.unavailable });
    const { popup } = await scene.stage.openPopupOn(scene.service.samplePages.good);
    await untilSaid(popup, 'As of ');
    return popup;
  },
  'a service that hangs': async (scene) => {
    const popup = await openSamples(scene);
    scene.service.behave({ fail: failures.silence });
    await fill(popup, 'Search', 'museum', 'searchbox');
    await untilSaid(popup, 'Kept from before; the service is being asked.');
    return popup;
  },
  'this page and how it has developed': async (scene) => {
    const url = scene.service.samplePages.good;
    addPast(scene.service, url, ['bad', 'bad', 'decent', 'bad', 'good', 'good']);
    const popup = await openWithRows(scene, 6);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'this page with a long past': async (scene) => {
    const url = scene.service.samplePages.good;
    addPast(
      scene.service,
      url,
      Array<'good' | 'bad'>(12)
        .fill('bad')
        .flatMap((bad) => ['good', bad]),
    );
    scene.service.add({ url, result: null, privacy: 2 });
    const popup = await openWithRows(scene, 10);
    await popup.locator(byRole('region', 'This page')).wait();
    return popup;
  },
  'other addresses for the page': async (scene) => {
    sampleReports.forEach(scene.service.add);
    const url = `${scene.service.samplePages.good}?utm_source=mail&a=1#part`;
    const popup = await openWithRows(scene, 10, url);
    await press(popup, 'Without tracking');
    await popup.locator(byRole('button', 'Canonical address')).wait();
    return popup;
  },
  'a deletion that can be undone': async (scene) => {
    const popup = await openSamples(scene);
    await deleteRow(popup);
    // Later than any machine needs to look at it.
    await changeKept(scene, '/deletions', { dueAt: '2999-01-01T00:00:00.000Z' });
    await popup.locator(byRole('button', 'Undo')).wait();
    return popup;
  },
  'a deletion that failed': async (scene) => {
    const popup = await openSamples(scene);
    await deleteRow(popup);
    const failure = { code: 'not-allowed', message: 'This key may not do that.' };
    await changeKept(scene, '/deletions', { state: 'failed', failure });
    await untilAlert(popup);
    return popup;
  },
};

async function openSamples(scene: Scene) {
  sampleReports.forEach(scene.service.add);
  return openWithRows(scene, 10);
}

async function deleteRow(popup: Awaited<ReturnType<State>>): Promise<void> {
  await openRow(popup, DELETED);
  await press(popup, 'Delete report');
  await untilRows(popup, (rows) => rows.length === 9);
}

function addPast(service: Service, url: string, results: readonly ('good' | 'decent' | 'bad')[]) {
  for (const [month, result] of results.entries()) {
    const generated_at = new Date(Date.UTC(2024, month, 5)).toISOString();
    service.add({ url, result, generated_at });
  }
}
