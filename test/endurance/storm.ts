import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { announcementAfter } from '../browser/announcements';
import { until } from '../browser/condition';
import type { Answer } from '../browser/extension-tab';
import { byRole, fill, press, textsOf } from '../browser/roles';
import { connectAtOnce, type TestBrowser } from '../browser/test-browser';
import type { Behaviour } from '../service/behaviour';
import { failures } from '../service/served-failure';
import type { Service } from '../service/service';
import { isResting, sleep } from './computer-sleep';
import { makeDrafts, outcome, type ReportDraft } from './drafts';
import { type Chances, createChances } from './random';

export interface StormOptions {
  seed: number;
  submissions: number;
  /** Number of reports that are submitted in the popup. The others are submitted by message. */
  throughPopup: number;
  /**
   * Whether the computer sleeps while the queue only waits. Otherwise a run takes minutes for each
   * lookup.
   */
  skipsWaiting: boolean;
  /** Time limit for an empty queue, in milliseconds. */
  patience: number;
}

/** Share of the pages that another person reports first. */
const REPORTED_BEFORE = 1 / 3;

/** Larger than the number of requests of a run. Later requests are answered. */
const MAX_REQUESTS = 20_000;

/**
 * Submits reports despite three faults. The worker stops at random moments. The service drops a third of
 * its answers after the work. Another person has reported some pages. Ends when the queue is empty.
 */
export async function storm(testBrowser: TestBrowser, service: Service, options: StormOptions) {
  const { seed, submissions, throughPopup, skipsWaiting, patience } = options;
  const chances = createChances(seed);
  const extensionTab = await testBrowser.extensionTab();
  /**
   * `sleeps`: worker stops with planned times in the past. `retries`: jobs that a person sent
   * again.
   */
  const figures = { kills: 0, sleeps: 0, repeatedCalls: 0, retries: 0 };
  let asleep: Promise<void> = Promise.resolve();
  let isOver = false;

  /** Repeats the call with the same id until a reply arrives, like the form. */
  async function submit(draft: ReportDraft): Promise<void> {
    const { password, ...page } = draft;
    const subjects = [{ kind: 'create', ...page }];
    const job = { id: randomUUID(), subjects, password, isConfirmed: true };
    let answer: Answer | undefined;
    while (answer === undefined && !isOver) {
      await asleep;
      answer = await extensionTab.callForConnection('createJob', job).catch(() => undefined);
      if (answer === undefined) figures.repeatedCalls += 1;
    }
    if (answer?.failure) throw new Error(`Not stored: ${JSON.stringify(answer)}`);
  }

  async function submitByMessage(drafts: readonly ReportDraft[]): Promise<void> {
    const pendingCalls: Promise<void>[] = [];
    for (const draft of drafts) {
      pendingCalls.push(submit(draft));
      await pause(chances.between(0, 120));
    }
    await Promise.all(pendingCalls);
  }

  async function submitThroughPopup(drafts: readonly ReportDraft[]): Promise<void> {
    for (const draft of drafts) await pressCreate(testBrowser, service, draft);
  }

  async function interrupt(): Promise<void> {
    const interrupting = createChances(seed + 2);
    while (!isOver) {
      // Counts requests instead of time. Otherwise, a slow machine would only start the worker.
      const targetCount = service.requests.length + interrupting.between(1, 12);
      const nextMoment = async () => {
        if (isOver || service.requests.length >= targetCount) return 'requests';
        return isResting(await extensionTab.queue()) && 'rest';
      };
      const moment = await until('requests or rest', nextMoment, patience);
      await pause(interrupting.between(0, 80));
      if (isOver) return;
      figures.kills += 1;
      if (skipsWaiting && (moment === 'rest' || interrupting.happens(0.5))) {
        figures.sleeps += 1;
        asleep = sleep(testBrowser, service);
        await asleep;
      } else await testBrowser.stopWorker();
      if (moment === 'rest' && !skipsWaiting) {
        const isActive = async () => isOver || !isResting(await extensionTab.queue());
        await until('its alarm starts the worker', isActive, patience);
      } else await extensionTab.wake();
    }
  }

  /**
   * Retries the jobs that need attention, whose requests were cut before the work. Returns whether the queue
   * is empty.
   */
  async function retryAndCheckEmpty(): Promise<boolean> {
    const operations = await extensionTab.operations();
    for (const { jobId } of operations.filter(({ status }) => status === 'needsAttention')) {
      figures.retries += 1;
      await extensionTab.callForConnection('updateJob', jobId, { kind: 'retry' }).catch(() => {});
    }
    return operations.length === 0;
  }

  const drafts = makeDrafts(submissions, chances);
  const others = drafts.filter(() => chances.happens(REPORTED_BEFORE));
  for (const draft of others) {
    const now = new Date().toISOString();
    service.add({ ...draft, created_at: now });
  }
  await connectAtOnce(testBrowser, service);
  const countBefore = service.requests.length;
  const plan = droppingAThird(createChances(seed + 1));
  service.behave(plan);
  // The popup submits only unrepeated drafts. The confirmation of a repeated page would disappear when the
  // first creation ends.
  const isAlone = (one: ReportDraft) => drafts.indexOf(one) === drafts.lastIndexOf(one);
  const byForm = drafts.filter(isAlone).slice(0, throughPopup);
  const byMessage = drafts.filter((one) => !byForm.includes(one));
  const submitAll = async () => {
    await Promise.all([submitThroughPopup(byForm), submitByMessage(byMessage)]);
    await until('no operation is left', retryAndCheckEmpty, patience);
  };
  const end = () => {
    isOver = true;
  };
  await Promise.all([interrupt(), submitAll().finally(end)]);
  const requests = service.requests.length - countBefore;
  const dropped = plan.slice(0, requests).filter(({ fail }) => fail !== undefined).length;
  const counts = { ...figures, requests, dropped, others: others.length };
  return { ...counts, ...outcome(service, drafts, others) };
}

const POPUP_MS = 120_000;
/** The next button that the person presses, by the message of the form. */
const NEXT_PRESS: Record<string, RegExp> = {
  'Create report': /The browser stopped the request\. Try again\./,
  // Another person has reported the page with the same privacy.
  'Create another': /Reported just now/,
};
const CREATE = byRole('button', 'Create report');
const PRIVACY_LABELS = ['Public', 'Private', 'Password'] as const;

/**
 * Submits a report in the popup of the toolbar button, and closes the popup when the job is stored.
 */
async function pressCreate(
  testBrowser: TestBrowser,
  { samplePages }: Service,
  { url, privacy, password }: ReportDraft,
): Promise<void> {
  const { popup, page } = await testBrowser.openPopupOn(samplePages.good);
  await fill(popup, 'URL', url);
  await popup.choose(PRIVACY_LABELS[privacy]);
  if (password !== undefined) await fill(popup, 'Report password', password);
  // A call of a popup ends with the popup. If the worker stops during three calls, the job is not stored.
  let button: string | undefined = 'Create report';
  while (button !== undefined) {
    const pressed: string = button;
    await announcementAfter(popup, () => press(popup, pressed), POPUP_MS);
    await until(
      'the form has its answer',
      () => popup.$eval(CREATE, (button) => button.ariaDisabled !== 'true'),
      POPUP_MS,
    );
    const said = (await textsOf(popup, 'form [role=alert]')).join();
    button = Object.keys(NEXT_PRESS).find((name) => NEXT_PRESS[name]?.test(said));
  }
  await page.close();
}

/** Returns behaviours for single requests. About a third of the answers are dropped. */
function droppingAThird(chances: Chances): Behaviour[] {
  return Array.from({ length: MAX_REQUESTS }, () => ({
    times: 1,
    delayMs: chances.between(0, 60),
    ...(chances.happens(1 / 3) && { fail: failures.cutAfterWork }),
  }));
}
