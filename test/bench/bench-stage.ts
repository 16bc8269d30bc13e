import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { until } from '../browser/condition';
import { stopWorker } from '../browser/worker';
import { connectAtOnce } from '../e2e/scene';
import { type Stage, startStage } from '../e2e/stage';
import { type Service, startService } from '../service/service';
import { createOpener, type Opener } from './opening';
import { installYardsticks, type Yardsticks } from './yardsticks';

/** A browser with ours and the yardsticks in it, over one page and one service. */
export interface BenchStage {
  stage: Stage;
  service: Service;
  yardsticks: Yardsticks;
  opener: Opener;
  /** How often each measurement is taken. */
  runs: number;
  /** Ends a worker as the browser does when it is idle. */
  sleep(extensionId: string): Promise<void>;
  /** Waits until the service has answered all that it was asked. */
  untilAnswered(): Promise<void>;
  close(): Promise<void>;
}

/** Sets the stage: ours is connected, the service holds ten reports. */
export async function setBenchStage(runs: number): Promise<BenchStage> {
  const stage = await startStage();
  const { browser } = stage;
  const service = await startService({ sampleReports: false });
  for (let number = 0; number < 10; number += 1) service.add({ url: addressOf(number) });
  await connectAtOnce(stage, service);
  const yardsticks = await installYardsticks(browser, service);
  const page: Page = await browser.newPage();
  await page.goto(service.samplePages.good);
  const opener = await createOpener(browser, page);

  return {
    stage,
    service,
    yardsticks,
    opener,
    runs,
    async sleep(extensionId) {
      await stopWorker(browser, extensionId);
      // Its process ends a little later.
      await pause(150);
    },
    async untilAnswered() {
      await until('the service has answered', () =>
        service.requests.every(({ status }) => status !== null),
      );
    },
    async close() {
      await stage.close();
      await service.close();
    },
  };
}

/** The address of one of many reports. */
export function addressOf(number: number): string {
  return `https://site-${number % 7}.example/page-${number}`;
}
