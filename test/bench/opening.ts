import type { Browser, CDPSession, Extension, Page } from 'puppeteer-core';
import { until } from '../browser/condition';
import { type Expectation, probeScript, type Seen } from './probe';

/** A popup that was opened by its toolbar button with the probe in it. */
export interface Opening {
  session: CDPSession;
  /**
   * Waits until an expected thing is painted and all of it is laid out, and gives when, in
   * milliseconds since the popup's own navigation.
   */
  painted(name: string): Promise<number>;
  seen(): Promise<Seen>;
  /** The main thread's time so far, in milliseconds. */
  busy(): Promise<number>;
  /** Value of an expression in the page, a promise's when it is one. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer to a button. */
  pointAt(buttonText: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens popups over a page, with a probe in each. */
export interface Opener {
  open(extension: Extension, expected: Record<string, Expectation>): Promise<Opening>;
}

const PATIENCE_MS = 15_000;

/**
 * Makes the opener. New pages are held until the probe is in them; their clock starts with the
 * navigation, and holding them before it lengthens nothing that is measured.
 */
export async function createOpener(browser: Browser, page: Page): Promise<Opener> {
  const watcher = await browser.target().createCDPSession();
  let script = '';
  const sessions: CDPSession[] = [];
  watcher.on('sessionattached', (session) => {
    sessions.push(session);
    void prepare(session).catch(() => {});
  });
  await watcher.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    // A popup is an "other" target until it has its page.
    filter: [{ type: 'page' }, { type: 'other' }],
  });

  async function prepare(session: CDPSession): Promise<void> {
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: script }),
      session.send('Performance.enable'),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  return {
    async open(extension, expected) {
      await page.bringToFront();
      script = probeScript(expected);
      sessions.splice(0);
      await extension.triggerAction(page);
      const url = `chrome-extension://${extension.id}/popup.html`;
      const session = await until(
        'the toolbar button opens the popup',
        async () => {
          for (const one of sessions) {
            const { targetInfo } = await one.send('Target.getTargetInfo');
            if (targetInfo.url.startsWith(url)) return one;
          }
          return undefined;
        },
        PATIENCE_MS,
      );
      return openingOf(browser, session);
    },
  };
}

function openingOf(browser: Browser, session: CDPSession): Opening {
  async function evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  return {
    session,
    evaluate,
    seen: () => evaluate('globalThis.benchProbe'),
    async painted(name) {
      const quoted = JSON.stringify(name);
      const time = await until(
        `the popup paints what is called ${name}`,
        () => evaluate<number | undefined>(`globalThis.benchProbe?.painted[${quoted}]`),
        PATIENCE_MS,
      );
      const unshown = await evaluate<number>(`benchUnshown(${quoted})`);
      if (unshown > 0) throw new Error(`${unshown} elements of the ${name} are not laid out.`);
      return time;
    },
    async busy() {
      const { metrics } = await session.send('Performance.getMetrics');
      const task = metrics.find(({ name }) => name === 'TaskDuration');
      if (task === undefined) throw new Error('The browser does not tell how long tasks took.');
      return task.value * 1000;
    },
    async pointAt(buttonText) {
      const [x, y] = await evaluate<[number, number]>(`(() => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(buttonText)});
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()`);
      await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    },
    async close() {
      const { targetInfo } = await session.send('Target.getTargetInfo');
      const root = await browser.target().createCDPSession();
      await root.send('Target.closeTarget', { targetId: targetInfo.targetId });
      await until('the popup closes', async () => {
        const { targetInfos } = await root.send('Target.getTargets');
        return !targetInfos.some(({ targetId }) => targetId === targetInfo.targetId);
      });
      await root.detach();
    },
  };
}
