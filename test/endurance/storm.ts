import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { announcementAfter } from '../browser/announcements';
import { until } from '../browser/condition';
import { byRole, fill, press, textsOf } from '../browser/roles';
import type { Answer, Insider } from '../e2e/insider';
import { connectAtOnce } from '../e2e/scene';
import type { Stage } from '../e2e/stage';
import type { StoredTasks } from '../e2e/stored';
import type { Behaviour } from '../service/behaviour';
import { failures } from '../service/served-failure';
import { type Service, startService } from '../service/service';
import { isResting, sleep } from './computer-sleep';
import { differences, makeDrafts, type ReportDraft } from './drafts';
import { createChances } from './random';

export interface StormOptions {
  seed: number;
  submissions: number;
  /** How many of them go through the popup; the others go by its message alone. */
  throughPopup: number;
  /**
   * Whether the computer sleeps while the queue only waits for its next search; otherwise a run takes
   * as many minutes as the searches do.
   */
  skipsWaiting: boolean;
  /** How long it may take until nothing waits any more, in milliseconds. */
  patience: number;
}

/** What happened in a storm. */
export interface StormFigures extends StormOptions {
  /** How often the worker was stopped at a random moment. */
  kills: number;
  /** How many of those were a sleep of the computer, so that planned times were over afterwards. */
  sleeps: number;
  /** Messages that died with their worker and were sent again. */
  asksAgain: number;
  requests: number;
  /** Answers that the service did not give after it had done the work. */
  dropped: number;
  /** Requests to create a report that went out beyond the first for each. */
  repeats: number;
  /** Submissions that were sent again at a person's word. */
  personsWord: number;
  /** Reports that another client has made of the same pages, before the extension was connected. */
  others: number;
  reports: number;
  seconds: number;
  /** What is not as it was asked for, a line each. */
  differences: string[];
}

/** How many pages another client reports first. */
const REPORTED_BEFORE = 1 / 3;
/** How many of these have no result yet, and tell no time. */
const WITHOUT_RESULT = 1 / 2;

/** More than a run makes; later ones are answered. */
const MOST_REQUESTS = 20_000;

/**
 * Submits reports while the worker is stopped at random moments, the service drops a third of all its
 * answers after doing the work, and another client has reported the same pages; ends when nothing
 * waits any more.
 */
export async function storm(stage: Stage, options: StormOptions): Promise<StormFigures> {
  const { seed, submissions, throughPopup, skipsWaiting, patience } = options;
  const chances = createChances(seed);
  // Browsers repeat a request themselves when a connection that they use again is cut.
  const service = await startService({ sampleReports: false, keepAlive: false });
  const insider = await stage.insider();
  const startedAt = Date.now();
  const figures = { kills: 0, sleeps: 0, asksAgain: 0, personsWord: 0 };
  try {
    const drafts = makeDrafts(submissions, chances);
    const others = drafts.filter(() => chances.happens(REPORTED_BEFORE));
    for (const draft of others) {
      const now = new Date().toISOString();
      const result = chances.happens(WITHOUT_RESULT) ? null : 'good';
      service.add({ ...draft, result, created_at: now, generated_at: result && now });
    }
    await connectAtOnce(stage, service);
    const connecting = service.requests.length;
    const plan = droppingAThird(createChances(seed + 1));
    service.behave(plan);

    let asleep: Promise<void> = Promise.resolve();
    let isOver = false;

    /** Asks with the same id until an answer comes, as the form does when its message dies. */
    async function submit(draft: ReportDraft): Promise<void> {
      const id = randomUUID();
      for (;;) {
        await asleep;
        try {
          return refuseFailure(await insider.ask('add', [{ id, kind: 'create', draft }]));
        } catch (error) {
          if (error instanceof Refusal || isOver) throw error;
          figures.asksAgain += 1;
        }
      }
    }

    async function submitByMessage(): Promise<void> {
      const underWay: Promise<void>[] = [];
      for (const draft of drafts.slice(throughPopup)) {
        underWay.push(submit(draft));
        await pause(chances.between(0, 120));
      }
      await Promise.all(underWay);
    }

    async function submitThroughPopup(): Promise<void> {
      for (const draft of drafts.slice(0, throughPopup)) await pressCreate(stage, service, draft);
    }

    async function interrupt(): Promise<void> {
      const interrupting = createChances(seed + 2);
      while (!isOver) {
        // By requests and not by time: a slow machine would only ever start the worker.
        const enough = service.requests.length + interrupting.between(1, 12);
        const moment = await until(
          'requests or rest',
          async () => {
            if (isOver || service.requests.length >= enough) return 'requests';
            return isResting(await insider.tasks()) && 'rest';
          },
          patience,
        );
        await pause(interrupting.between(0, 80));
        if (isOver) return;
        figures.kills += 1;
        if (moment === 'rest' && !skipsWaiting) {
          await stage.stopWorker();
          const goesOn = async () => isOver || !isResting(await insider.tasks());
          await until('its alarm starts the worker', goesOn, patience);
        } else if (moment === 'rest' || (skipsWaiting && interrupting.happens(0.5))) {
          figures.sleeps += 1;
          asleep = sleep(stage, service);
          await asleep;
          await insider.wake();
        } else {
          await stage.stopWorker();
          await insider.wake();
        }
      }
    }

    async function submitAll(): Promise<void> {
      await Promise.all([submitByMessage(), submitThroughPopup()]);
      await until(
        'nothing waits any more',
        async () => {
          const kept = await insider.tasks();
          figures.personsWord += await agree(insider, kept);
          return kept.tasks.length === 0;
        },
        patience,
      );
    }

    await Promise.all([
      interrupt(),
      submitAll().finally(() => {
        isOver = true;
      }),
    ]);
    const requests = service.requests.slice(connecting);
    const creations = requests.filter(({ method }) => method === 'POST').length;
    return {
      ...options,
      ...figures,
      requests: requests.length,
      dropped: plan.slice(0, requests.length).filter(({ fail }) => fail !== undefined).length,
      repeats: creations - submissions,
      others: others.length,
      reports: service.reports().length,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      differences: differences([...drafts, ...others], service.reports()),
    };
  } finally {
    await service.close();
  }
}

const POPUP_MS = 120_000;
/** What the form says when a person has to press again. */
const INTERRUPTED = 'The browser stopped the request. Try again.';
const CREATE = byRole('button', 'Create report');
const PRIVACY_LABELS = ['Public', 'Private', 'Password'] as const;

/** Submits a report through the toolbar button and the form, and closes the popup when it is answered. */
async function pressCreate(
  stage: Stage,
  { samplePages }: Service,
  { url, privacy, password }: ReportDraft,
): Promise<void> {
  const { popup, page } = await stage.openPopupOn(samplePages.good);
  await fill(popup, 'URL', url);
  await popup.choose(PRIVACY_LABELS[privacy]);
  if (password !== undefined) await fill(popup, 'Report password', password);
  // What a popup asks dies with it; and a worker that is stopped three times has stored nothing.
  let said = INTERRUPTED;
  while (said.includes(INTERRUPTED)) {
    await announcementAfter(popup, () => press(popup, 'Create report'), POPUP_MS);
    await until(
      'the form has its answer',
      () => popup.$eval(CREATE, (button) => button.ariaDisabled !== 'true'),
      POPUP_MS,
    );
    said = (await textsOf(popup, 'form [role=alert]')).join();
  }
  await page.close();
}

/** Whatever comes in, in turn: about each third answer is dropped. */
function droppingAThird(chances: ReturnType<typeof createChances>): Behaviour[] {
  return Array.from({ length: MOST_REQUESTS }, () => ({
    times: 1,
    delayMs: chances.between(0, 60),
    ...(chances.happens(1 / 3) && { fail: failures.cutAfterWork }),
  }));
}

/** Sends again what was repeated as often as it may be: each of these requests was cut unworked. */
async function agree(insider: Insider, { tasks }: StoredTasks) {
  const asking = tasks.filter(({ state }) => state === 'stuck');
  for (const { id } of asking) await insider.ask('retry', id).catch(() => {});
  return asking.length;
}

/** A task that is not stored. */
class Refusal extends Error {}

function refuseFailure(answer: Answer): void {
  if (answer?.failure) throw new Refusal(JSON.stringify(answer));
}
