import { createServer, type Server } from 'node:http';
import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { listen, stopListening } from '../service/listening';
import type { Failure } from '../service/served-failure';
import { app, type Screen, useService } from './app';

/** What is answered to each call, as JSON text: so that it can be what no program would write. */
interface HostileAnswers {
  list: string;
  /** To reading, changing and deleting a report. */
  report: string;
  account: string;
  /** To a creation, with the status 422. */
  refusal: string;
}

/** An address that nobody has any reason to ask for. */
export let lure: string;

let answers: HostileAnswers;
let watched: Page[];
/** Whatever text must never bring about: dialogs, errors, navigations and requests, in words. */
let happened: string[];

/**
 * Gives each test a service that answers what it is told to, and another place to be lured to. After
 * each, nothing has happened in the watched pages, and nothing foreign is part of them.
 */
export function useHostileService(): void {
  let elsewhere: Server;
  useService({ connects: false });
  beforeEach(async () => {
    answers = { list: '[]', report: '{}', account: '{}', refusal: '{}' };
    answer({});
    [watched, happened] = [[], []];
    elsewhere = createServer((request, response) => {
      happened.push(`request: ${request.url}`);
      response.end();
    });
    lure = `http://127.0.0.1:${await listen(elsewhere)}/lure`;
  });
  afterEach(async () => {
    for (const page of watched) expect(await foreignParts(page)).toEqual([]);
    await stopListening(elsewhere);
    expect(happened).toEqual([]);
  });
}

/** A JSON answer, made of text. */
function jsonText(status: number, body: string): Failure {
  return { kind: 'answer', status, headers: { 'content-type': 'application/json' }, body };
}

/** Has the service answer this from now on; whatever is left out stays as it is. */
export function answer(changes: Partial<HostileAnswers>): void {
  answers = { ...answers, ...changes };
  app.service.behave([
    { on: { method: 'POST' }, fail: jsonText(422, answers.refusal) },
    { on: { path: /\/account$/ }, fail: jsonText(200, answers.account) },
    { on: { path: /\/reports$/ }, fail: jsonText(200, answers.list) },
    { fail: jsonText(200, answers.report) },
  ]);
}

/** Watches a page for what no text must make it do. */
export function watch(page: Page): void {
  watched.push(page);
  const address = page.url();
  page.on('dialog', async (dialog) => {
    happened.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', (error) => happened.push(`error: ${error}`));
  page.on('framenavigated', (frame) => {
    // The page's own coming may be told late.
    if (frame.url() !== address) happened.push(`navigation: ${frame.url()}`);
  });
}

/** Connects and opens the popup, watched. */
export async function openWatched(): Promise<Screen> {
  await app.connect();
  const popup = await app.popup();
  watch(popup);
  return popup;
}

/** Opens the popup on a list of one report, and then the report, which has more to it. */
export async function openReport(url: string, report: string): Promise<Screen> {
  answer({ list: JSON.stringify([{ id: 1, url }]), report });
  const popup = await openWatched();
  await popup.rows((rows) => rows.length === 1);
  await popup.row(url).open();
  await popup.isRead();
  return popup;
}

/**
 * Elements and attributes that an extension page has none of, unless some text has become markup:
 * code of any kind, frames, and pictures or addresses that are not the extension's own. Links of
 * the web are fine where they give nothing away.
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
