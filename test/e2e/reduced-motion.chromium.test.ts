import { expect, it } from 'vitest';
import { createGate } from '../service/gate';
import { app, type Screen, useService } from './app';
import { setMedia } from './looks/looks';
import { openReports } from './reports-screen';

useService();

function setMotion(page: Screen, motion: 'reduce' | 'no-preference'): Promise<void> {
  return setMedia(page, { 'prefers-reduced-motion': motion });
}

/** Expects animations, but none with reduced motion. Leaves the motion reduced. */
async function expectAnimations(page: Screen): Promise<void> {
  const count = () => page.evaluate(() => document.getAnimations().length);
  expect(await count()).toBe(0);
  await setMotion(page, 'no-preference');
  expect(await count()).toBeGreaterThan(0);
  await setMotion(page, 'reduce');
  expect(await count()).toBe(0);
}

it('the popup animates neither the line of a job nor a new row with reduced motion', async () => {
  const popup = await app.popup();
  await setMotion(popup, 'reduce');
  const gate = createGate();
  app.service.behave({ on: { method: 'POST' }, gate });
  await popup.press('Create report');
  await popup.find('.is-busy');
  await expectAnimations(popup);
  gate.open();
  await popup.says('Report created');
  await popup.find('.is-new');
  await expectAnimations(popup);
});

it('All reports animates no pressed button with reduced motion', async () => {
  app.service.add({ url: 'https://trails.example/' });
  const page = await openReports(1);
  await setMotion(page, 'reduce');
  const gate = createGate();
  app.service.behave({ on: { method: 'GET' }, gate });
  await page.press('Refresh');
  await page.find('.is-turning');
  await expectAnimations(page);
  gate.open();
});

it('the settings animate no running check with reduced motion', async () => {
  const page = await app.options();
  await setMotion(page, 'reduce');
  const gate = createGate();
  app.service.behave({ on: { method: 'GET' }, gate });
  await page.press('Check connection');
  await page.find('.is-turning');
  await expectAnimations(page);
  gate.open();
});
