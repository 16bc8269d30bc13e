import type { Page } from 'puppeteer-core';
import { select, untilRows } from '../e2e/popup-reading';
import type { Stage } from '../e2e/stage';
import { failures } from '../service/failure';
import type { Service } from '../service/service';
import { type Sample, sampleOf } from './sample';

const RUNS = 30;

/**
 * Measures how long the popup's main thread works until a filter change on the stored list is laid
 * out, and until the stored list is laid out after opening. The service is silent meanwhile.
 */
export async function measureTyping(
  stage: Stage,
  service: Service,
  rows: number,
): Promise<Record<string, Sample>> {
  const { popup, page } = await stage.openPopupOn(service.samplePages.good);
  await select(popup, 'Per page', '100');
  await untilRows(popup, (shown) => shown.length === rows);
  service.behave({ fail: failures.silence });
  const typed: number[] = [];
  const cleared: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    typed.push(await timeOfSearch(popup, 'site-3'));
    cleared.push(await timeOfSearch(popup, ''));
  }
  await page.close();
  service.behave(null);
  return {
    [`Typing in Search, ${rows} stored rows, to the rows that match`]: sampleOf(typed),
    [`Emptying Search, to all ${rows} stored rows`]: sampleOf(cleared),
  };
}

/** Types a whole text at once and waits for the layout; throws when the rows are not the right ones. */
async function timeOfSearch(popup: Page, text: string): Promise<number> {
  return popup.evaluate(async (search) => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]');
    const list = document.querySelector('.rows');
    if (!field || !list) throw new Error('The popup shows no list.');
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    field.value = search;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // The rows are rendered in a microtask of the event, and laid out when they are asked for.
    await Promise.resolve();
    await Promise.resolve();
    list.getBoundingClientRect();
    const time = performance.now() - start;
    const shown = [...list.children];
    if (shown.length === 0 || !shown.every((row) => row.textContent.includes(search))) {
      throw new Error('The rows do not match what was typed: they were not painted in time.');
    }
    return time;
  }, text);
}
