import type { Page } from 'puppeteer-core';
import type { ConnectRequest } from '@/lib/connection/connection';
import { evaluateInExtension } from '../browser/extension-origin';
import { grantHost } from '../browser/host-access';
import type { Service } from '../service/service';
import { untilRows } from './popup-reading';
import type { Stage } from './stage';

declare const chrome: {
  runtime: { sendMessage(message: object): Promise<unknown> };
  storage: {
    local: { get(): Promise<Record<string, unknown>>; set(items: object): Promise<void> };
  };
};

/** What of a service is needed to connect to it. */
type Address = Pick<Service, 'baseUrl' | 'apiKey'>;

/** A browser and a service that holds no reports yet; whether they are connected is up to a state. */
export interface Scene {
  stage: Stage;
  service: Service;
}

/** Something that the popup or the options page can look like, and how it comes to it. */
export type State = (scene: Scene) => Promise<Page>;

/** Asks the background what its own pages ask of it. */
export async function ask({ browser, extensionId }: Stage, call: string, ...args: unknown[]) {
  const message = { call, args };
  const send = (sent: object) => chrome.runtime.sendMessage(sent);
  return JSON.stringify(await evaluateInExtension(browser, extensionId, send, message));
}

/**
 * Connects without the options page, which would take most of the time. Reports that are still on
 * their way to another service are forgotten.
 */
export async function connectAtOnce(stage: Stage, { baseUrl, apiKey }: Address): Promise<void> {
  const consent = { allowsUnencrypted: false, dropsSubmissions: true };
  const request: ConnectRequest = { baseUrl, apiKey, ...consent };
  let answer = await ask(stage, 'connect', request);
  if (answer.includes('no-permission')) {
    await grantHost(stage.browser, stage.extensionId, 'http://127.0.0.1/*');
    answer = await ask(stage, 'connect', request);
  }
  if (!answer.includes('passed')) throw new Error(`Not connected: ${answer}`);
}

/** Takes the connection down, with the permission for its host and all that is kept under it. */
export async function disconnect({ stage }: Scene): Promise<void> {
  const answer = await ask(stage, 'disconnect', true);
  if (answer.includes('failure')) throw new Error(`Not disconnected: ${answer}`);
}

/** Connects, and opens the popup on one of the service's own pages. */
export async function openConnected(
  { stage, service }: Scene,
  url = service.samplePages.good,
): Promise<Page> {
  await connectAtOnce(stage, service);
  return (await stage.openPopupOn(url)).popup;
}

/** The same, and waits until its list has so many rows. */
export async function openWithRows(scene: Scene, rows: number, url?: string): Promise<Page> {
  const popup = await openConnected(scene, url);
  await untilRows(popup, (items) => items.length === rows);
  return popup;
}

/** Changes what the extension keeps under a key that ends like this: each entry, where it is a list. */
export async function changeKept(
  { stage: { browser, extensionId } }: Pick<Scene, 'stage'>,
  keyEnd: string,
  change: object,
): Promise<void> {
  await evaluateInExtension(
    browser,
    extensionId,
    async (end, changed) => {
      const kept = await chrome.storage.local.get();
      const key = Object.keys(kept).find((each) => each.endsWith(end));
      if (key === undefined) throw new Error(`Nothing is kept under ${end}.`);
      const value = kept[key];
      const after = [value].flat().map((entry) => Object.assign({}, entry, changed));
      await chrome.storage.local.set({ [key]: Array.isArray(value) ? after : after[0] });
    },
    keyEnd,
    change,
  );
}

/** Closes what a state has opened. */
export async function closePages({ browser }: Stage): Promise<void> {
  const [first, ...others] = await browser.pages();
  await first?.bringToFront();
  // A popup has closed by itself.
  await Promise.all(others.map((page) => page.close().catch(() => {})));
}
