import { isDeepStrictEqual } from 'node:util';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { findings } from './findings';
import { type History, type Step, urlOf } from './history';
import { quiescence } from './virtual-time';
import { createWorld, isShut, type Options, type SeenView, type World } from './world';

/** How a history ended. */
export interface Ending {
  world: World;
  /** What is wrong, in sentences; empty where every promise was kept. */
  findings: string[];
  /** What pages see of the tasks at the end. */
  view: SeenView;
}

/** More than any history plans refusals. */
const MOST_ROUNDS = 20;

/** Lives through a history, and on until nothing more happens by itself. */
export async function play(history: History, options: Options = {}): Promise<Ending> {
  const world = createWorld(history, options);
  const { service, browser, person, pass, note } = world;
  void person.connect(false).then(() => person.refresh());
  await pass(1000);
  service.plan(history.fates);
  for (const step of history.steps) await live(step, world, options);
  // The last worker that was stopped is followed by one that is not.
  browser.stop(false, Number.POSITIVE_INFINITY);
  browser.wake();
  browser.setOnline(true);
  service.goDown(0, false);
  await pass(Number.POSITIVE_INFINITY);
  await endBackoff(world);
  const view = await world.view();
  const found = await findings(world, view);
  await restart(world);
  await refreshToTheEnd(world);
  await world.checkDisk();
  if (person.isRefreshing()) note('a refresh never ends');
  browser.close();
  return { world, view, findings: [...new Set([...world.notes, ...found])] };
}

async function live(step: Step, world: World, { looks = [] }: Options): Promise<void> {
  const { service, browser, person, time, pass } = world;
  const rows = service.rows;
  const idOf = ({ which }: { which: number }) => rows.at(-1 - which)?.report.id ?? '';
  switch (step.do) {
    case 'wait':
      return pass(step.seconds * 1000);
    case 'go on':
      for (let tick = 0; tick < step.ticks; tick += 1) await null;
      return;
    case 'stop the worker':
    case 'restart the browser':
      return browser.stop(step.do === 'restart the browser', step.afterCalls);
    case 'wake':
      return browser.wake();
    case 'go offline':
    case 'go online':
      return browser.setOnline(step.do === 'go online');
    case 'somebody reports':
      return service.somebody.reports({ url: urlOf(step.url), privacy: step.privacy });
    case 'somebody publishes':
      return service.somebody.publishes(idOf(step));
    case 'somebody deletes':
      return service.somebody.deletes(idOf(step));
    case 'the key is refused':
      return service.refuseKey(person.key());
    case 'set the clock':
      // Not in the middle of what takes no time, where one time would be planned by two clocks.
      await quiescence();
      // A jump may cost one pause: one at a time is what the looks for a report are made for.
      if ((await world.view()).all.create > 0) return;
      time.setClock(step.seconds * 1000);
      return browser.setAlarmAgain();
    case 'the service goes down':
      return service.goDown(step.seconds, step.isTold);
    case 'look':
      await quiescence();
      await looks[step.index]?.(world);
      return;
    default:
      return person.do(step);
  }
}

/** What only a person can change is changed, until operations are sent. */
async function endBackoff(world: World): Promise<void> {
  const { person, pass } = world;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if ((await world.isConnected()) && !isShut((await world.view()).backoff)) return;
    void person.connect(false);
    await pass(Number.POSITIVE_INFINITY);
    // A service that takes so many requests a minute takes more by then.
    await pass(60_000);
    await pass(Number.POSITIVE_INFINITY);
  }
}

/** What a person has to see after a restart of the browser is there again, and nothing else. */
async function restart({ browser, pass, view, note }: World): Promise<void> {
  const shown = async () => {
    const { singles } = await view();
    const ids = singles.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id);
    return ids.sort().join(' and ');
  };
  const before = await shown();
  browser.stop(true, 0);
  await pass(Number.POSITIVE_INFINITY);
  const after = await shown();
  if (before !== after) note(`a restart makes ${after} of ${before}`);
}

/** Refreshes until the service answers, which is when the list that pages show has to be the service's. */
async function refreshToTheEnd(world: World): Promise<void> {
  const { history, person, service, pass, note, newest } = world;
  // Until what was made at the last moment is listed, too.
  await pass(history.manner.lag * 1000 + 1);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const refreshing = person.refresh();
    await pass(Number.POSITIVE_INFINITY);
    if (person.isRefreshing()) return;
    const outcome = await refreshing;
    if (outcome !== null && !hasFailed(outcome)) break;
    if (round === MOST_ROUNDS - 1) return note('no refresh succeeds');
    void person.connect(false);
    await pass(Number.POSITIVE_INFINITY);
    // A service that takes so many requests a minute takes more by then.
    await pass(60_000);
  }
  const shown = await newest();
  const all = service.listed(RECENT_REPORTS_QUERY);
  const isSame =
    isDeepStrictEqual(shown?.reports, all.slice(0, RECENT_REPORTS_QUERY.perPage)) &&
    shown?.total === (history.manner.counts ? all.length : null);
  if (!isSame) note('another list is shown than is there');
}
