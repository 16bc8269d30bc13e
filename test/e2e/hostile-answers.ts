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
export let forbiddenAddress: string;

let answers: HostileAnswers;
let watchedPages: Page[];
/** Forbidden events in watched pages: dialogs, errors, navigations and requests. */
let forbiddenEvents: string[];

/** After each test, expects no forbidden event and no foreign element in the watched pages. */
export function useHostileService(): void {
  let elsewhere: Server;
  useService({ connects: false });
  beforeEach(async () => {
    answers = { list: '[]', report: '{}', account: '{}', refusal: '{}' };
    changeAnswers({});
    [watchedPages, forbiddenEvents] = [[], []];
    elsewhere = createServer((request, response) => {
      forbiddenEvents.push(`request: ${request.url}`);
      response.end();
    });
    forbiddenAddress = `http://127.0.0.1:${await listen(elsewhere)}/lure`;
  });
  afterEach(async () => {
    for (const page of watchedPages) expect(await foreignParts(page)).toEqual([]);
    await stopListening(elsewhere);
    expect(forbiddenEvents).toEqual([]);
  });
}

function jsonText(status: number, body: string): Failure {
  return { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body };
}

export function changeAnswers(changes: Partial<HostileAnswers>): void {
  answers = { ...answers, ...changes };
  app.service.behave([
    { on: { method: 'POST' }, fail: jsonText(422, answers.refusal) },
    { on: { path: /\/account$/ }, fail: jsonText(200, answers.account) },
    { on: { path: /\/reports$/ }, fail: jsonText(200, answers.list) },
    { fail: jsonText(200, answers.report) },
  ]);
}

export function recordForbiddenEvents(page: Page): void {
  watchedPages.push(page);
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

export async function openWatched(): Promise<Screen> {
  await app.connect();
  const popup = await app.popup();
  recordForbiddenEvents(popup);
  return popup;
}

export async function openReport(url: string, report: string): Promise<Screen> {
  changeAnswers({ list: JSON.stringify([{ id: 1, url }]), report });
  const popup = await openWatched();
  await popup.untilRows((rows) => rows.length === 1);
  await popup.row(url).open();
  await popup.untilReportIsRead();
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
