import {
  hostileContent,
  keyedChecks,
  listedAudits,
  manyValues,
  nestedMetrics,
} from '../service/report-contents';
import { jsonAnswer } from '../service/served-answer';
import { invalidFields } from '../service/served-failure';
import { app, failures, type Screen, type State } from './app';
import { choose, fill, press, walk } from './walk';

const URL_OPENED = 'https://clinic.example/appointments';
const LONG_TEXT = 'Every page of this site says how to get an appointment. '.repeat(60);
const ONE_REPORT = { path: /\/reports\/\d+$/ };

/** The view of one report, in every state. */
export const REPORT_STATES: Record<string, State> = {
  'a report': () => openReport(),
  'a report with much more than the interface names': () =>
    openAnswer({
      privacy: 1,
      result: 'excellent',
      notes: LONG_TEXT,
      oneWord: 'word'.repeat(60),
      [`name_${'long_'.repeat(30)}`]: 'short',
      canonical: 'https://clinic.example/appointments?and=a-very-long-query-that-needs-two-lines',
      checks: { title: { passed: true, length: 42 }, links: ['/a', '/b'] },
      arabic: 'مواعيد العيادة',
    }),
  'a report with a long text unfolded': walk(
    () => openAnswer({ notes: LONG_TEXT }),
    (popup) => popup.click('.long-text summary'),
  ),
  'a report with a long URL': async () => {
    app.service.add({ url: `${URL_OPENED}?${'x'.repeat(4000)}`, privacy: 2, result: 'bad' });
    return openListed();
  },
  'a report with checks': () => openReport({ shape: { content: keyedChecks } }),
  'a report with audits, of which one is unfolded': walk(
    () => openReport({ shape: { content: listedAudits } }),
    (popup) => popup.click('.check summary'),
  ),
  'a report of sections': () => openReport({ shape: { content: nestedMetrics } }),
  'a report that is filtered': walk(
    () => openReport({ shape: { content: { ...keyedChecks, ...manyValues(300) } } }),
    fill('Filter fields', 'e', 'searchbox'),
    'matches',
  ),
  'a report in which a filter finds nothing': walk(
    () => openReport({ shape: { content: listedAudits } }),
    fill('Filter fields', 'nowhere', 'searchbox'),
    'No matches',
  ),
  'a report of which not all is shown': () => openReport({ shape: { content: manyValues(6000) } }),
  'a report that means no good': () => openReport({ shape: { content: hostileContent() } }),
  'a report that is being read': () => openUnread(failures.silence, 'Loading the report…'),
  'a report that is gone': () => openUnread(failures.notFound, 'no longer on the service'),
  "the service's words on a change": walk(
    openReport,
    async () => {
      const fail = invalidFields({ password: ['This password is too short.'] });
      app.service.behave({ on: { method: 'PUT' }, fail });
    },
    choose('Password'),
    fill('Report password', 'short'),
    press('Save changes'),
    'This password is too short.',
  ),
  'a report whose publication is held back': async () => {
    app.service.add({ url: 'http://192.168.1.20/admin' });
    const said = 'This address is on a private network.';
    return walk(openListed, choose('Public'), press('Save changes'), said)();
  },
  'a change that was saved': walk(
    openReport,
    choose('Public'),
    press('Save changes'),
    'Changes saved',
  ),
  'a new result that is awaited': openAwaiting,
  'a new result that is awaited, in the list': walk(openAwaiting, press('Back'), 'Updating…'),
  'a new result that did not come': walk(
    openAwaiting,
    () => app.giveUpResults(),
    'No new results yet.',
  ),
};

type Behaviour = Parameters<typeof app.service.behave>[0];

/** Opens a report while the service behaves so. */
function openReport(behaviour: Behaviour = null): Promise<Screen> {
  app.service.add({ url: URL_OPENED, result: 'good' });
  return openListed(behaviour);
}

/** Opens a report that the service gives with these fields. */
function openAnswer(fields: object): Promise<Screen> {
  const data = { id: 1, url: URL_OPENED, ...fields };
  return openReport({ on: ONE_REPORT, fail: { kind: 'answer', ...jsonAnswer(200, { data }) } });
}

/** Opens the only report of the list. */
async function openListed(behaviour: Behaviour = null): Promise<Screen> {
  const popup = await app.popupWithRows(1);
  app.service.behave(behaviour);
  await popup.row('').open();
  await popup.isRead();
  return popup;
}

/** Opens a report that is not read. */
async function openUnread(fail: (typeof failures)[keyof typeof failures], said: string) {
  app.service.add({ url: URL_OPENED, result: 'good' });
  const popup = await app.popupWithRows(1);
  app.service.behave({ on: ONE_REPORT, fail });
  await popup.row(URL_OPENED).open();
  await popup.says(said);
  return popup;
}

async function openAwaiting(): Promise<Screen> {
  const popup = await openReport();
  app.service.behave({ on: { method: 'PUT' }, analysis: 'later' });
  await popup.press('Update results');
  await popup.says('New results are on their way');
  return popup;
}
