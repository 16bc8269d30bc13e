import { createServer, type Server } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { listen, stopListening } from '../service/listening';
import type { Failure } from '../service/served-failure';
import { app, type Screen, useService } from './app';

/** The body of the answer to each call. Text, so that it can be malformed. */
interface HostileAnswers {
  list: string;
  /** Answer to reads, updates and deletions of a report. */
  report: string;
  account: string;
  /** Answer to a creation, with the status 422. */
  refusal: string;
}

/** An address that no page may request. */
export let lure: string;

let answers: HostileAnswers;
let watched: Page[];
/** Forbidden events in watched pages: dialogs, errors, navigations and requests. */
let forbiddenEvents: string[];

/**
 * Starts a service with hostile answers for each test, and another server. After each test, checks
 * that the watched pages had no forbidden event and contain no foreign element.
 */
export function useHostileService(): void {
  let elsewhere: Server;
  useService({ connects: false });
  beforeEach(async () => {
    answers = { list: '[]', report: '{}', account: '{}', refusal: '{}' };
    answer({});
    [watched, forbiddenEvents] = [[], []];
    elsewhere = createServer((request, response) => {
      forbiddenEvents.push(`request: ${request.url}`);
      response.end();
    });
    lure = `http://127.0.0.1:${await listen(elsewhere)}/lure`;
  });
  afterEach(async () => {
    for (const page of watched) expect(await foreignParts(page)).toEqual([]);
    await stopListening(elsewhere);
    expect(forbiddenEvents).toEqual([]);
  });
}

/** Returns a JSON answer with a body. */
function jsonText(status: number, body: string): Failure {
  return { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body };
}

/** Changes the answers of the service. Absent answers stay the same. */
export function answer(changes: Partial<HostileAnswers>): void {
  answers = { ...answers, ...changes };
  app.service.behave([
    { on: { method: 'POST' }, fail: jsonText(422, answers.refusal) },
    { on: { path: /\/account$/ }, fail: jsonText(200, answers.account) },
    { on: { path: /\/reports$/ }, fail: jsonText(200, answers.list) },
    { fail: jsonText(200, answers.report) },
  ]);
}

/** Records forbidden events of a page. */
export function watch(page: Page): void {
  watched.push(page);
  const address = page.url();
  page.on('dialog', async (dialog) => {
    forbiddenEvents.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => forbiddenEvents.push(`error: ${error}`));
  page.on('framenavigated', (frame) => {
    // The navigation of the page itself may be reported late.
    if (frame.url() !== address) forbiddenEvents.push(`navigation: ${frame.url()}`);
  });
}

/** Connects and opens the popup as a watched page. */
export async function openWatched(): Promise<Screen> {
  await app.connect();
  const popup = await app.popup();
  watch(popup);
  return popup;
}

/** Opens the popup with a list of one report, and then opens the report. */
export async function openReport(url: string, report: string): Promise<Screen> {
  answer({ list: JSON.stringify([{ id: 1, url }]), report });
  const popup = await openWatched();
  await popup.rows((rows) => rows.length === 1);
  await popup.row(url).open();
  await popup.hasReadReport();
  return popup;
}

/**
 * Returns elements and attributes that only markup from a text can create: scripts, frames, and
 * foreign pictures or addresses. Allows links of the web without an opener or referrer.
 */
function foreignParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        if (/^(iframe|object|embed|base|meta|link|style|template)$/.test(element.localName)) {
          return true;
        }
        if (element instanceof HTMLAnchorElement) {
          const isWeb = element.protocol === 'https:' || element.protocol === 'http:';
          return !isWeb || element.target !== '_blank' || element.rel !== 'noopener noreferrer';
        }
        return [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith('on') || (/^(src|href|action|srcdoc)$/.test(name) && !isOwn(value)),
        );
      })
      .map((element) => element.outerHTML.slice(0, 200));
  });
}
