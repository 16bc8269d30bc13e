import { beforeAll, describe, expect, it } from 'vitest';
import { app, byRole, useService } from './app';
import { cutOff } from './cut-off';
import { setDirection, setMedia } from './media';
import { takePicture } from './picture';
import { showState } from './states';
import { collide, fingerTargets, holdInHand, isTooSmall, tap } from './touch';

useService({ connects: false, launch: {} });
beforeAll(() => holdInHand(app.stage));

describe('on a phone of 360 pixels', () => {
  it.each([
    'without a connection',
    'a missing password',
    'other addresses for the page',
    'this page and how it has developed',
    'a deletion that can be undone',
    'a report with checks',
    'a report whose publication is held back',
    'reports in every state',
    'consent to plain http',
    'a connection with its account',
    'a question before disconnecting',
  ])('nothing is cut off, and fingers find everything: %s', async (name) => {
    const page = await showState(name);
    await setMedia(page, { 'prefers-reduced-motion': 'reduce' });
    await takePicture(page, `phone - ${name}`);
    for (const direction of ['rtl', 'ltr'] as const) {
      await setDirection(page, direction);
      expect(await cutOff(page, 0), direction).toEqual([]);
    }
    const targets = await fingerTargets(page);
    expect(targets.filter(isTooSmall)).toEqual([]);
    for (const [index, target] of targets.entries()) {
      const others = targets.slice(index + 1).filter((other) => collide(target, other));
      expect(others.map(({ name: other }) => `${target.name}, ${other}`)).toEqual([]);
    }
  });
});

it('a report is created and opened by taps alone', async () => {
  await app.connect();
  const popup = await app.popup();
  await popup.shows('radio', 'Public');
  await tap(popup, byRole('radio', 'Public'));
  await tap(popup, byRole('button', 'Create report'));
  await tap(popup, byRole('button', 'Publish anyway'));
  await popup.says('Report created');
  expect(app.service.reports()[0]).toMatchObject({ url: app.service.samplePages.good, privacy: 0 });
  await tap(popup, '.row');
  await popup.shows('heading', app.service.samplePages.good);
  await tap(popup, byRole('button', 'Back'));
  await tap(popup, byRole('button', 'Filters'));
  await popup.shows('combobox', 'Result');
});
