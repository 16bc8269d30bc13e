import {
  hostileContent,
  keyedChecks,
  listedAudits,
  manyValues,
  nestedMetrics,
  type ReportContent,
} from '../service/report-contents';
import { jsonAnswer } from '../service/served-answer';
import { type Failure, invalidFields } from '../service/served-failure';
import { app, byRole, failures, type Screen, type State } from './app';

const URL_OPENED = 'https://clinic.example/appointments';
const LONG_TEXT = 'Every page of this site says how to get an appointment. '.repeat(60);

/** The view of one report, in every state. */
export const REPORT_STATES: Record<string, State> = {
  'a report': () => openReport(),
  'a report with much more than the interface names': async () => {
    const report = {
      id: 1,
      url: URL_OPENED,
      privacy: 1,
      result: 'excellent',
      notes: LONG_TEXT,
      oneWord: 'word'.repeat(60),
      [`name_${'long_'.repeat(30)}`]: 'short',
      canonical: 'https://clinic.example/appointments?and=a-very-long-query-that-needs-two-lines',
      checks: { title: { passed: true, length: 42 }, links: ['/a', '/b'] },
      arabic: 'مواعيد العيادة',
    };
    return openReport({
      kind: 'answer',
      ...jsonAnswer(200, { data: report }),
    });
  },
  'a report with a long text unfolded': async () => {
    const report = { id: 1, url: URL_OPENED, notes: LONG_TEXT };
    const popup = await openReport({
      kind: 'answer',
      ...jsonAnswer(200, { data: report }),
    });
    await popup.click('.long-text summary');
    return popup;
  },
  'a report with a long URL': async () => {
    app.service.add({ url: `${URL_OPENED}?${'x'.repeat(4000)}`, privacy: 2, result: 'bad' });
    const popup = await app.popupWithRows(1);
    await popup.row(URL_OPENED).open();
    await popup.isRead();
    return popup;
  },
  'a report with checks': () => openContent(keyedChecks),
  'a report with audits, of which one is unfolded': async () => {
    const popup = await openContent(listedAudits);
    await popup.click('.check summary');
    return popup;
  },
  'a report of sections': () => openContent(nestedMetrics),
  'a report with failed checks only': async () => {
    const popup = await openContent(keyedChecks);
    await popup.press('Failed only');
    return popup;
  },
  'a report that is filtered': async () => {
    const popup = await openContent({ ...keyedChecks, ...manyValues(300) });
    await popup.fill('Filter fields', 'e', 'searchbox');
    await popup.says('matches');
    return popup;
  },
  'a report in which a filter finds nothing': async () => {
    const popup = await openContent(listedAudits);
    await popup.fill('Filter fields', 'nowhere', 'searchbox');
    await popup.says('No matches');
    return popup;
  },
  'a report of which not all is shown': () => openContent(manyValues(6000)),
  'a report that means no good': () => openContent(hostileContent()),
  'a report that is being read': async () => {
    app.service.add({ url: URL_OPENED, result: 'good' });
    const popup = await app.popupWithRows(1);
    app.service.behave({ fail: failures.silence });
    await popup.row(URL_OPENED).open();
    await popup.says('Loading the report…');
    return popup;
  },
  'a report that is gone': async () => {
    app.service.add({ url: URL_OPENED, result: 'good' });
    const popup = await app.popupWithRows(1);
    app.service.behave({ on: { path: /\/reports\/\d+$/ }, fail: failures.notFound });
    await popup.row(URL_OPENED).open();
    await popup.says('no longer on the service');
    await popup.alert();
    return popup;
  },
  'a new privacy without its password': async () => {
    const popup = await openReport();
    await popup.choose('Password');
    await popup.press('Save changes');
    await popup.says('Enter a password, or choose another privacy.');
    return popup;
  },
  'a publication that is held back': async () => {
    const url = 'http://192.168.1.20/admin';
    app.service.add({ url });
    const popup = await app.popupWithRows(1);
    await popup.row(url).open();
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('This address is on a private network.');
    return popup;
  },
  "the service's words on a change": async () => {
    const popup = await openReport();
    const fail = invalidFields({ password: ['This password is too short.'] });
    app.service.behave({ on: { method: 'PUT' }, fail });
    await popup.choose('Password');
    await popup.locator(byRole('textbox', 'Report password')).fill('short');
    await popup.press('Save changes');
    await popup.says('This password is too short.');
    return popup;
  },
  'a change that was saved': async () => {
    const popup = await openReport();
    await popup.choose('Public');
    await popup.press('Save changes');
    await popup.says('Changes saved');
    return popup;
  },
  'a new result that is awaited': async () => {
    const popup = await openReport();
    await awaitResult(popup);
    return popup;
  },
  'a new result that is awaited, in the list': async () => {
    const popup = await openReport();
    await awaitResult(popup);
    await popup.press('Back');
    await popup.says('Updating…');
    return popup;
  },
  'a new result that did not come': async () => {
    const popup = await openReport();
    await awaitResult(popup);
    await app.giveUpResults();
    await popup.says('No new results yet.');
    return popup;
  },
};

/** Opens a report, which the service gives as usual or answers otherwise. */
async function openReport(answer: Failure | null = null): Promise<Screen> {
  app.service.add({ url: URL_OPENED, result: 'good' });
  const popup = await app.popupWithRows(1);
  if (answer !== null) app.service.behave({ on: { path: /\/reports\/\d+$/ }, fail: answer });
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  return popup;
}

async function openContent(content: ReportContent): Promise<Screen> {
  app.service.add({ url: URL_OPENED, result: 'good' });
  const popup = await app.popupWithRows(1);
  app.service.behave({ shape: { content } });
  await popup.row(URL_OPENED).open();
  await popup.isRead();
  return popup;
}

async function awaitResult(popup: Screen): Promise<void> {
  app.service.behave({ on: { method: 'PUT' }, analysis: 'later' });
  await popup.press('Update results');
  await popup.says('New results are on their way');
}
