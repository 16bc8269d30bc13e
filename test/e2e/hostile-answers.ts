import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { listen, stopListening } from '../service/listening';
import type { Failure } from '../service/served-failure';
import { app, type Screen, useService } from './app';
import { watch } from './inertness';

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
/** What was asked for there all the same. */
export let lured: string[];

let answers: HostileAnswers;

/** Gives each test a service that answers what it is told to, and another place to be lured to. */
export function useHostileService(): void {
  let elsewhere: Server;
  useService({ connects: false });
  beforeEach(async () => {
    answers = { list: '[]', report: '{}', account: '{}', refusal: '{}' };
    answer({});
    lured = [];
    elsewhere = createServer((request, response) => {
      lured.push(`${request.method} ${request.url}`);
      response.end();
    });
    lure = `http://127.0.0.1:${await listen(elsewhere)}/lure`;
  });
  afterEach(() => stopListening(elsewhere));
}

/** A JSON answer, made of text. */
export function jsonText(status: number, body: string): Failure {
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

/** Connects and opens the popup, watched for what no text must make it do. */
export async function openWatched(): Promise<{ popup: Screen; happened: string[] }> {
  await app.connect();
  const popup = await app.popup();
  return { popup, ...watch(popup) };
}

/** Opens the popup on a list of one report, and then the report, which has more to it. */
export async function openReport(url: string, report: string) {
  answer({ list: JSON.stringify([{ id: 1, url }]), report });
  const opened = await openWatched();
  await opened.popup.rows((rows) => rows.length === 1);
  await opened.popup.row(url).open();
  await opened.popup.isRead();
  return opened;
}
