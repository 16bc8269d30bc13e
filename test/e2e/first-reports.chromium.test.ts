import { expect, it } from 'vitest';
import { app, type Screen, useService } from './app';
import { untilNumbers, untilRows } from './reports-screen';

useService({ reports: [] });

/** Returns the layout shifts since the page was loaded. */
const layoutShifts = (page: Screen): Promise<number[]> =>
  page.evaluate(async () => {
    const shifts: (PerformanceEntry & { value: number })[] = [];
    new PerformanceObserver((list) => {
      shifts.push(...(list.getEntries() as typeof shifts));
    }).observe({ type: 'layout-shift', buffered: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    return shifts.map(({ value }) => value);
  });

it('the table keeps its place when the first reports of a service arrive', async () => {
  const page = await app.reports();
  await page.says('No reports yet');
  await page.setViewport({ width: 1366, height: 625 });
  for (let at = 0; at < 60; at += 1) {
    app.service.add({ url: `https://huts.example/alps/${at}`, score: 30 + ((at * 17) % 65) });
  }
  await page.reload();
  await untilRows(page, 60);
  await untilNumbers(page);
  await page.nextFrames();
  const sum = (await layoutShifts(page)).reduce((total, value) => total + value, 0);
  // Texts in the header and in the rows may move by a few pixels.
  expect(sum).toBeLessThan(0.005);
});
