import { connectAtOnce } from '../e2e/scene';
import { type Service, startService } from '../service/service';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { alternate } from './sample';
import { openSender, type Sender } from './sender';

const SUBMISSIONS = 1_000;
const ANSWER_MS = 50;

/**
 * A thousand submissions to a service that takes its time, two requests at a time. They are cut
 * into as many slices as there are runs, so that the bare loop can take turns with the queue.
 */
export async function measureThousand(bench: BenchStage): Promise<Figure[]> {
  const { stage, service, yardsticks, runs } = bench;
  const slice = Math.ceil(SUBMISSIONS / runs);
  const own = await startSlowService();
  const other = await startSlowService();
  await connectAtOnce(stage, own);
  const ownSender = await openSender(stage.browser, stage.extensionId);
  const otherSender = await openSender(stage.browser, yardsticks.worker.id);
  const pagesOf = (run: number) =>
    Array.from({ length: slice }, (_, number) => `https://many.example/${run}/${number}`);
  const { ours, yardstick } = await alternate(
    runs,
    (run) => onService(own, slice, () => submit(ownSender, run, pagesOf(run))),
    (run) => onService(other, slice, () => loop(otherSender, other, pagesOf(run))),
    1,
  );
  await Promise.all([ownSender.close(), otherSender.close()]);
  await Promise.all([own.close(), other.close()]);
  await connectAtOnce(stage, service);
  return [
    figureOf(
      `${slice * runs} submissions to a service that takes ${ANSWER_MS} ms, in slices of ${slice}`,
      'ms',
      ours,
      ['bare loop, as many in flight', yardstick],
      { atMostTimes: 1.1 },
    ),
  ];
}

async function startSlowService(): Promise<Service> {
  const service = await startService({ sampleReports: false });
  service.behave({ on: { method: 'POST' }, delayMs: ANSWER_MS });
  return service;
}

/** Makes sure that the work has made so many reports. */
async function onService(
  service: Service,
  count: number,
  work: () => Promise<number>,
): Promise<number> {
  const before = service.reports().length;
  const time = await work();
  const made = service.reports().length - before;
  if (made !== count) throw new Error(`${made} of ${count} reports were made.`);
  return time;
}

/** Hands all to the queue at once; milliseconds until the last is created. */
async function submit(sender: Sender, run: number, pages: readonly string[]): Promise<number> {
  const { time, answers } = await sender.timeOfAll(
    pages.map((url, number) => ({
      call: 'create',
      args: [`run-${run}-${number}`, { url, privacy: 1 }, false],
    })),
  );
  const wrong = answers.find((answer) => !JSON.stringify(answer)?.includes('"created"'));
  if (wrong !== undefined) throw new Error(`Not created: ${JSON.stringify(wrong)}.`);
  return time;
}

async function loop(sender: Sender, service: Service, pages: readonly string[]): Promise<number> {
  const url = `${service.baseUrl}/api/v1/reports`;
  const { time, answer } = await sender.timeOf({ loop: { url, pages } });
  if (answer !== 'done') throw new Error(`The bare loop ended with ${answer}.`);
  return time;
}
