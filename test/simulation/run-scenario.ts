import { isDeepStrictEqual } from 'node:util';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { storedEvidence } from './past-results';
import { type NewKey, type Scenario, type Step, urlOf } from './scenario';
import { createWorld, isShut, type Options, type SeenView, type World } from './simulation';
import { findings } from './violations';
import { quiescence } from './virtual-time';

export interface Ending {
  world: World;
  /** Violated guarantees, as sentences; empty if there are none. */
  findings: string[];
  view: SeenView;
}

/** A new key of the person's own account, which keeps open jobs. */
const OWN_KEY: NewKey = { dropsOpenWork: false };

/** Limit for attempts. Every scenario has fewer planned refusals. */
const MAX_ROUNDS = 20;

export async function play(scenario: Scenario, options: Options = {}): Promise<Ending> {
  const world = createWorld(scenario, options);
  const { service, browser, person, pass, note } = world;
  void person.connect(OWN_KEY).then(() => person.refresh());
  await pass(1000);
  service.plan(scenario.fates);
  for (const step of scenario.steps) await runStep(step, world, options);
  // Removes a planned stop of the worker.
  browser.stop('worker', Number.POSITIVE_INFINITY);
  browser.wake();
  browser.setOnline(true);
  browser.allowHost();
  world.endOutages();
  await pass(Number.POSITIVE_INFINITY);
  await endBackoff(world);
  await world.checkResults();
  const view = await world.view();
  person.countDropsOfOtherConnections(await world.connectionId());
  person.countDropsOfUnlistedBatches(view.batches.map(({ id }) => id));
  const found = await findings(world, view);
  await restart(world);
  await refreshToTheEnd(world);
  await world.checkDisk();
  if (person.isRefreshing()) note('a refresh never ends');
  browser.close();
  return { world, view, findings: [...new Set([...world.notes, ...found])] };
}

async function runStep(step: Step, world: World, { checks = [] }: Options): Promise<void> {
  const { service, browser, person, time, pass } = world;
  const rows = service.rows;
  const idOf = ({ which }: { which: number }) => rows.at(-1 - which)?.report.id ?? '';
  switch (step.do) {
    case 'wait':
      await pass(step.seconds * 1000);
      return world.checkResults();
    case 'run microtasks':
      for (let microtask = 0; microtask < step.count; microtask += 1) await null;
      return;
    case 'stop the worker':
    case 'restart the browser':
      return browser.stop(
        step.do === 'restart the browser' ? 'browser' : 'worker',
        step.afterStorageCalls,
      );
    case 'lose the settings':
      browser.loseSettings();
      person.losesSettings();
      return void person.connect(step);
    case 'wake the worker':
      return browser.wake();
    case 'go offline':
    case 'go online':
      return browser.setOnline(step.do === 'go online');
    case 'remove the permission':
      return browser.removePermission();
    case 'allow the host':
      return browser.allowHost();
    case 'somebody reports':
      return service.somebody.reports({ url: urlOf(step.url), privacy: step.privacy });
    case 'somebody publishes':
      return service.somebody.publishes(idOf(step));
    case 'somebody deletes':
      return service.somebody.deletes(idOf(step));
    case 'the key is refused':
      return world.refuseKey();
    case 'set the clock':
      // First completes the current moment, so that each moment has a single clock time.
      await quiescence();
      // A lookup tolerates one lost wait, so the clock is not set while a creation is open.
      if ((await world.openCreations()) > 0) return;
      time.setClock(step.seconds * 1000);
      return browser.setAlarmAgain();
    case 'the service goes down':
      return world.goDown(step.seconds, step.outage);
    case 'check':
      await quiescence();
      await checks[step.index]?.(world);
      return;
    default:
      return person.do(step);
  }
}

/** Connects with new API keys until the backoff ends. */
async function endBackoff(world: World): Promise<void> {
  const { person, pass } = world;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isAtOwnAccount = (await world.isConnected()) && world.keyOwners.inUse() === 'own';
    if (isAtOwnAccount && !isShut((await world.view()).backoff)) return;
    void person.connect(OWN_KEY);
    await pass(Number.POSITIVE_INFINITY);
    // Waits for the next window of the rate limit.
    await pass(60_000);
    await pass(Number.POSITIVE_INFINITY);
  }
}

/** Restarts the browser, and compares the shown jobs before and after, except those of private windows. */
async function restart({ browser, pass, view, note }: World): Promise<void> {
  const shown = async () => {
    const { singles } = await view();
    const ids = singles.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id);
    return ids.sort().join(' and ');
  };
  const before = await shown();
  browser.stop('browser', 0);
  await pass(Number.POSITIVE_INFINITY);
  const after = await shown();
  if (before !== after) note(`a restart changes ${before} to ${after}`);
}

/** Refreshes until the service answers, and compares the shown list with the service. */
async function refreshToTheEnd(world: World): Promise<void> {
  const { scenario, person, service, pass, note, newest } = world;
  // Waits until lists show the last created report.
  await pass(scenario.traits.lag * 1000 + 1);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const refreshing = person.refresh();
    await pass(Number.POSITIVE_INFINITY);
    if (person.isRefreshing()) return;
    const outcome = await refreshing;
    if (outcome !== null && !hasFailed(outcome)) break;
    if (round === MAX_ROUNDS - 1) return note('no refresh succeeds');
    void person.connect(OWN_KEY);
    await pass(Number.POSITIVE_INFINITY);
    // Waits for the next window of the rate limit.
    await pass(60_000);
  }
  const shown = await newest();
  const all = service.listed(RECENT_REPORTS_QUERY);
  const isSame =
    isDeepStrictEqual(shown?.reports, all.slice(0, RECENT_REPORTS_QUERY.perPage)) &&
    shown?.total === (scenario.traits.counts ? all.length : null);
  if (!isSame) note('the shown list differs from the service');
  await compareHistories(world);
}

/**
 * Compares the history of the connection in use with the service's newest list. Expects all results of an
 * account in one history.
 */
async function compareHistories(world: World): Promise<void> {
  const { keyOwners, person, service, note } = world;
  const inUse = await world.connectionId();
  const evidence = await storedEvidence();
  const own = evidence.find(({ connectionId }) => connectionId === inUse);
  const newest = service.listed(RECENT_REPORTS_QUERY).slice(0, RECENT_REPORTS_QUERY.perPage);
  for (const { id, generatedAt } of newest) {
    const stored = own?.rows.get(id);
    if (stored !== generatedAt) note(`the history has ${stored} of ${id}, not ${generatedAt}`);
  }
  const ofOwnAccount = evidence.filter(
    ({ connectionId, results }) => results.size > 0 && keyOwners.of(connectionId) === 'own',
  );
  if (ofOwnAccount.length > 1 && !person.hasSplitAccount() && !person.hasMixedAccounts()) {
    note('the results of one account are in two histories');
  }
}
