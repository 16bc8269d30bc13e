import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../browser/condition';
import { byRole, fill, itemsOf, press } from '../browser/roles';
import { stopWorker } from '../browser/worker';
import { failures } from '../service/failure';
import type { Service } from '../service/service';
import { HOST, inPopup, type Measurement } from './contest';
import { sendAll } from './queue-measurements';

/** From the click on the toolbar button to ten rows on the screen, the worker being asleep. */
export const measureOpening: Measurement = async (contest) => {
  const { service, page, ours } = contest;
  addReports(service, 10);
  // From now on there is a list to show at once.
  await inPopup(contest, ours, async () => {});
  return async (extension) => {
    await stopWorker(page.browser(), extension.id);
    // The worker's process ends a little later.
    await pause(150);
    return inPopup(contest, extension, async (popup, clickedAt) => {
      const rows = (await itemsOf(popup, 'Recent reports')).length;
      if (rows !== (extension === ours ? 10 : 0)) throw new Error(`The popup shows ${rows} rows.`);
      const paintedAt = await popup.evaluate(largestPaintIn, extension === ours ? 'li' : 'p');
      if (paintedAt === null) throw new Error('The largest paint is not in what was waited for.');
      return paintedAt - clickedAt;
    });
  };
};

/** Runs in the popup: when its largest text was painted, null when that is somewhere else. */
function largestPaintIn(selector: string): Promise<number | null> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
      resolve(last.element?.closest(selector) ? performance.timeOrigin + last.startTime : null);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** From the press of Create report to the POST at the service, the worker being awake. */
export const measureCreate: Measurement = async (contest) => (extension, run) =>
  inPopup(contest, extension, async (popup) => {
    if (extension === contest.ours) await fill(popup, 'URL', `https://${HOST}new-${run}`);
    const { requests } = contest.service;
    const before = requests.length;
    const click = await popup.evaluateHandle(() => ({
      next: new Promise<Event>((tell) => addEventListener('click', tell, true)),
    }));
    await press(popup, 'Create report');
    const pressedAt = await click.evaluate(
      async ({ next }) => performance.timeOrigin + (await next).timeStamp,
    );
    const post = await until('a POST arrives after Create report', () =>
      requests.slice(before).find(({ method }) => method === 'POST'),
    );
    return post.arrivedAt - pressedAt;
  });

/** From a key in Search to the matching rows on the screen, with so many reports stored. */
export function measureTyping(stored: number): Measurement {
  return async (contest) => {
    const { service, ours } = contest;
    addReports(service, stored);
    const on = { method: 'GET', path: '/api/v1/reports' };
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ data: service.reports() });
    service.behave({ on, fail: { kind: 'answer', status: 200, headers, body } });
    const filters = { search: '', project: '', result: null, perPage: 100 };
    // In another order than the popup's own, so that its rows are picked from all that is stored.
    await sendAll(contest, ours, [
      { call: 'list', args: [{ ...filters, sortBy: 'id', sort: 'asc' }] },
    ]);
    // What is stored stays.
    service.behave({ on, fail: failures.serverError });
    return (extension) =>
      inPopup(contest, extension, async (popup) => {
        await popup.focus(byRole('searchbox', 'Search'));
        const key = await popup.evaluateHandle(timeNextKey, HOST, 'z');
        await popup.keyboard.press('z');
        const time = await key.evaluate(({ painted }) => painted);
        // The next popup would show the same search again. The service is asked a little later.
        await popup.keyboard.press('Backspace');
        await pause(600);
        return time;
      });
  };
}

/** Runs in the popup: milliseconds from the next key to the end of the frame where all rows match. */
function timeNextKey(host: string, text: string): { painted: Promise<number> } {
  const next = new Promise<Event>((tell) => addEventListener('input', tell, true));
  const isMatch = () => {
    const items = [...document.querySelectorAll('li')].map((item) => item.textContent ?? '');
    const rows = items.filter((item) => item.includes(host));
    return rows.length > 0 && rows.every((row) => row.includes(text));
  };
  const untilMatch = async ({ timeStamp }: Event) => {
    for (;;) {
      // A task that is queued in a frame runs after the frame's layout and paint.
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      const time = performance.now() - timeStamp;
      if (isMatch()) return time;
      if (time > 5000) throw new Error(`Typing ${text} brought no rows that match.`);
    }
  };
  return { painted: next.then(untilMatch) };
}

/** Every second address holds a z, and no other text of a row does. */
function addReports(service: Service, count: number): void {
  for (let at = 0; at < count; at += 1) {
    const path = `${at % 2 ? 'zone' : 'page'}-${at}/an-address-that-fills-the-row-of-a-list`;
    service.add({ url: `https://${HOST}${path}` });
  }
}
