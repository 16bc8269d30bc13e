import { connectAtOnce } from '../e2e/scene';
import { startService } from '../service/service';
import type { BenchStage } from './bench-stage';
import { type Figure, figureOf } from './figure';
import { alternate } from './sample';
import { openSender } from './sender';

const SUBMISSIONS = 1_000;
const ANSWER_MS = 50;

/** A thousand submissions at once to a service that takes its time, two requests at a time. */
export async function measureThousand(bench: BenchStage): Promise<Figure[]> {
  const { stage, service, yardsticks, runs } = bench;
  const pages = Array.from(
    { length: SUBMISSIONS },
    (_, number) => `https://many.example/${number}`,
  );

  /** Each run has a service of its own: one that holds twenty thousand reports is slower. */
  async function onSlowService(
    work: (slow: Awaited<ReturnType<typeof startService>>) => Promise<number>,
  ): Promise<number> {
    const slow = await startService({ sampleReports: false });
    slow.behave({ on: { method: 'POST' }, delayMs: ANSWER_MS });
    try {
      const time = await work(slow);
      const made = slow.reports().length;
      if (made !== SUBMISSIONS) throw new Error(`${made} of ${SUBMISSIONS} reports were made.`);
      return time;
    } finally {
      await slow.close();
    }
  }

  const { ours, yardstick } = await alternate(
    runs,
    (run) =>
      onSlowService(async (slow) => {
        await connectAtOnce(stage, slow);
        const sender = await openSender(stage.browser, stage.extensionId);
        const { time, answers } = await sender.timeOfAll(
          pages.map((url, number) => ({
            call: 'create',
            args: [`run-${run}-${number}`, { url, privacy: 1 }, false],
          })),
        );
        await sender.close();
        const other = answers.find((answer) => !JSON.stringify(answer)?.includes('"created"'));
        if (other !== undefined) throw new Error(`Not created: ${JSON.stringify(other)}`);
        return time;
      }),
    (run) =>
      onSlowService(async (slow) => {
        const sender = await openSender(stage.browser, yardsticks.worker.id);
        const url = `${slow.baseUrl}/api/v1/reports`;
        const { time, answer } = await sender.timeOf({ loop: { url, pages, run } });
        await sender.close();
        if (answer !== 'done') throw new Error(`The bare loop ended with ${answer}.`);
        return time;
      }),
    0,
  );
  await connectAtOnce(stage, service);
  return [
    figureOf(
      `${SUBMISSIONS} submissions to a service that takes ${ANSWER_MS} ms each`,
      'ms',
      ours,
      ['bare loop, as many in flight', yardstick],
      { atMostTimes: 1.1 },
    ),
  ];
}
