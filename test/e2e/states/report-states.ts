import { hostileContent, nestedMetrics } from '../../service/report-contents';
import { jsonAnswer } from '../../service/served-answer';
import { usualChecks } from '../../service/served-checks';
import { invalidFields } from '../../service/served-failure';
import { app, failures, type Screen, type State } from '../app';
import { choose, fill, openRows, press, pressInMenuOf, shows, walk } from './walk';

const URL_OPENED = 'https://clinic.example/appointments';
const LONG_TEXT = 'Every page of this site says how to get an appointment. '.repeat(60);
/** Additional fields of real installations. */
const usual = {
  results: usualChecks(),
  created_at: '2026-10-05T07:12:08.000000Z',
  updated_at: '2026-11-20T10:11:12.000000Z',
};
const MANY = usualChecks({ failing: ['image_keywords'], links: 1550, images: 240, scripts: 90 });
const ONE_REPORT = { path: /\/reports\/\d+$/ };

export const REPORT_STATES: Record<string, State> = {
  'a report with many other fields': walk(
    () =>
      openAnswer({
        privacy: 1,
        result: 'excellent',
        notes: LONG_TEXT,
        remarks: LONG_TEXT,
        oneWord: 'word'.repeat(60),
        [`name_${'long_'.repeat(30)}`]: 'short',
        canonical: 'https://clinic.example/appointments?and=a-very-long-query-that-needs-two-lines',
        checks: { title: { passed: true, length: 42 }, links: ['/a', '/b'] },
        arabic: 'مواعيد العيادة',
      }),
    (popup) => popup.click('.other-fields summary'),
  ),
  'a report with failed and passed checks': walk(
    () => openReport({ shape: { content: usual } }),
    (popup) => popup.click('.passed-checks summary'),
    (popup) => popup.$eval('.scroll', (page) => page.scrollTo(0, 0)),
  ),
  'a report with the form that marks a check as intended': walk(
    () => openReport({ shape: { content: usual } }),
    pressInMenuOf('.check-menu button', 'This is intended'),
    shows('button', 'Mark as intended'),
  ),
  'a report with an intended check': walk(
    () => openReport({ shape: { content: usual } }),
    pressInMenuOf('.check-menu button', 'This is intended'),
    fill('Note', 'Landing pages of a campaign, until the end of the year.'),
    press('Mark as intended'),
    (popup) => popup.locator('summary ::-p-text(Intended)').click(),
    shows('button', 'Show again'),
  ),
  'a report with its menu open': walk(
    () => openReport({ shape: { content: usual } }),
    press('More'),
    shows('menuitem', 'Delete report'),
  ),
  'a report with checks of many links and images': () =>
    openReport({ shape: { content: { ...usual, results: MANY } } }),
  'a report with other fields': walk(
    () => openReport({ shape: { content: nestedMetrics } }),
    (popup) => popup.click('.other-fields summary'),
  ),
  'a report with hostile texts': () => openReport({ shape: { content: hostileContent() } }),
  'a report that is being read': () =>
    openReport({ on: ONE_REPORT, fail: failures.silence }, 'Loading the report…'),
  'a report that is gone': () =>
    openReport({ on: ONE_REPORT, fail: failures.notFound }, 'no longer on the service'),
  'a message of the service about a change': walk(
    () => openReport(),
    async () => {
      const fail = invalidFields({ password: ['This password is too short.'] });
      app.service.behave({ on: { method: 'PUT' }, fail });
    },
    choose('Password'),
    fill('Report password', 'abc12'),
    press('Save changes'),
    'This password is too short.',
  ),
  'a report with a confirmation of its publication': async () => {
    app.service.add({ url: `http://192.168.1.20/admin?${'x'.repeat(1000)}`, result: 'bad' });
    const text = 'This address is on a private network.';
    return walk(openListed, choose('Public'), press('Save changes'), text)();
  },
  'a saved change': walk(
    () => openReport(),
    choose('Public'),
    press('Save changes'),
    'Changes saved',
  ),
  'a report whose new checks could not be read': async () => {
    app.service.add({ url: URL_OPENED, score: 44, generated_at: '2026-10-26T09:00:00Z' });
    return walk(
      openListed,
      async () =>
        app.service.behave([
          { on: { method: 'PUT' }, shape: { checks: false } },
          { on: ONE_REPORT, fail: failures.tooManyRequests },
        ]),
      press('Update results'),
      shows('button', 'Try again'),
      'Checks of Oct 26, 2026',
    )();
  },
  'an older report with a confirmation of its update': async () => {
    app.service.add({ url: URL_OPENED, score: 44, generated_at: '2025-10-26T09:00:00Z' });
    app.service.add({ url: URL_OPENED, score: 81 });
    const popup = await openRows(2);
    await popup.row('44').open();
    await popup.untilReportIsRead();
    return walk(
      async () => popup,
      press('Update results'),
      shows('button', 'Update anyway'),
      'whose link will then show the new result.',
    )();
  },
};

type Behaviour = Parameters<typeof app.service.behave>[0];

/** Opens a report at a service with a behaviour. Waits for a text, by default for the read report. */
function openReport(behaviour: Behaviour = null, text?: string): Promise<Screen> {
  app.service.add({ url: URL_OPENED, result: 'good' });
  return openListed(behaviour, text);
}

function openAnswer(fields: object): Promise<Screen> {
  const data = { id: 1, url: URL_OPENED, ...fields };
  return openReport({ on: ONE_REPORT, fail: { kind: 'answer', ...jsonAnswer(200, { data }) } });
}

async function openListed(behaviour: Behaviour = null, text?: string): Promise<Screen> {
  const popup = await openRows(1);
  app.service.behave(behaviour);
  await popup.click('.rows .row');
  await (text === undefined ? popup.untilReportIsRead() : popup.says(text));
  return popup;
}
