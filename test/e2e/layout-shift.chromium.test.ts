import { expect, it } from 'vitest';
import { app, type Screen, useService } from './app';
import { untilNumbers, untilRows } from './reports-screen';

useService({ reports: [] });

/** Returns the layout shifts since the page was loaded. */
const layoutShifts = (page: Screen): Promise<number[]> =>
  page.evaluate(async () => {
    const entries: (PerformanceEntry & { value: number })[] = [];
    // The browser reports the mark after all earlier layout shifts.
    const hasMark = () => entries.some(({ entryType }) => entryType === 'mark');
    await new Promise<void>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        entries.push(...(list.getEntries() as typeof entries));
        if (hasMark()) resolve();
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      observer.observe({ type: 'mark' });
      performance.mark('end of layout shifts');
    });
    return entries.flatMap(({ entryType, value }) => (entryType === 'layout-shift' ? value : []));
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
