import { isDeepStrictEqual } from 'node:util';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import { hasFailed } from '@/lib/result';
import { readHistories } from './past-results';
import { type NewKey, type Scenario, type Step, urlOf } from './scenario';
import {
  createSimulation,
  type ShownQueue,
  type Simulation,
  type SimulationOptions,
  waitsForPerson,
} from './simulation';
import { violationsAtEnd } from './violations';
import { untilIdle } from './virtual-time';

export interface CompletedScenario {
  simulation: Simulation;
  /** Violated guarantees, as sentences. */
  violations: string[];
  /** The queue at the end of the scenario. */
  queue: ShownQueue;
}

/** A new key of the main account. Open jobs stay. */
const MAIN_ACCOUNT_KEY: NewKey = { dropsOpenJobs: false };

/** Limit for attempts to get an answer. Every scenario plans fewer refusals. */
const MAX_ATTEMPTS = 20;

const RATE_LIMIT_WINDOW_MS = 60_000;

/** Runs all steps, removes all obstacles, waits until no work is left, and checks the guarantees. */
export async function runScenario(
  scenario: Scenario,
  options: SimulationOptions = {},
): Promise<CompletedScenario> {
  const simulation = createSimulation(scenario, options);
  const { service, browser, person } = simulation;
  void person.connect(MAIN_ACCOUNT_KEY).then(() => person.refresh());
  await simulation.advanceTime(1000);
  service.plan(scenario.outcomes);
  for (const step of scenario.steps) await runStep(step, simulation, options);
  browser.cancelPlannedStop();
  browser.wake();
  browser.setOnline(true);
  browser.allowHost();
  simulation.endOutage();
  await simulation.advanceTime(Number.POSITIVE_INFINITY);
  await endBackoff(simulation);
  await simulation.checkPastResults();
  const queue = await simulation.readShownQueue();
  person.allowDropsOfOtherConnections(await simulation.readConnectionId());
  person.allowDropsOfUnlistedBatches(queue.batches.map(({ id }) => id));
  const atEnd = await violationsAtEnd(simulation, queue);
  await checkRestart(simulation);
  await checkLists(simulation);
  await simulation.checkDisk();
  if (person.isRefreshing()) simulation.addViolation('a refresh never ends');
  browser.close();
  const violations = new Set([...simulation.violations, ...atEnd]);
  return { simulation, queue, violations: [...violations] };
}

async function runStep(
  step: Step,
  simulation: Simulation,
  { checks = [] }: SimulationOptions,
): Promise<void> {
  const { service, browser, person, time } = simulation;
  const reportIdAt = (index: number) => service.rows.at(-1 - index)?.report.id ?? '';
  switch (step.do) {
    case 'wait':
      await simulation.advanceTime(step.seconds * 1000);
      return simulation.checkPastResults();
    case 'run microtasks':
      for (let microtask = 0; microtask < step.count; microtask += 1) await null;
      return;
    case 'stop the worker':
      return browser.stop('worker', step.afterStorageCalls);
    case 'restart the browser':
      return browser.stop('browser', step.afterStorageCalls);
    case 'lose the settings':
      browser.loseSettings();
      person.onSettingsLost();
      return void person.connect(step);
    case 'wake the worker':
      return browser.wake();
    case 'go offline':
      return browser.setOnline(false);
    case 'go online':
      return browser.setOnline(true);
    case 'remove the permission':
      return browser.removePermission();
    case 'allow the host':
      return browser.allowHost();
    case 'somebody reports':
      return service.anotherPerson.creates({ url: urlOf(step.page), privacy: step.privacy });
    case 'somebody publishes':
      return service.anotherPerson.publishes(reportIdAt(step.index));
    case 'somebody deletes':
      return service.anotherPerson.deletes(reportIdAt(step.index));
    case 'the key is refused':
      return simulation.refuseKey();
    case 'set the clock':
      // Completes the work of the current time before the clock changes.
      await untilIdle();
      // Lookups wait by the clock, so the clock does not change while a creation is open.
      if ((await simulation.countOpenCreations()) > 0) return;
      time.changeClock(step.seconds * 1000);
      return browser.updateAlarm();
    case 'the service goes down':
      return simulation.startOutage(step.seconds, step.outage);
    case 'check':
      await untilIdle();
      await checks[step.index]?.(simulation);
      return;
    default:
      return person.perform(step);
  }
}

/** Connects with new API keys until the backoff ends. */
async function endBackoff(simulation: Simulation): Promise<void> {
  const { person, keyAccounts } = simulation;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const usesMainAccount =
      (await simulation.isConnected()) && keyAccounts.latestInUse() === 'main';
    if (usesMainAccount && !waitsForPerson((await simulation.readShownQueue()).backoff)) return;
    void person.connect(MAIN_ACCOUNT_KEY);
    await simulation.advanceTime(Number.POSITIVE_INFINITY);
    await simulation.advanceTime(RATE_LIMIT_WINDOW_MS);
    await simulation.advanceTime(Number.POSITIVE_INFINITY);
  }
}

/** Restarts the browser. Expects that all single jobs continue, except jobs of private windows. */
async function checkRestart(simulation: Simulation): Promise<void> {
  const before = await idsOfSingleJobs(simulation);
  simulation.browser.stop('browser', 0);
  await simulation.advanceTime(Number.POSITIVE_INFINITY);
  const after = await idsOfSingleJobs(simulation);
  if (before !== after) simulation.addViolation(`a restart changes ${before} to ${after}`);
}

async function idsOfSingleJobs({ readShownQueue }: Simulation): Promise<string> {
  const { singles } = await readShownQueue();
  const ids = singles.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id);
  return ids.sort().join(' and ');
}

/** Compares the newest list and the history with the service. */
async function checkLists(simulation: Simulation): Promise<void> {
  const { scenario, service, addViolation } = simulation;
  // Waits until lists contain the last created report.
  await simulation.advanceTime(scenario.traits.lag * 1000 + 1);
  if (!(await refreshUntilSuccess(simulation))) return;
  const shown = await simulation.readNewestList();
  const listed = service.reportsMatching(RECENT_REPORTS_QUERY);
  const isSame =
    isDeepStrictEqual(shown?.reports, listed.slice(0, RECENT_REPORTS_QUERY.perPage)) &&
    shown?.total === (scenario.traits.counts ? listed.length : null);
  if (!isSame) addViolation('the shown list differs from the service');
  await checkHistories(simulation);
}

/** Returns whether a refresh has succeeded. */
async function refreshUntilSuccess(simulation: Simulation): Promise<boolean> {
  const { person } = simulation;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const refresh = person.refresh();
    await simulation.advanceTime(Number.POSITIVE_INFINITY);
    if (person.isRefreshing()) return false;
    const reply = await refresh;
    if (reply !== null && !hasFailed(reply)) return true;
    if (attempt === MAX_ATTEMPTS) break;
    void person.connect(MAIN_ACCOUNT_KEY);
    await simulation.advanceTime(Number.POSITIVE_INFINITY);
    await simulation.advanceTime(RATE_LIMIT_WINDOW_MS);
  }
  simulation.addViolation('no refresh succeeds');
  return false;
}

/**
 * Compares the history of the connection in use with the service's newest list. Expects all results of an
 * account in one history.
 */
async function checkHistories(simulation: Simulation): Promise<void> {
  const { keyAccounts, person, service, addViolation } = simulation;
  const connectionIdInUse = await simulation.readConnectionId();
  const histories = await readHistories();
  const history = histories.find(({ connectionId }) => connectionId === connectionIdInUse);
  const listed = service.reportsMatching(RECENT_REPORTS_QUERY);
  for (const { id, generatedAt } of listed.slice(0, RECENT_REPORTS_QUERY.perPage)) {
    const stored = history?.currentDates.get(id);
    if (stored !== generatedAt) {
      addViolation(`the history has ${stored} of ${id}, not ${generatedAt}`);
    }
  }
  const historiesOfMainAccount = histories.filter(
    ({ connectionId, results }) =>
      results.size > 0 && keyAccounts.accountOfConnection(connectionId) === 'main',
  );
  const hasConfusedAccounts = person.hasSplitAccount() || person.hasMixedAccounts();
  if (historiesOfMainAccount.length > 1 && !hasConfusedAccounts) {
    addViolation('the results of one account are in two histories');
  }
}
