import { until } from '../browser/condition';
import { closePopup } from '../browser/popup';
import { press } from '../browser/roles';
import { failures } from '../service/failure';
import { untilSaid } from './popup-reading';
import { changeKept, openConnected, type Scene, type State } from './scene';

/** The popup, opened again while something became of a report that was asked for before. */
export const SUBMISSION_STATES: Record<string, State> = {
  'a report on its way': (scene) => openAgain(scene, {}, 'Being created: '),
  'a report that was refused': (scene) => {
    const fields = [{ field: 'url', messages: ['This address cannot be analysed.'] }];
    const failure = { code: 'invalid', message: null, fields };
    return openAgain(scene, { state: 'failed', failure }, 'was not reported.');
  },
  'a report of which nobody knows': (scene) => {
    const failure = { code: 'timed-out', seconds: 180 };
    return openAgain(scene, { state: 'unclear', failure }, 'Nobody knows whether ');
  },
};

async function openAgain(scene: Scene, outcome: object, said: string) {
  const { stage, service } = scene;
  const popup = await openConnected(scene, `${service.samplePages.good}?${'long=1&'.repeat(30)}`);
  service.behave({ on: { method: 'POST' }, fail: failures.silence });
  await press(popup, 'Create report');
  await until('it is on its way', () => service.requests.at(-1)?.method === 'POST');
  await closePopup(popup);
  await changeKept(scene, '/submissions', outcome);
  const page = (await stage.browser.pages()).at(-1);
  if (page === undefined) throw new Error('The page has gone.');
  const again = await stage.openPopupAgain(page);
  await untilSaid(again, said);
  return again;
}
