import { hasFailed, type Outcome } from '@/lib/outcome';
import { Privacy } from '@/lib/report/privacy';
import { RECENT_REPORTS_QUERY } from '@/lib/report/report-query';
import type { ReportDraft } from '@/lib/submission/report-draft';
import type { Creation, Submission } from '@/lib/submission/submission';
import { type Step, URLS } from './history';
import type { ModelBrowser } from './model-browser';

/** A report that the person has asked for, and what the person has done about it since. */
export interface Asked {
  id: string;
  draft: ReportDraft;
  isPrivateWindow: boolean;
  /** The start of the browser that its page belongs to: none outlasts it. */
  start: number;
  /** What the page was told last; undefined while it waits. */
  told: Outcome<Creation> | undefined;
  /** Whether a page waits for an answer. */
  isWaitedFor: boolean;
  /** The person took it back, or may have: the worker may have ended in the middle. */
  isDiscarded: boolean;
  /** How often the person had it sent again without knowing whether it was there. */
  repeats: number;
}

/** Somebody in front of the browser's pages. */
export interface Person {
  readonly asked: readonly Asked[];
  do(step: Step): void;
  /** How many refreshes wait for their answer. */
  readonly refreshesOpen: number;
  /** Forgets all that was asked for, as disconnecting does. */
  giveUpAll(): void;
  /** The browser was closed, which drops these. */
  dropAll(dropped: readonly Submission[]): void;
}

/** As in lib/state/report-form.ts. */
const MOST_QUESTIONS = 3;

/**
 * Makes the person.
 * @param stateOf how a submission is stored at this moment
 */
export function createPerson(
  browser: ModelBrowser,
  stateOf: (id: string) => Submission | undefined,
): Person {
  const asked: Asked[] = [];
  const givenUp = new Set<Asked>();
  let refreshesOpen = 0;

  async function ask(one: Asked, questions: number): Promise<void> {
    const { id, draft, isPrivateWindow, start } = one;
    one.isWaitedFor = true;
    for (let question = 1; question <= questions; question += 1) {
      if (browser.starts !== start || one.isDiscarded) break;
      try {
        one.told = await browser.ask(({ api }) => api.create(id, draft, isPrivateWindow));
        break;
      } catch {
        // The worker was stopped.
      }
    }
    one.isWaitedFor = false;
  }

  function create({ url, privacy, isPatient, isPrivateWindow }: Step & { do: 'create' }): void {
    const id = `s${asked.length + 1}`;
    const password = privacy === Privacy.Password ? passwordOf(id) : undefined;
    const draft = { url: URLS[url] ?? '', privacy, ...(password && { password }) };
    const one: Asked = {
      ...{ id, draft, isPrivateWindow, told: undefined, isWaitedFor: false },
      ...{ isDiscarded: false, repeats: 0, start: browser.starts },
    };
    asked.push(one);
    void ask(one, isPatient ? MOST_QUESTIONS : 1);
  }

  async function discard(one: Asked): Promise<void> {
    const wasDiscarded = one.isDiscarded;
    // Until the answer is there, either may be true.
    one.isDiscarded = true;
    try {
      const outcome = await browser.ask(({ api }) => api.discard(one.id));
      // One that was given up in the meantime stays so.
      if (givenUp.has(one)) return;
      one.isDiscarded = wasDiscarded || hasFailed(outcome) || outcome.value;
    } catch {
      // The worker was stopped.
    }
  }

  function retry(one: Asked): void {
    const stored = stateOf(one.id);
    // One that is searched for may be unconfirmed by the time that the worker hears of it.
    const isUnconfirmed =
      stored?.state === 'checking' ||
      (stored?.state === 'needs-attention' && stored.reason === 'unconfirmed');
    if (isUnconfirmed) one.repeats += 1;
    const { password } = one.draft;
    void browser.ask(({ api }) => api.retry(one.id, password)).catch(() => {});
  }

  function giveUp(all: readonly Asked[]): void {
    for (const one of all) {
      one.isDiscarded = true;
      givenUp.add(one);
    }
  }

  async function refresh(): Promise<void> {
    refreshesOpen += 1;
    await browser.ask(({ api }) => api.list(RECENT_REPORTS_QUERY)).catch(() => {});
    refreshesOpen -= 1;
  }

  return {
    asked,
    get refreshesOpen() {
      return refreshesOpen;
    },
    giveUpAll: () => giveUp(asked),
    dropAll(dropped) {
      giveUp(asked.filter(({ id }) => dropped.some((one) => one.id === id)));
    },
    do(step) {
      const one = 'which' in step ? asked[step.which] : undefined;
      if (step.do === 'create') create(step);
      else if (step.do === 'discard' && one) void discard(one);
      else if (step.do === 'retry' && one) retry(one);
      else if (step.do === 'ask again' && one && !one.isDiscarded) void ask(one, 1);
      else if (step.do === 'retryNow')
        void browser.ask(({ api }) => api.retryNow()).catch(() => {});
      else if (step.do === 'refresh') {
        void refresh();
      }
    },
  };
}

/** A password that is found wherever it should not be. */
export function passwordOf(id: string): string {
  return `hush-hush-${id}`;
}
