import type { Page } from 'puppeteer-core';
import { sampleReports } from '../service/sample-reports';
import { failures } from '../service/served-failure';
import { insider, openPopup, type State, service, stage } from './fixture';
import { untilSaid } from './popup-reading';
import { connectAtOnce } from './scene';

const LONG_URL = `https://shop.example/${'collection-of-everything/'.repeat(6)}?${'long=1&'.repeat(30)}`;

/** The popup, opened after pages were reported twice by one press. */
export const DUPLICATE_STATES: Record<string, State> = {
  'two new reports of the page in front': () => openAfter(service.samplePages.good),
  'two new reports of another page': () => openAfter(LONG_URL),
  'two new reports of a page, and no answer': () => openAfter(LONG_URL, false),
};

/** Asks for a report, which the service makes twice, and opens the popup when that was found. */
async function openAfter(url: string, isAnswered = true): Promise<Page> {
  sampleReports.forEach(service.add);
  await connectAtOnce(stage, service);
  const fail = isAnswered ? {} : { fail: { ...failures.html, afterWork: true } };
  service.behave({ on: { method: 'POST' }, times: 1, isRepeated: true, ...fail });
  await insider.ask('create', crypto.randomUUID(), { url, privacy: 1 });
  const popup = await openPopup();
  await untilSaid(popup, 'This page has two new reports.');
  return popup;
}
